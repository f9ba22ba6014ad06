#define _GNU_SOURCE
#include "image.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int word_count;
static char **words_of_process;

int cposix_word_count(void) { return word_count; }
char **cposix_words(void) { return words_of_process; }

enum { last_signal = 64 };

/// An inherited descriptor and the file behind it.
struct inherited {
    int fd;
    dev_t device;
    ino_t file;
};

static bool was_ignored[last_signal + 1];
static sigset_t mask;
static mode_t file_mask;
static struct rlimit core_limit;
static bool had_stream[3];
static struct inherited *inherited;
static size_t inherited_count;
static bool knows_descriptors;

/// Calls `visit` with each open descriptor. Returns false when they cannot be listed.
static bool each_descriptor(void (*visit)(int)) {
    DIR *names = opendir("/proc/self/fd");
    if (!names) return false;
    struct dirent *entry;
    while ((entry = readdir(names))) {
        int fd = atoi(entry->d_name);
        if (entry->d_name[0] != '.' && fd != dirfd(names)) visit(fd);
    }
    closedir(names);
    return true;
}

static void remember(int fd) {
    struct stat status;
    if (fstat(fd, &status)) return;
    struct inherited *more = reallocarray(inherited, inherited_count + 1, sizeof *inherited);
    if (!more) return;
    inherited = more;
    inherited[inherited_count++] = (struct inherited){fd, status.st_dev, status.st_ino};
}

void cposix_image_keep(int fd) {
    fcntl(fd, F_SETFD, 0);
    remember(fd);
}

void cposix_image_start(int count, char **words) {
    word_count = count;
    words_of_process = words;
    for (int number = 1; number <= last_signal; number++) {
        struct sigaction action;
        was_ignored[number] = sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
    }
}

void cposix_image_capture(bool descriptors) {
    sigprocmask(SIG_SETMASK, NULL, &mask);
    file_mask = umask(077);
    umask(file_mask);
    getrlimit(RLIMIT_CORE, &core_limit);
    for (int fd = 0; fd <= 2; fd++) had_stream[fd] = fcntl(fd, F_GETFD) >= 0;
    if (descriptors) knows_descriptors = each_descriptor(remember);
}

bool cposix_image_ignored(int number) { return number > 0 && number <= last_signal && was_ignored[number]; }

bool cposix_image_had_stream(int fd) { return fd >= 0 && fd <= 2 && had_stream[fd]; }

/// Sets close-on-exec on a descriptor that was not inherited, for libraries that forget to.
static void keep_if_inherited(int fd) {
    struct stat status;
    for (size_t index = 0; index < inherited_count; index++)
        if (inherited[index].fd == fd && fstat(fd, &status) == 0 && status.st_dev == inherited[index].device
            && status.st_ino == inherited[index].file)
            return;
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0) fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
}

/// Restores everything except the signal mask; until that is restored, no signal arrives.
static void restore(void) {
    for (int number = 1; number <= last_signal; number++) signal(number, was_ignored[number] ? SIG_IGN : SIG_DFL);
    umask(file_mask);
    setrlimit(RLIMIT_CORE, &core_limit);
}

static void close_what_is_ours(void) {
    if (knows_descriptors) each_descriptor(keep_if_inherited);
    for (int fd = 0; fd <= 2; fd++)
        if (!had_stream[fd]) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void cposix_image_execute(const char *file, char *const *words, char *const *environment) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    close_what_is_ours();
    restore();
    sigprocmask(SIG_SETMASK, &mask, NULL);
    execvpe(file ? file : words[0], words, environment);
    int kept = errno;
    // The program did not start. This process must stay protected: a core dump of it would contain secrets.
    struct rlimit none = {0, core_limit.rlim_max};
    setrlimit(RLIMIT_CORE, &none);
    umask(077);
    signal(SIGPIPE, SIG_IGN);
    errno = kept;
}

pid_t cposix_image_spawn(const char *file, char *const *words, char *const *environment, int output, int errors) {
    sigset_t all, ours;
    sigfillset(&all);
    // Our handlers must not run in the child while it shares our memory.
    sigprocmask(SIG_SETMASK, &all, &ours);
    volatile int failure = 0;
    close_what_is_ours();
    // vfork shares the memory until the program runs; a copy made by fork would have wiped pages (MADV_WIPEONFORK).
    pid_t child = vfork();
    if (child == 0) {
        if (output >= 0) dup2(output, 1);
        if (errors >= 0) dup2(errors, 2);
        restore();
        sigprocmask(SIG_SETMASK, &mask, NULL);
        execvpe(file, words, environment);
        failure = errno;
        _exit(127);
    }
    int kept = errno;
    sigprocmask(SIG_SETMASK, &ours, NULL);
    if (child < 0) {
        errno = kept;
        return -1;
    }
    if (failure) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        errno = failure;
        return -1;
    }
    return child;
}
