import grundy


@grundy.rule
def flip(s):
    for i in range(len(s) - 1):
        if s[i] == s[i + 1] == "+":
            yield s[:i] + "--" + s[i + 2 :]
