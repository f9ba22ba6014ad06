#include "harden.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>

void cposix_harden(void) {
    // The hard limit stays: nobody can raise it again, and a command that is executed gets back what was.
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void cposix_reserve_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        // The lowest free number is the one that is missing.
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}
