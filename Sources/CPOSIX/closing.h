#pragma once
#include <sys/resource.h>
#include <unistd.h>

/// Closes all descriptors from `first` up, but not `kept`, which may be -1. What is left open could be used, whatever is denied
/// afterwards, so the process ends if they cannot be closed.
static inline void close_all(int first, int kept) {
    if (kept < first) {
        if (close_range((unsigned)first, ~0u, 0) == 0) return;
    } else if ((kept == first || close_range((unsigned)first, (unsigned)kept - 1, 0) == 0) &&
               close_range((unsigned)kept + 1, ~0u, 0) == 0) {
        return;
    }
    // Before Linux 5.9, or in a container that does not know the call.
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) _exit(1);
    for (rlim_t one = (rlim_t)first; one < limit.rlim_max && one < 1 << 20; one++)
        if ((int)one != kept) close((int)one);
}
