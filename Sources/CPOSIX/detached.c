#define _GNU_SOURCE
#include "detached.h"
#include "closing.h"
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_streams = 16, out_of_the_way = 64 };

/// Returns to the state of a new program: its own session, no signal handled or ignored, these descriptors only.
static bool begin_anew(const int *copies, int count) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    setsid();
    for (int index = 0; index < count; index++)
        if (dup2(copies[index], index) < 0) return false;
    close_all(count, -1);
    return true;
}

pid_t cposix_spawn_detached(const char *program, char *const *words, char *const *environment, const int *streams,
                            int count, const char *directory, bool ends_with_parent) {
    if (count < 0 || count > most_streams) {
        errno = EINVAL;
        return -1;
    }
    // All above every target number, so that no descriptor is overwritten before it is moved.
    int copies[most_streams], made = 0, nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    volatile int failure = nothing < 0 ? errno : 0;
    for (; made < count && !failure; made++) {
        copies[made] = fcntl(streams[made] < 0 ? nothing : streams[made], F_DUPFD_CLOEXEC, out_of_the_way);
        if (copies[made] < 0) failure = errno;
    }
    sigset_t all, ours, none;
    sigfillset(&all);
    sigemptyset(&none);
    // Our handlers must not run in the child while it shares our memory.
    sigprocmask(SIG_SETMASK, &all, &ours);
    pid_t parent = getpid(), child = failure ? -1 : vfork();
    if (child == 0) {
        if (begin_anew(copies, count) && !(directory && chdir(directory)) &&
            !(ends_with_parent && prctl(PR_SET_PDEATHSIG, SIGKILL))) {
            // The parent may have ended before.
            if (ends_with_parent && getppid() != parent) _exit(127);
            sigprocmask(SIG_SETMASK, &none, NULL);
            execve(program, words, environment);
        }
        failure = errno;
        _exit(127);
    }
    if (child < 0 && !failure) failure = errno;
    sigprocmask(SIG_SETMASK, &ours, NULL);
    for (int index = 0; index < made; index++)
        if (copies[index] >= 0) close(copies[index]);
    if (nothing >= 0) close(nothing);
    if (!failure) return child;
    if (child > 0)
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    errno = failure;
    return -1;
}

/// Waits for the program, and ends as it did. Everything is held back but SIGURG: `tree_stop` takes a process that holds back all
/// signals for one that is starting another.
static void guard_program(pid_t program) {
    sigset_t held;
    sigfillset(&held);
    sigdelset(&held, SIGURG);
    sigprocmask(SIG_SETMASK, &held, NULL);
    // Who reads what the program writes waits for the last copy of the pipe.
    close_all(0, -1);
    int status;
    // What the program left behind and has ended is reaped, too.
    for (pid_t ended; (ended = waitpid(-1, &status, 0)) != program;)
        if (ended < 0 && errno != EINTR) _exit(1);
    if (WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        cposix_die_by(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

int cposix_spawn_guarded(pid_t *guard, const char *program, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const *words, char *const *environment) {
    int link[2], failure = 0;
    if (pipe2(link, O_CLOEXEC)) return errno;
    *guard = fork();
    if (*guard < 0) failure = errno;
    if (*guard == 0) {
        pid_t child;
        if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)) failure = errno;
        if (!failure) failure = posix_spawn(&child, program, actions, attributes, words, environment);
        if (write(link[1], &failure, sizeof failure) < 0 || failure) _exit(1);
        guard_program(child);
    }
    close(link[1]);
    ssize_t got = 0;
    while (!failure && (got = read(link[0], &failure, sizeof failure)) < 0 && errno == EINTR) {}
    if (!failure && got != sizeof failure) failure = ECHILD;
    close(link[0]);
    if (failure && *guard > 0)
        while (waitpid(*guard, NULL, 0) < 0 && errno == EINTR) {}
    return failure;
}

int cposix_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
