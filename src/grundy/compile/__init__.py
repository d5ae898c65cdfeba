"""From a rule's own source to machine code.

A rule is a generator of options; a table needs one number for each state. Here the source is read, each
`yield` becomes a mark in the set from which the state's value is taken, and the loop over the states round
it becomes machine code, by way of LLVM alone: whole numbers of 64 bits, and every step that could leave them
is either proved not to, from the intervals in which the variables lie, or checked.

    source.py    a rule's function -> its syntax tree and the constants it takes from outside
    subset.py    what is refused, by name, and what to write instead
    interval.py  the least and greatest value that an expression can have
    values.py    expressions -> LLVM
    loops.py     loops and generators -> LLVM
    fuse.py      statements and yields -> LLVM
    kernel.py    the loop over the states, for each play and table
    options.py   a list of the options of one state, for a search
    machine.py   LLVM -> machine code, kept on disk between processes
    jit.py       kernels of the engines, which are compiled when they are called
    native.py    their machine code in files, loaded without Numba; build.py and elf.py make these
    shipped.py   the libraries of kernels that a wheel carries, for systems and processors of each kind
    host.py      what the system says of the processor
    compiler.py  whether Numba and LLVM are installed
    rule_files.py  kernels of rules in files, loaded without LLVM
    cached.py    what has no file: as Numba compiles and keeps it
    straight.py  short functions that kernels call, written straight into the caller's LLVM
"""
