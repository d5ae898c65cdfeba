"""Compiled loops for Green Hackenbush. `plain.value` and `plain.cuts_to` are their slow twins.

Nodes are renumbered in the order in which a search in depth from the root meets them, so that a node comes after its
parent and what stands on it are neighbours. An edge that is not in the tree leads from a node to one below it
("back"). The tree edge to v is v's own; it is a bridge if no back edge leads from v or above to below v. A block is
what bridges leave together, and its top is its node nearest to the root.
"""

from __future__ import annotations

from grundy.compile.jit import njit


@njit
def rows(a, b, starts, incident):
    """Fill the rows of incident edges: those of node u are incident[starts[u] : starts[u + 1]].

    computes  for each node the numbers of its edges, a loop twice
    arrays    a, b i4[m], nodes below n; starts i8[n + 2], zeros, out: [0 .. n] are the rows; incident i4[2 m], out
    cost      linear
    reference through worths
    source    counting sort
    """
    m = len(a)
    for e in range(m):
        starts[a[e] + 2] += 1
        starts[b[e] + 2] += 1
    for u in range(2, len(starts)):
        starts[u] += starts[u - 1]
    for e in range(m):
        incident[starts[a[e] + 1]] = e
        starts[a[e] + 1] += 1
        incident[starts[b[e] + 1]] = e
        starts[b[e] + 1] += 1


@njit
def search(a, b, starts, incident, number, parent, own, path, ends):
    """Number the nodes in the order of a search in depth from node 0.

    computes  number[u], parent[v] and own[v] (the tree edge to v), where u is a node and v a number
    arrays    a, b, starts, incident as `rows` leaves them; number i4[n], filled with -1; parent, own i4[n], out;
              path, ends i4[n], work space
    returns   how many nodes hang together with the root; the others keep -1
    bounds    starts[u] is moved on while u is on the path, and is not needed afterwards
    cost      linear
    reference through worths
    source    Tarjan 1972
    """
    n = len(number)
    for u in range(n):
        ends[u] = starts[u + 1]
    number[0], parent[0], own[0] = 0, 0, -1
    path[0] = 0
    depth, reached = 1, 1
    while depth:
        u = path[depth - 1]
        if starts[u] == ends[u]:
            depth -= 1
            continue
        e = incident[starts[u]]
        starts[u] += 1
        other = b[e] if a[e] == u else a[e]
        if number[other] < 0:
            number[other] = reached
            parent[reached] = number[u]
            own[reached] = e
            path[depth] = other
            depth += 1
            reached += 1
    return reached


@njit
def worths(a, b, number, parent, own, reached, covers, inside, worth, last):
    """Nim-values: of a top v, what stands on it; of another node, what its part of the block adds to the block's.

    computes  covers[v]: how many back edges lead from v or above to below v; none: v's own edge is a bridge
              inside[v]: the parity of the edges of the block with both ends at v or above
              worth[v]: the XOR of 1 + the value of each top that a bridge from there leads to, without `inside`
              last[v]: the XOR of the numbers of the edges of covers[v]: where there is one, that edge
    arrays    number, parent, own as `search` leaves them; covers, inside, worth, last i4[reached], zeros, out
    returns   the nim-value of the whole
    bounds    a value is at most the number of edges
    cost      linear
    reference plain.value, in tests/engines/graph/test_fusion.py
    source    Winning Ways ch. 7: the colon and fusion principles
    """
    for e in range(len(a)):
        p, q = number[a[e]], number[b[e]]
        if p < 0:
            continue
        if p > q:
            p, q = q, p
        if own[q] == e:
            continue
        inside[p] ^= 1
        covers[q] += 1
        covers[p] -= 1
        last[q] ^= e
        last[p] ^= e
    for v in range(reached - 1, 0, -1):
        p = parent[v]
        if covers[v] == 0:
            worth[p] ^= 1 + (worth[v] ^ inside[v])
        else:
            worth[p] ^= worth[v]
            inside[p] ^= inside[v] ^ 1
            covers[p] += covers[v]
            last[p] ^= last[v]
    return worth[0] ^ inside[0]


@njit
def wanted_worths(parent, own, reached, covers, inside, worth, rest, top, wanted, wins):
    """What each block has to be worth for the whole to be worth `rest`, and the bridges whose cut does it.

    computes  top[v]; for a top, wanted[v]: the value that makes the whole `rest` if the block gets it, or -1 for none;
              wins[e] = 1 for a bridge without which the whole is worth `rest`
    method    from the root: a bridge adds 1 + x to its block, and its cut 0 instead
    arrays    as `worths` leaves them; top, wanted i4[reached], wins u1[m], zeros, out
    cost      linear
    reference through ring_cuts
    source    the colon principle, backwards
    """
    wanted[0] = rest
    for v in range(1, reached):
        if covers[v]:
            top[v] = top[parent[v]]
            continue
        top[v] = v
        p = top[parent[v]]
        wanted[v] = -1
        if wanted[p] >= 0:
            need = wanted[p] ^ worth[p] ^ inside[p] ^ (1 + (worth[v] ^ inside[v]))
            if need:
                wanted[v] = need - 1
            else:
                wins[own[v]] = 1


@njit
def lowest_covers(a, b, number, parent, own, reached, covers, meet, spare):
    """For each node whose own edge is no bridge, the node where the back edges meet that lead from it to below it.

    computes  meet[v]: the highest node below which all their upper ends are; -1 where there are none
    method    low[v] is the lowest end of a back edge from v or above; from v upwards, as long as all that is sought
              comes from one child c: from there to meet[c], which was found before
    arrays    as `worths` leaves them; meet i4[reached], out; spare i4[4, reached], work space
    cost      linear: what was stepped over for a node is not looked at again for those below it
    reference through ring_cuts
    source    Georgiadis & Kosinas 2020, Linear-time algorithms for computing twinless strong articulation points
    """
    here, low, child, second = spare[0], spare[1], spare[2], spare[3]
    # the lowest end of a back edge from the node itself; from it or above; the child with the lowest; that of the next
    for v in range(reached):
        here[v] = second[v] = reached
        child[v] = -1
    for e in range(len(a)):
        p, q = number[a[e]], number[b[e]]
        if p > q:
            p, q = q, p
        if p >= 0 and own[q] != e:
            here[q] = min(here[q], p)
    for v in range(reached):
        low[v] = here[v]
    for v in range(reached - 1, 0, -1):
        p = parent[v]
        low[p] = min(low[p], low[v])
        if child[p] < 0 or low[v] < low[child[p]]:
            if child[p] >= 0:
                second[p] = low[child[p]]
            child[p] = v
        else:
            second[p] = min(second[p], low[v])
    for v in range(reached - 1, -1, -1):
        meet[v] = -1
        if v and covers[v]:
            m = v
            while here[m] >= v and second[m] >= v:
                m = meet[child[m]]
            meet[v] = m


@njit
def chain_worths(pieces, count, bits, out, sons, flips, stack):
    """Values of chains: out[j] is that of pieces 0..j, each standing on the one before by an edge.

    computes  out[j] = f(0, j), where f(i, j) = pieces[i] ^ (1 + f(i + 1, j)) and f(j, j) = pieces[j]
    method    from the last piece to the first, all chains at once, in a binary tree of their values with the lowest
              bit at the root: adding 1 swaps the two sons of a node and goes on in one of them, and XOR waits in
              `flips` until the node is passed. No two values are equal: f(i, j) is never pieces[i].
    arrays    pieces i4[count]; out i4[count], out; sons i4[size, 2], flips i4[size], stack i4[bits + 1, 3], work
              space, any contents
    requires  values and pieces below 2**bits; size >= min(count * bits, 2**(bits + 1)) + 2
    cost      O(count * bits)
    reference through ring_cuts
    source    the colon principle
    """
    sons[1, 0] = sons[1, 1] = flips[1] = 0
    used = 1
    for i in range(count - 1, -1, -1):
        node = 1
        for _ in range(bits):  # add 1
            if flips[node]:
                _push(node, sons, flips)
            sons[node, 0], sons[node, 1] = sons[node, 1], sons[node, 0]
            node = sons[node, 0]
            if node == 0:
                break
        flips[1] ^= pieces[i]
        node = 1
        for level in range(bits):
            if flips[node]:
                _push(node, sons, flips)
            bit = pieces[i] >> level & 1
            if sons[node, bit] == 0:
                used += 1
                sons[used, 0] = sons[used, 1] = flips[used] = 0
                sons[node, bit] = used
            node = sons[node, bit]
        sons[node, 0] = i  # a leaf
    stack[0, 0], stack[0, 1], stack[0, 2] = 1, 0, 0
    height = 1
    while height:
        height -= 1
        node, level, value = stack[height, 0], stack[height, 1], stack[height, 2]  # a row may have another length
        if level == bits:
            out[sons[node, 0]] = value
            continue
        if flips[node]:
            _push(node, sons, flips)
        for bit in range(2):
            if sons[node, bit]:
                stack[height, 0] = sons[node, bit]
                stack[height, 1] = level + 1
                stack[height, 2] = value | bit << level
                height += 1


@njit
def _push(node, sons, flips):
    """Do what waits at a node to its sons."""
    if flips[node] & 1:
        sons[node, 0], sons[node, 1] = sons[node, 1], sons[node, 0]
    above = flips[node] >> 1
    flips[sons[node, 0]] ^= above
    flips[sons[node, 1]] ^= above
    flips[node] = 0


@njit
def length_of(number):
    """How many bits a number >= 0 has."""
    bits = 0
    while number >> bits:
        bits += 1
    return bits


@njit
def ring_cuts(
    a, b, number, parent, own, reached, covers, inside, worth, last, top, wanted, meet, wins, nodes, in_ring, sons,
    flips, stack,
):  # fmt: skip
    """The edges of blocks without which the whole is worth what is wanted.

    computes  wins[e] = 1 for edges of blocks
    method    edges that are covered by the same back edges (same meet, same number), with that edge if it is one
              alone, are in a ring: without one of them the others are bridges, and the pieces between them two chains
              on what they hang from. An edge that is in no ring leaves its block a block, and one edge fewer.

                        top --- e0 --- piece 0 --- e1 --- piece 1 ... piece c-1 --- ec --- top

    arrays    as `lowest_covers` and `wanted_worths` leave them; wins u1[m], in and out;
              nodes i4[8, reached + 1], in_ring u1[m], sons i4[size, 2], flips i4[size], stack i4[bits + 1, 3], work
              space
    requires  size >= min(reached * bits, 2**(bits + 1)) + 2, where m has so many bits
    bounds    a value is at most the number of edges
    cost      O(m log m)
    reference plain.cuts_to, in tests/engines/graph/test_fusion.py
    source    the fusion principle; Georgiadis & Kosinas 2020
    """
    m = len(a)
    lower, recent, length, is_first = nodes[0], nodes[1], nodes[2], nodes[3]
    for v in range(reached):
        lower[v] = recent[v] = -1
        length[v] = is_first[v] = 1
    for e in range(m):
        in_ring[e] = 0
    for v in range(reached - 1, 0, -1):
        if covers[v] == 0:
            is_first[v] = 0
            continue
        before = recent[meet[v]]
        if before >= 0 and covers[before] == covers[v]:
            lower[v] = before
            length[v] = length[before] + 1
            is_first[before] = 0
        recent[meet[v]] = v
        if covers[v] == 1:
            in_ring[last[v]] = 1
    for e in range(m):
        p, q = number[a[e]], number[b[e]]
        if p < 0:
            continue
        if p > q:
            p, q = q, p
        block = top[p]
        if own[q] != e and not in_ring[e] and wanted[block] == worth[block] ^ inside[block] ^ 1:
            wins[e] = 1
    most_bits = length_of(m)
    pieces, edges, up, down = nodes[4], nodes[5], nodes[6], nodes[7]
    for first in range(1, reached):
        block = top[first]
        if is_first[first] == 0 or wanted[block] < 0:
            continue
        u, count, largest = first, 0, 0
        base = worth[block] ^ inside[block]
        while True:
            edges[count] = own[u]
            base ^= 1
            if lower[u] >= 0:
                pieces[count] = worth[u] ^ inside[u] ^ worth[lower[u]] ^ inside[lower[u]] ^ 1
            elif covers[u] == 1:
                pieces[count] = worth[u] ^ inside[u]
            else:
                break
            base ^= pieces[count]
            largest = max(largest, pieces[count])
            count += 1
            if lower[u] < 0:
                edges[count] = last[u]
                base ^= 1
                break
            u = lower[u]
        bits = min(most_bits, length_of(largest) + length_of(count) + 1)
        chain_worths(pieces, count, bits, up, sons, flips, stack)
        for i in range(count // 2):
            pieces[i], pieces[count - 1 - i] = pieces[count - 1 - i], pieces[i]
        chain_worths(pieces, count, bits, down, sons, flips, stack)
        for j in range(count + 1):
            left = 1 + up[j - 1] if j else 0
            right = 1 + down[count - 1 - j] if j < count else 0
            if base ^ left ^ right == wanted[block]:
                wins[edges[j]] = 1
