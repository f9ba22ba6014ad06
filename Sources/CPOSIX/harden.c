#include "harden.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>

void cposix_harden(void) {
    // Keeps the hard limit, because it could not be raised again, and a command that is executed gets the old limit
    // back.
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void cposix_reserve_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        // open(2) returns the lowest free number, which is the missing one.
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}
