// Impartial Clobber on (xo)^n by parts: a part is a word, its value the mex of the sums of what its moves leave.
// Words are compared in full; a word and its mirror image have one value. Prints the value, the words and CPU seconds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unordered_map>
#include <vector>

static std::unordered_map<std::string, int> values;

static int value(const std::string &word) {
    auto known = values.find(word);
    if (known != values.end()) return known->second;
    std::vector<char> seen(2 * word.size() + 2, 0);
    for (size_t i = 0; i + 1 < word.size(); i++) {
        if (word[i] == word[i + 1]) continue;
        const std::string left = word.substr(0, i), right = word.substr(i + 2);
        seen[value(left) ^ value(word[i] + right)] = 1;
        seen[value(left + word[i + 1]) ^ value(right)] = 1;
    }
    int mex = 0;
    while (seen[mex]) mex++;
    values[word] = mex;
    values[std::string(word.rbegin(), word.rend())] = mex;
    return mex;
}

int main(int count, char **given) {
    if (count != 2) return 2;
    std::string word;
    for (int i = atoi(given[1]); i > 0; i--) word += "xo";
    for (size_t size = 2; size < word.size(); size += 2) value(word.substr(0, size));  // so that no recursion is deep
    const int found = value(word);
    printf("%d %zu %.6f\n", found, values.size(), double(clock()) / CLOCKS_PER_SEC);
}
