#define _GNU_SOURCE
#include "confine.h"
#include "closing.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Landlock's interface, as its documentation in the kernel (userspace-api/landlock) has it: the headers of the machine that
// builds may be older than the kernel that runs.
enum { create_ruleset = 444, restrict_self = 446, ask_version = 1 };

struct ruleset {
    uint64_t files;
    uint64_t ports;
    uint64_t scopes;
};

int cposix_landlock_version(void) {
    int kept = errno;
    long version = syscall(create_ruleset, NULL, 0, ask_version);
    errno = kept;
    return version < 0 ? 0 : (int)version;
}

/// Denies all that this kernel's Landlock can deny. Later versions have more to deny, which this code does not know.
static bool deny_files(void) {
    int version = cposix_landlock_version();
    if (version < 1) return false;
    struct ruleset all = {.files = (1u << 13) - 1};
    if (version >= 2) all.files |= 1u << 13;  // to link and rename between directories
    if (version >= 3) all.files |= 1u << 14;  // to truncate
    if (version >= 4) all.ports = 3;          // to bind and to connect
    if (version >= 5) all.files |= 1u << 15;  // ioctl(2) of devices
    if (version >= 6) all.scopes = 3;         // abstract sockets and signals
    int rules = (int)syscall(create_ruleset, &all, sizeof all, 0);
    if (rules < 0) return false;
    bool held = syscall(restrict_self, rules, 0) == 0;
    close(rules);
    return held;
}

#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

static bool deny_calls(void) {
#ifdef MACHINE
    // What computing, memory, the link and the end of the process need. mlock(2) and madvise(2) are for secrets.
    static const uint32_t allowed[] = {
        SYS_read,    SYS_write,  SYS_close,         SYS_brk,     SYS_mmap,           SYS_munmap,
        SYS_mremap,  SYS_mprotect, SYS_madvise,     SYS_mlock,   SYS_munlock,        SYS_futex,
        SYS_exit,    SYS_exit_group, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall, SYS_clock_gettime,
        SYS_getrandom, SYS_sched_yield, SYS_getpid, SYS_gettid,
    };
    enum { count = sizeof allowed / sizeof *allowed };
    struct sock_filter filter[count + 6];
    size_t used = 0;
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[used++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < count; i++)
        filter[used++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], (uint8_t)(count - i), 0);
    // An error, and no end of the process: libraries go on without what they do not get.
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = (unsigned short)used, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
    return false;
#endif
}

static bool set_limits(void) {
    static const struct {
        int kind;
        rlim_t most;
    } limits[] = {{RLIMIT_CORE, 0},   {RLIMIT_FSIZE, 0}, {RLIMIT_CPU, 60},
                  {RLIMIT_NOFILE, 0}, {RLIMIT_NPROC, 0}, {RLIMIT_DATA, (rlim_t)2 << 30}};
    bool held = true;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit limit = {limits[i].most, limits[i].most};
        held = setrlimit(limits[i].kind, &limit) == 0 && held;
    }
    return held;
}

static void become_confined(int measures, int link, pid_t parent, int *held) {
    // The handlers of this process clean up for it; the copy has nothing to clean up.
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) continue;
        signal(number, SIG_DFL);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    // The parent may have ended before that.
    if (getppid() != parent) _exit(1);
    close_all(0, link);
    *held = 0;
    // Without it neither Landlock nor seccomp(2) can be used by a process that is not root's.
    bool promised = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    if (promised && measures & cposix_held_by_files && deny_files()) *held |= cposix_held_by_files;
    if (measures & cposix_held_by_limits && set_limits()) *held |= cposix_held_by_limits;
    if (promised && measures & cposix_held_by_calls && deny_calls()) *held |= cposix_held_by_calls;
}

pid_t cposix_fork_confined(int measures, int *link, int *held) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return -1;
    // No handler may run in the copy.
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t copy = fork();
    int failure = errno;
    if (copy == 0) become_confined(measures, ends[1], parent, held);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (copy == 0) {
        *link = ends[1];
        return 0;
    }
    close(ends[1]);
    if (copy < 0) close(ends[0]);
    *link = copy < 0 ? -1 : ends[0];
    errno = failure;
    return copy;
}

/// Ends the copy. Returns what waitpid(2) does with WNOHANG before that: 0 when the copy had not ended by itself.
static int end_now(pid_t copy, int *status) {
    int ended;
    while ((ended = waitpid(copy, status, WNOHANG)) < 0 && errno == EINTR) {}
    // A process ID without a child is another process's: the kernel releases it at once when SIGCHLD is ignored. A copy that is
    // ending already keeps the status that it ends with.
    if (ended == 0) kill(copy, SIGKILL);
    return ended;
}

int cposix_end_confined(pid_t copy) {
    int status, ended = end_now(copy, &status);
    if (ended == 0)
        while ((ended = waitpid(copy, &status, 0)) < 0 && errno == EINTR) {}
    return ended < 0 ? -1 : status;
}

void cposix_leave_confined(pid_t copy) {
    static _Atomic pid_t ending;
    int status;
    if (end_now(copy, &status)) return;
    pid_t earlier = atomic_exchange(&ending, copy);
    if (earlier > 0)
        while (waitpid(earlier, &status, 0) < 0 && errno == EINTR) {}
}
