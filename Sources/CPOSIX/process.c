#define _GNU_SOURCE
#include "process.h"
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

unsigned long long cposix_process_start(pid_t process) {
    char path[40], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t count = read(fd, text, sizeof text - 1);
    close(fd);
    if (count <= 0) return 0;
    text[count] = 0;
    // The name, in parentheses, may hold any character; the start time is field 22 (proc(5)).
    char *field = strrchr(text, ')');
    for (int index = 0; field && index < 20; index++) field = strchr(field + 1, ' ');
    return field ? strtoull(field, NULL, 10) : 0;
}

unsigned long long cposix_process_namespace(void) {
    struct stat status;
    return stat("/proc/self/ns/pid", &status) ? 0 : (unsigned long long)status.st_ino;
}

const char *cposix_search_path(void) { return getenv("PATH"); }

int cposix_process_handle(pid_t process) { return pidfd_open(process, 0); }

void cposix_harden(void) {
    // Keeps the hard limit, because it could not be raised again, and a command that is executed gets the old limit back.
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

int cposix_stop_signals(void) {
    signal(SIGHUP, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGQUIT);
    if (sigprocmask(SIG_BLOCK, &set, NULL)) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cposix_socket_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int cposix_relay_signals(void) {
    static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGWINCH, SIGCONT, SIGCHLD};
    // When SIGCHLD is ignored, the child's exit status is lost.
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
        if (numbers[index] == SIGCHLD || !cposix_image_ignored(numbers[index])) sigaddset(&set, numbers[index]);
    if (sigprocmask(SIG_BLOCK, &set, NULL)) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cposix_next_signal(int fd, bool *fromTerminal) {
    struct signalfd_siginfo information;
    if (read(fd, &information, sizeof information) != sizeof information) return 0;
    *fromTerminal = information.ssi_code == SI_KERNEL;
    return (int)information.ssi_signo;
}

void cposix_stop(void) { raise(SIGSTOP); }

// MARK: the stack

static const size_t least = 2 << 20, wanted = 8 << 20, guard = 64 << 10;

static ucontext_t before, behind;
static int (*wrapped)(void);
static int result;

static void enter(void) { result = wrapped(); }

static void enlarge_threads(void) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    if (pthread_attr_setstacksize(&attributes, least) == 0) pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

int cposix_run_with_stack(int (*body)(void)) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= least) return body();
    enlarge_threads();
    // An overflow of the stack hits the guard pages, not other memory.
    char *memory = mmap(NULL, guard + wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + guard, wanted, PROT_READ | PROT_WRITE) || getcontext(&behind))
        return body();
    wrapped = body;
    behind.uc_stack.ss_sp = memory + guard;
    behind.uc_stack.ss_size = wanted;
    behind.uc_link = &before;
    makecontext(&behind, enter, 0);
    // Does not create a thread: the process stays single-threaded, and signals reach it as usual.
    if (swapcontext(&before, &behind)) return body();
    return result;
}

// MARK: keys

int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring) {
    return (int32_t)syscall(SYS_add_key, "user", description, payload, count, keyring);
}

int32_t cposix_key_search(int32_t keyring, const char *description) {
    return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", description, 0);
}

long cposix_key_read(int32_t key, void *payload, size_t count) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, payload, count);
}

long cposix_key_do(int operation, int32_t key, uint32_t argument) {
    return syscall(SYS_keyctl, operation, key, argument);
}
