// A graph without cycles as JSON: nim-values in topological order, by an array of stamps.
#include <unordered_map>

#include "judge_input.hpp"

int main() {
    Input in;
    std::vector<std::string_view> nodes, ends, tokens;
    in.object([&](std::string_view key) {
        if (key == "\"nodes\"")
            in.list([&] { nodes.push_back(in.name()); });
        else if (key == "\"tokens\"")
            in.list([&] { tokens.push_back(in.name()); });
        else if (key == "\"edges\"")
            in.list([&] {
                in.expect('[');
                ends.push_back(in.name());
                in.expect(',');
                ends.push_back(in.name());
                in.expect(']');
            });
        else
            bad("an unknown key");
    });
    std::unordered_map<std::string_view, uint32_t> index;
    index.reserve(2 * nodes.size());
    for (const std::string_view node : nodes)
        if (!index.emplace(node, index.size()).second) bad("a node twice");
    auto place = [&](std::string_view name) {
        const auto found = index.find(name);
        if (found == index.end()) bad("an unknown node");
        return found->second;
    };
    const size_t count = nodes.size(), arcs = ends.size() / 2;
    std::vector<uint32_t> from(arcs), to(arcs), left(count, 0);
    std::vector<size_t> after(count + 1, 0), before(count + 1, 0);
    for (size_t k = 0; k < arcs; k++) {
        from[k] = place(ends[2 * k]), to[k] = place(ends[2 * k + 1]);
        left[from[k]]++, after[from[k] + 1]++, before[to[k] + 1]++;
    }
    for (size_t u = 0; u < count; u++) after[u + 1] += after[u], before[u + 1] += before[u];
    std::vector<uint32_t> targets(arcs), sources(arcs);
    std::vector<size_t> next(after.begin(), after.end()), last(before.begin(), before.end());
    for (size_t k = 0; k < arcs; k++) targets[next[from[k]]++] = to[k], sources[last[to[k]]++] = from[k];
    std::vector<uint32_t> ready, values(count), seen(count + 2, 0);
    for (uint32_t u = 0; u < count; u++)
        if (!left[u]) ready.push_back(u);
    for (size_t done = 0; done < ready.size(); done++) {
        const uint32_t u = ready[done];
        for (size_t k = after[u]; k < after[u + 1]; k++) seen[values[targets[k]]] = done + 1;
        uint32_t mex = 0;
        while (seen[mex] == done + 1) mex++;
        values[u] = mex;
        for (size_t k = before[u]; k < before[u + 1]; k++)
            if (!--left[sources[k]]) ready.push_back(sources[k]);
    }
    if (ready.size() < count) bad("a cycle");
    uint32_t total = 0;
    for (const std::string_view token : tokens) total ^= values[place(token)];
    std::puts(total ? "first" : "second");
}
