#pragma once

// What a process does for itself before it touches a secret.

/// Turns off core dumps and reading by other processes of the user: RLIMIT_CORE 0 (the soft limit, which can be given back)
/// and PR_SET_DUMPABLE 0 (the limit alone leaves core handlers that read from a pipe).
void cposix_harden(void);

/// Takes the place of a stdin, stdout or stderr that is closed, so that no file opened later gets its number and, with
/// it, what was meant for the stream. Reading and writing there fail as on a closed one.
void cposix_reserve_streams(void);
