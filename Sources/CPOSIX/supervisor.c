#define _GNU_SOURCE
#include "supervisor.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_open = 16, most_sessions = 64, pause_milliseconds = 5, patience_milliseconds = 5000,
       marked_milliseconds = 2000, pulse_milliseconds = 100 };

/// The time of a clock that nobody sets.
static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

int cposix_adopt_orphans(void) {
    // A supervisor that its program has stopped could not see that it has to end it.
    if (prctl(PR_SET_PDEATHSIG, SIGCONT)) return -1;
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

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
    int process = pidfd_open(child, 0);
    if (process < 0) return errno == ESRCH ? 1 : -1;
    struct pollfd waiting[] = {{.fd = process, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
    int count;
    while ((count = poll(waiting, 2, milliseconds)) < 0 && errno == EINTR) {}
    close(process);
    if (count < 0) return -1;
    return waiting[0].revents ? 1 : waiting[1].revents ? 2 : 0;
}

void cposix_await_supervisor(pid_t supervisor, int milliseconds) {
    long long end = now() + milliseconds;
    siginfo_t ended = {0};
    do {
        kill(supervisor, SIGCONT);
        // Where the system has no such descriptors, the loop asks again.
        if (cposix_wait_for(supervisor, -1, pulse_milliseconds) < 0) poll(NULL, 0, pause_milliseconds);
    } while (!waitid(P_PID, (id_t)supervisor, &ended, WEXITED | WNOHANG | WNOWAIT) && !ended.si_pid && now() < end);
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

static void reap(void) { while (waitpid(-1, NULL, WNOHANG) > 0) {} }

void cposix_end_children(int milliseconds) {
    struct timespec pause = {0, pause_milliseconds * 1000000L};
    reap();
    signal_children(SIGTERM);
    for (int left = milliseconds; left > 0; left -= pause_milliseconds) {
        reap();
        if (!signal_children(0)) return;
        nanosleep(&pause, NULL);
    }
    // Includes children adopted meanwhile. Those that cannot be killed (another user's, or stuck) are left behind.
    for (int left = patience_milliseconds; left > 0 && signal_children(SIGKILL); left -= pause_milliseconds) {
        nanosleep(&pause, NULL);
        reap();
    }
}

static bool is_own(pid_t process) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d", (int)process);
    struct stat status;
    return process > 0 && process != getpid() && !stat(path, &status) && status.st_uid == geteuid();
}

/// Whether the environment of a process has `text`; false where that cannot be read.
static bool environment_has(pid_t process, const char *text) {
    char path[32], chunk[16 << 10];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    size_t length = strlen(text), kept = 0;
    ssize_t got;
    bool found = false;
    while (!found && (got = read(file, chunk + kept, sizeof chunk - kept)) > 0) {
        size_t count = kept + (size_t)got;
        found = memmem(chunk, count, text, length);
        kept = count < length ? count : length - 1;
        memmove(chunk, chunk + count - kept, kept);
    }
    close(file);
    return found;
}

/// The session of a process; 0 when it has ended, also when nobody has waited for it.
static pid_t session_of(pid_t process) {
    char path[32], text[512], state;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    text[got > 0 ? got : 0] = 0;
    // The name before the state is in parentheses, and may contain some.
    const char *name_end = strrchr(text, ')');
    int session;
    if (!name_end || sscanf(name_end + 1, " %c %*d %*d %d", &state, &session) != 2 || strchr("ZX", state)) return 0;
    return session;
}

/// Kills the processes that have the mark and, in a second pass, those of the sessions that these lead, or whose leader has
/// ended: some write over their environment. Returns how many there are; -1 when that is not known.
static int kill_marked(const char *mark) {
    pid_t sessions[most_sessions], session;
    int known = 0, found = 0;
    DIR *processes = opendir("/proc");
    if (!processes) return -1;
    for (int pass = 0; pass < 2; pass++) {
        rewinddir(processes);
        struct dirent *entry;
        while ((entry = readdir(processes))) {
            pid_t process = (pid_t)atoi(entry->d_name);
            if (!is_own(process) || !(session = session_of(process))) continue;
            // Opened before the look at the mark, so that no later process with the same ID is killed.
            int handle = pass == 1 ? pidfd_open(process, 0) : -1;
            bool is_ours = environment_has(process, mark);
            if (pass == 0 && is_ours && known < most_sessions && (session == process || !session_of(session)))
                sessions[known++] = session;
            for (int one = 0; pass == 1 && !is_ours && one < known; one++) is_ours = sessions[one] == session;
            if (pass == 1 && is_ours && (pidfd_send_signal(handle, SIGKILL, NULL, 0) == 0 || errno != ESRCH)) found++;
            if (handle >= 0) close(handle);
        }
    }
    closedir(processes);
    return found;
}

bool cposix_end_marked(const char *mark) {
    struct timespec pause = {0, pause_milliseconds * 1000000L};
    long long end = now() + marked_milliseconds;
    int found;
    // With those that they have started meanwhile.
    while ((found = kill_marked(mark)) > 0 && now() < end) nanosleep(&pause, NULL);
    return found == 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    remove(path);
    return 0;
}

int cposix_remove_tree(const char *path) {
    nftw(path, remove_one, most_open, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    struct stat status;
    return lstat(path, &status) && errno == ENOENT ? 0 : -1;
}
