"""Why lines of the table miss their goals."""
from dataclasses import dataclass


@dataclass
class Reason:
    """The ratio that was reached, or the value in the goal's unit, and what stands in the way, with what was tried."""

    figure: float
    text: str


START = (
    "of 1.6 M instructions, ld.so takes 0.7 M for relocations and symbols of the C library. An empty C program takes 0.5 ms of "
    "processor time, curl 7.3 ms. Tried: a parser of its own in place of swift-argument-parser, static libstdc++, packed "
    "relocations, libraries opened on first use (12.0 M before)."
)
P95 = (
    "the median is below the goal ({median} ms on a quiet machine); the slowest runs waited for a processor. Only the median "
    "decides on failure."
)

# By the measure and the peer's name. "" is for lines without a peer, and for all peers without a reason of their own.
REASONS = {
    ("--version", "curl --version"): Reason(0.45, START),
    ("--version", "git --version"): Reason(2.6, START),
    ("help", ""): Reason(
        0.6, "folding the text takes most of what the start does not. Tried: declarations in place of a library's parser (7.3 M "
        "before)."),
    ("help login", ""): Reason(
        0.7, "the page has 130 options: folding their texts takes most of 6.9 M instructions, the start 1.6 M. Tried: declarations "
        "in place of a library's parser (19.8 M before)."),
    ("Tab: a command", ""): Reason(
        6, "3.4 M instructions, 2.7 ms of processor time: the goal is met on a quiet machine. Other work delays the start."),
    ("store get, file", ""): Reason(
        0.4, "5.2 M instructions, of which the start has 1.6 M and opening the store 1.4 M: measured between 0.29 and 0.43, "
        "depending on other work."),
    ("store get, keyring", ""): Reason(
        1.2, "both wait for the same service, gnome-keyring; measured between 0.9 and 1.2, depending on other work. Tried: the "
        "Secret Service over sd-bus with a 256-bit exponent in place of libsecret (55 M instructions before, 10.9 M now)."),
    ("git's credential get", ""): Reason(
        3.6, "git's helper only copies bytes from a daemon's memory (0.4 M instructions); fedauth opens an encrypted file twice, "
        "for the list and the entry, and has 4.5 M, of them 1.6 M for the start (17.1 M before)."),
    ("vpn, from a session", ""): Reason(
        1.35, "whoever starts a VPN can be asked, so the sign-in is prepared before the kept session is found good: its addresses, "
        "the network's settings, its lock. Tried: libpsl is not opened to be freed (1.39 before)."),
    ("sign-in by a form, processor time", "a script of curl"): Reason(
        0.86, "each of the three documents is read in a confined copy of the process, which takes 15 of 57 ms (FEDAUTH_CONFINE=no: "
        "42 ms): a safety that the script does not have. 21 M instructions load libcurl and libxml2 with their dependencies, "
        "which curl does, too. Tried: a parser of its own, without reflection (-49 M up to the first request), a smaller tree "
        "for pages."),
    ("sign-in by a form, processor time", "Python requests"): Reason(
        0.24, "see the line above; the ratio is at the goal, and varies with the processor."),
    ("export-cookies, file", ""): Reason(
        0.55, "6.5 M instructions: opening the store takes 1.4 M, ld.so 1.3 M. Tried: a parser of its own, no jar written "
        "unless it changes (57 M before)."),
    ("export-cookies, memory", ""): Reason(
        16, "the start alone has 10.4 MiB (an empty Swift program linked statically 4.8), most of them pages of the program's "
        "file, which all processes share. Opening the store adds 5 MiB, with libgcrypt. Tried: libraries opened on first use "
        "(18 MiB before)."),
    ("100 exports at once", ""): Reason(
        0.9, "two processors share 100 starts of 6.5 M instructions and 16 MiB each; measured between 0.52 and 0.90, depending on "
        "other work. Tried: a parser of its own, no jar written unless it changes (1.9 before)."),
    ("page of 3.7 MB, processor time", ""): Reason(
        0.57, "2.75 G instructions. It took 0.28 s on a machine on which 'curl --version' takes 8.6 ms; the first line has that of this "
        "run. The confined copy takes nothing that can be measured of it (0.44 to 0.51 s with and without). Tried: "
        "attributes and blanks looked at once (0.96 s before), a tree of its own in place of libxml2's."),
    ("page of 3.7 MB, memory", ""): Reason(
        48, "30 MiB are there before the page: pages of the program, libcurl, libxml2 and their dependencies, most of them "
        "shared. The page itself adds 4 MiB of text and 14 MiB of tree and findings (110 MiB before). Tried: a tree of its own "
        "in place of libxml2's, no copies of the page, the rewritten page in parts. Half of the tree are pointers."),
    ("durable put among 1,000", ""): Reason(
        15, "6.9 ms of processor time (17.5 M instructions; 44.5 M before), and two fsync calls, which took 1.4 to 3.6 ms each "
        "on the disk of the development machine (a C loop that replaces a file of this size takes 6.4 ms). FORMAT.md promises "
        "that every chunk is sealed anew and read back before the file counts. Tried: no memory of its own for each chunk."),
    ("durable put among 10,000", ""): Reason(
        45, "62 of 109 M instructions are AES-GCM: each chunk is opened, sealed and opened again (212 M before). With the two "
        "fsync calls, a C loop that replaces a file of this size takes 10.5 ms. The goal is met when the machine is quiet."),
    ("get among 10,000", ""): Reason(
        1.7, "the index of 1.2 MB is read, opened and searched, which takes less than a store of 10 entries needs for its start: "
        "measured between 0.7 and 1.5, depending on other work."),
    ("size of the stripped binary", ""): Reason(
        18.4, "own code and Swift's standard library, with their tables for unwinding. Tried: no Swift package, which kept "
        "FoundationEssentials (25.1 MB before), -Osize (5 % smaller, but 2 to 8 % more instructions), gc-sections, no symbols."),
    ("get, file, unlocked, p95", ""): Reason(10, P95.format(median="4.2")),
    ("get, keyring, p95", ""): Reason(35, P95.format(median="8 to 12")),
    ("first unlock, 2^17", ""): Reason(
        700, "scrypt with N = 2^17 takes all of it: 128 MiB, to which the program adds 18 MiB, so that the goal for memory leaves "
        "nothing for it. A lower N would weaken the passphrase."),
}
