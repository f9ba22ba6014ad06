#pragma once

// Protection that the process sets up before it touches a secret.

/// Turns off core dumps and access by other processes of the user: RLIMIT_CORE 0 (the soft limit, which can be
/// restored) and PR_SET_DUMPABLE 0 (the limit alone does not stop core handlers that read from a pipe).
void cposix_harden(void);

/// Fills the number of a closed stdin, stdout or stderr, so that no file opened later receives data meant for the
/// stream. Reading and writing fail there as on a closed descriptor.
void cposix_reserve_streams(void);
