"""Why lines of the table miss their goals."""
from dataclasses import dataclass


@dataclass
class Reason:
    """The ratio that was reached, or the value in the goal's unit, and what stands in the way, with what was tried."""

    figure: float
    text: str


START = (
    "of 2.2 M instructions, ld.so takes 1.1 M for relocations and symbols of the C library, and Swift's runtime 0.5 M for "
    "generic types. That is 2.5 ms of processor time; an empty C program takes 0.5 ms, curl 7.3 ms. Tried: no parser, static "
    "libstdc++, packed relocations, libraries opened on first use (12.0 M before)."
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
        0.6, "reading the table of commands and folding the text take 2.4 M of 4.6 M instructions, the start 2.2 M. Tried: a "
        "generated table in place of the parser (7.3 M before)."),
    ("help login", ""): Reason(
        0.7, "the page has 130 options: choosing their lines from the table takes 4.8 M of 17.1 M instructions, folding their "
        "texts 5.8 M, the start 2.2 M. Tried: a generated table in place of the parser (19.8 M before)."),
    ("Tab: a command", ""): Reason(
        6, "3.4 M instructions, 2.7 ms of processor time: the goal is met on a quiet machine. Other work delays the start."),
    ("store get, file", ""): Reason(
        0.4, "5.8 M instructions, of which the start has 2.2 M and opening the store 1.4 M: measured between 0.29 and 0.43, "
        "depending on other work."),
    ("store get, keyring", ""): Reason(
        1.2, "both wait for the same service, gnome-keyring; measured between 0.9 and 1.2, depending on other work. Tried: the "
        "Secret Service over sd-bus with a 256-bit exponent in place of libsecret (55 M instructions before, 10.9 M now)."),
    ("git's credential get", ""): Reason(
        3.6, "git's helper only copies bytes from a daemon's memory (0.4 M instructions); fedauth opens an encrypted file twice, "
        "for the list and the entry, and has 6.4 M, of them 2.2 M for the start (17.1 M before)."),
    ("sign-in by a form, processor time", "a script of curl"): Reason(
        0.86, "each of the three documents is read in a confined copy of the process, which takes 15 of 57 ms (FEDAUTH_CONFINE=no: "
        "42 ms): a safety that the script does not have. Of 76 M instructions, 22 M are the parser, which searches Swift's "
        "conformance records for each of 70 options; 21 M load libcurl and libxml2 with their dependencies, which curl does, "
        "too. Tried: no reflection for addresses (-8 M), a smaller tree for pages. A start without the parser would need all "
        "options of a sign-in written down a second time."),
    ("sign-in by a form, processor time", "Python requests"): Reason(
        0.24, "see the line above; the ratio is at the goal, and varies with the processor."),
    ("export-cookies, file", ""): Reason(
        0.55, "8.6 M instructions: generic types of Swift take 3.7 M, opening the store 1.4 M, ld.so 1.3 M. Tried: no parser, no "
        "jar written unless it changes (57 M before)."),
    ("export-cookies, memory", ""): Reason(
        16, "the start alone has 10.4 MiB (an empty Swift program linked statically 4.8), most of them pages of the program's "
        "file, which all processes share. Opening the store adds 5 MiB, with libgcrypt. Tried: libraries opened on first use "
        "(18 MiB before)."),
    ("100 exports at once", ""): Reason(
        0.9, "two processors share 100 starts of 8.6 M instructions and 16 MiB each; measured between 0.52 and 0.90, depending on "
        "other work. Tried: no parser, no jar written unless it changes (1.9 before)."),
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
        "that every chunk is sealed anew and read back before the file counts. Tried: no memory of its own for each chunk, no "
        "parser."),
    ("durable put among 10,000", ""): Reason(
        45, "62 of 109 M instructions are AES-GCM: each chunk is opened, sealed and opened again (212 M before). With the two "
        "fsync calls, a C loop that replaces a file of this size takes 10.5 ms. The goal is met when the machine is quiet."),
    ("get among 10,000", ""): Reason(
        1.7, "the index of 1.2 MB is read, opened and searched, which takes less than a store of 10 entries needs for its start: "
        "measured between 0.7 and 1.5, depending on other work."),
    ("size of the stripped binary", ""): Reason(
        25.1, "own code has 10.4 MB, Swift's standard library 7.1 MB, FoundationEssentials 4.8 MB, tables for unwinding 3.2 MB "
        "(counted in these parts, too). FoundationEssentials is kept by one file of swift-argument-parser 1.8 (JSONEncoder for "
        "--experimental-dump-help); ICU is not in. Tried: -Osize (23.9 MB, but 2 to 8 % more instructions), gc-sections, no "
        "symbols."),
    ("get, file, unlocked, p95", ""): Reason(10, P95.format(median="4.2")),
    ("get, keyring, p95", ""): Reason(35, P95.format(median="8 to 12")),
    ("first unlock, 2^17", ""): Reason(
        700, "scrypt with N = 2^17 takes all of it: 128 MiB, to which the program adds 18 MiB, so that the goal for memory leaves "
        "nothing for it. A lower N would weaken the passphrase."),
}
