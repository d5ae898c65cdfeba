"""The moves of Codeforces 603C for odd k: what `grundy table examples/contests/cf603c.py:odd --states 10000 --emit
python --moves` writes, and a main program.

grundy stress --moves examples/contests/cf603c.py:odd python3 examples/contests/cf603c_move.py
"""

T = (0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0)


def nim_value(n):
    if n < 16:
        return T[n]
    return (1, 2, 1)[nim_value(n // 2)] if n % 2 == 0 else 0


def options(n):
    if n >= 1:
        yield (n - 1,)
    if n >= 2 and n % 2 == 0:
        yield (n // 2,)


def winning_move(states):
    """(i, left): states[i] becomes the states in left, side by side; None if the player to move loses."""
    total = 0
    for state in states:
        total ^= nim_value(state)
    for i, state in enumerate(states):
        wanted = total ^ nim_value(state)
        if wanted < nim_value(state):
            for left in options(state):
                value = 0
                for part in left:
                    value ^= nim_value(part)
                if value == wanted:
                    return i, left
    return None


move = winning_move([int(word) for word in input().split()])
print("second" if move is None else " ".join(map(str, (move[0] + 1, *move[1]))))
