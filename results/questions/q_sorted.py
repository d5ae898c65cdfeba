import grundy


@grundy.rule
def game(p):
    if any(p[i] > p[i + 1] for i in range(len(p) - 1)):
        for i in range(len(p)):
            yield p[:i] + p[i + 1 :]
