#define _GNU_SOURCE
#include "supervisor.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_open = 16, pause_milliseconds = 5, patience_milliseconds = 5000,
       supervisor_milliseconds = 20000, pulse_milliseconds = 100 };

int cposix_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int cposix_become_user(uid_t user) {
    struct passwd *entry = getpwuid(user);
    if (!entry) {
        errno = ENOENT;
        return -1;
    }
    if (initgroups(entry->pw_name, entry->pw_gid) || setgid(entry->pw_gid)) return -1;
    return setuid(user);
}

int cposix_wait_for(pid_t child, int descriptor, int milliseconds) {
    int process = (int)syscall(SYS_pidfd_open, child, 0);
    if (process < 0) return errno == ESRCH ? 1 : -1;
    struct pollfd waiting[] = {{.fd = process, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
    int count;
    while ((count = poll(waiting, 2, milliseconds)) < 0 && errno == EINTR) {}
    close(process);
    if (count < 0) return -1;
    return waiting[0].revents ? 1 : waiting[1].revents ? 2 : 0;
}

void cposix_await_supervisor(pid_t supervisor) {
    if (supervisor <= 0) return;
    for (int left = supervisor_milliseconds; left > 0; left -= pulse_milliseconds) {
        kill(supervisor, SIGCONT);
        if (cposix_wait_for(supervisor, -1, pulse_milliseconds)) return;
    }
    kill(supervisor, SIGKILL);
}

/// Sends `number` to each child. Returns true when there is one.
static bool signal_children(int number) {
    FILE *list = fopen("/proc/thread-self/children", "re");
    if (!list) return false;
    int child;
    bool any = false;
    while (fscanf(list, "%d", &child) == 1) {
        any = true;
        kill(child, number);
    }
    fclose(list);
    return any;
}

static void reap(void) {
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
}

void cposix_end_children(int milliseconds) {
    struct timespec pause = {0, pause_milliseconds * 1000000L};
    reap();
    signal_children(SIGTERM);
    for (int left = milliseconds; left > 0; left -= pause_milliseconds) {
        reap();
        if (!signal_children(0)) return;
        nanosleep(&pause, NULL);
    }
    // Includes children adopted meanwhile. Children that cannot be killed (of another user, or stuck in the kernel) are
    // left behind.
    for (int left = patience_milliseconds; left > 0 && signal_children(SIGKILL); left -= pause_milliseconds) {
        nanosleep(&pause, NULL);
        reap();
    }
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    remove(path);
    return 0;
}

int cposix_remove_tree(const char *path) {
    nftw(path, remove_one, most_open, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    return access(path, F_OK) == 0 ? -1 : 0;
}
