"""What the system says of its processor, without LLVM."""

from __future__ import annotations

OF_PROCESSOR = ("vendor_id", "cpu family", "model", "flags")


def described_processor() -> dict[str, str]:
    """What the system says of the first processor, in Linux's words.

    Raises:  OSError: it says nothing.
    """
    with open("/proc/cpuinfo", "rb", buffering=0) as file:  # as much as the first takes, not of all
        first = file.read(1 << 14).decode("utf-8", "replace").partition("\n\n")[0]
    lines = (line.partition(":") for line in first.splitlines())
    return {name.strip(): text.strip() for name, _, text in lines if name.strip() in OF_PROCESSOR}
