#define _GNU_SOURCE
#include "guard.h"
#include "image.h"
#include "tree.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <time.h>
#include <unistd.h>

enum { slots = 16, grace_milliseconds = 200 };

static char guarded_files[slots][PATH_MAX];
static volatile sig_atomic_t slot_used[slots];
static struct termios saved_state, asking_state;
static volatile sig_atomic_t terminal = -1;
static volatile sig_atomic_t child_pid = 0;
static volatile sig_atomic_t guards_tree = 0;
static volatile sig_atomic_t live_line = 0;

/// A statement that makes the shell's line fail. It starts with ';' to end a statement that was cut off.
static char failure[64];
static volatile sig_atomic_t failure_length = 0;
/// The process that answers the shell; a forked copy that has not yet executed its program must not.
static pid_t answering = 0;
static volatile sig_atomic_t output_state = cposix_output_complete;

/// A separate stack for the handler, usable when the normal stack is exhausted.
static char handler_stack[1 << 16];

void cposix_die_by(int number) {
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static volatile sig_atomic_t has_stopped;

int cposix_await_input(int descriptor, int milliseconds, bool *stopped) {
    // Held back until ppoll(2) waits, so that no stop is missed.
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTSTP);
    sigaddset(&stops, SIGCONT);
    sigprocmask(SIG_BLOCK, &stops, &before);
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    int ready = has_stopped ? 0 : ppoll(&waiting, 1, &limit, &before);
    int kept = errno;
    *stopped = has_stopped;
    has_stopped = 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = kept;
    return ready;
}

/// Gives the terminal back, and returns it. A SIGCONT that follows does not ask again: `fedauth cancel`, systemd and shells
/// send one behind the signal that ends.
static int leave_terminal(void) {
    int left = terminal;
    terminal = -1;
    if (left < 0) return left;
    // Discards pasted text that was not read, because the shell would run it as commands. TCSAFLUSH discards only what
    // the line discipline has processed; TCIFLUSH also discards input that waits before it.
    tcflush(left, TCIFLUSH);
    tcsetattr(left, TCSAFLUSH, &saved_state);
    return left;
}

static void fail_for_shell(void) {
    if (output_state == cposix_output_complete || getpid() != answering) return;
    size_t skipped = output_state == cposix_output_absent ? 1 : 0;
    output_state = cposix_output_complete;
    // When stdout is closed, there is no other way to report the failure.
    if (write(STDOUT_FILENO, failure + skipped, (size_t)failure_length - skipped) < 0) return;
}

static int give_back_stderr(void) {
    int left = leave_terminal();
    // When the terminal is gone, nothing can be done.
    if (live_line && write(STDERR_FILENO, "\r\033[K", 4) < 0) live_line = 0;
    return left;
}

static void leave_nothing_behind(void) {
    fail_for_shell();
    for (int slot = 0; slot < slots; slot++)
        if (slot_used[slot] == 2) unlink(guarded_files[slot]);
    if (child_pid <= 0) return;
    if (guards_tree) {
        cposix_end_tree(child_pid, grace_milliseconds);
    } else {
        kill(child_pid, SIGTERM);
        kill(child_pid, SIGCONT);
    }
}

static void catch_signal(int number);

static void ask_again(void) {
    int asked = terminal;
    if (asked >= 0) tcsetattr(asked, TCSANOW, &asking_state);
    // Another thread may have left it meanwhile.
    if (terminal < 0 && asked >= 0) tcsetattr(asked, TCSANOW, &saved_state);
    has_stopped = 1;
}

/// Nothing tells of SIGSTOP, after which a shell sets its own modes of the terminal.
static void continue_asking(int number) {
    (void)number;
    int kept = errno;
    ask_again();
    errno = kept;
}

static void handle(int number) {
    int kept = errno;
    int left = give_back_stderr();
    if (number == SIGTSTP) {
        // Stops with the terminal restored; after SIGCONT, asking continues without echo.
        cposix_die_by(SIGTSTP);
        catch_signal(SIGTSTP);
        terminal = left;
        ask_again();
        errno = kept;
        return;
    }
    leave_nothing_behind();
    cposix_die_by(number);
}

/// What the process says as it ends by itself.
struct farewell {
    char *words, *result;
    int status;
};

static void free_farewell(struct farewell *farewell) {
    free(farewell->words);
    free(farewell->result);
    farewell->words = farewell->result = NULL;
}

/// Returns false, and keeps nothing, when memory runs out.
static bool keep_farewell(struct farewell *farewell, const char *words, const char *result, int status) {
    *farewell = (struct farewell){strdup(words), strdup(result), status};
    if (farewell->words && farewell->result) return true;
    free_farewell(farewell);
    return false;
}

/// Writes a text, unless whoever reads the stream has stopped reading: the process is to end now.
static void say(int stream, const char *text) {
    struct pollfd wanted = {.fd = stream, .events = POLLOUT};
    // When a stream is closed, only the exit status reports the failure.
    ssize_t told = poll(&wanted, 1, 0) == 1 ? write(stream, text, strlen(text)) : 0;
    (void)told;
}

static void end_with(const struct farewell *farewell) {
    give_back_stderr();
    leave_nothing_behind();
    say(STDERR_FILENO, farewell->words);
    say(STDOUT_FILENO, farewell->result);
    _exit(farewell->status);
}

static timer_t limit;
static struct farewell at_limit;
static struct sigaction alarm_before;

static void end_at_limit(int number) {
    (void)number;
    end_with(&at_limit);
}

void cposix_limit_time(int64_t milliseconds, const char *words, const char *result, int status) {
    cposix_lift_limit();
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    if (!keep_farewell(&at_limit, words, result, status)) return;
    if (timer_create(CLOCK_MONOTONIC, &event, &limit)) {
        free_farewell(&at_limit);
        return;
    }
    struct sigaction action = {.sa_handler = end_at_limit};
    sigaction(SIGALRM, &action, &alarm_before);
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    struct itimerspec when = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000}};
    timer_settime(limit, 0, &when, NULL);
}

void cposix_lift_limit(void) {
    if (!at_limit.words) return;
    timer_delete(limit);
    sigaction(SIGALRM, &alarm_before, NULL);
    free_farewell(&at_limit);
}

/// The value that tells a request to cancel from any other SIGUSR1.
enum { cancel_mark = 0x6665646 };

static struct farewell at_cancel;
static volatile sig_atomic_t cancel_depth = 0;

static void end_by_cancel(int number, siginfo_t *info, void *context) {
    (void)context;
    if (info->si_code != SI_QUEUE || info->si_value.sival_int != cancel_mark) {
        if (!cposix_image_ignored(number)) handle(number);
        return;
    }
    if (cancel_depth == 0) return;
    end_with(&at_cancel);
}

void cposix_arm_cancel(const char *words, const char *result, int status) {
    if (cancel_depth > 0) {
        cancel_depth++;
        return;
    }
    free_farewell(&at_cancel);
    if (!keep_farewell(&at_cancel, words, result, status)) return;
    struct sigaction action = {.sa_sigaction = end_by_cancel, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    atomic_signal_fence(memory_order_seq_cst);
    cancel_depth = 1;
    sigaction(SIGUSR1, &action, NULL);
}

void cposix_unarm_cancel(void) { if (cancel_depth > 0) cancel_depth--; }

int cposix_send_cancel(int handle) {
    siginfo_t info = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_int = cancel_mark;
    if (pidfd_send_signal(handle, SIGUSR1, &info, 0)) return -1;
    // A process that Ctrl-Z has stopped handles no signal before it continues.
    return pidfd_send_signal(handle, SIGCONT, NULL, 0);
}

static void catch_signal(int number) {
    // Signals that were ignored at the start stay ignored (nohup, or a job of a shell without job control).
    if (cposix_image_ignored(number)) return;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigaction(number, &action, NULL);
}

static void catch_signals(void) {
    static const int numbers[] = {
        SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGILL,  SIGTRAP,   SIGABRT, SIGBUS,    SIGFPE, SIGSEGV,
        SIGUSR1, SIGUSR2, SIGSYS, SIGALRM, SIGXCPU, SIGPOLL, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGPWR};
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) catch_signal(numbers[i]);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) catch_signal(number);
}

void cposix_guard_install(void) {
    catch_signals();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void cposix_die_of_broken_pipe(void) { if (!cposix_image_ignored(SIGPIPE)) handle(SIGPIPE); }

void cposix_guard_terminal(int fd, const struct termios *saved, const struct termios *asking) {
    has_stopped = 0;
    saved_state = *saved;
    asking_state = *asking;
    atomic_signal_fence(memory_order_seq_cst);
    terminal = fd;
    struct sigaction action = {.sa_handler = continue_asking, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigaction(SIGCONT, &action, NULL);
}

void cposix_give_back_terminal(void) {
    signal(SIGCONT, SIG_DFL);
    leave_terminal();
}

int cposix_guard_file(const char *path) {
    size_t length = strlen(path);
    if (length >= PATH_MAX) return -1;
    for (int slot = 0; slot < slots; slot++) {
        if (slot_used[slot]) continue;
        slot_used[slot] = 1;
        memcpy(guarded_files[slot], path, length + 1);
        atomic_signal_fence(memory_order_seq_cst);
        slot_used[slot] = 2;
        return slot;
    }
    return -1;
}

void cposix_unguard_file(int slot) { if (slot >= 0 && slot < slots) slot_used[slot] = 0; }

void cposix_guard_output(const char *text) {
    bool guards = text && strlen(text) + 2 <= sizeof failure;
    // A signal waits until the text is whole; it must not find half of it, or none.
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    if (guards) {
        failure[0] = ';';
        strcpy(failure + 1, text);
        failure_length = (sig_atomic_t)strlen(failure);
        answering = getpid();
    }
    output_state = guards ? cposix_output_absent : cposix_output_complete;
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void cposix_guard_output_begins(void) {
    if (output_state == cposix_output_absent) output_state = cposix_output_partial;
}

void cposix_guard_output_ends(void) { output_state = cposix_output_complete; }

enum cposix_output_state cposix_guard_output_state(void) { return (enum cposix_output_state)output_state; }

/// Keeps what the kernel handed over. The one command whose output a shell evaluates is guarded before any library is
/// initialised; `cposix_guard_output` takes the place of this guard as soon as the words are read.
static void start(int count, char **words, char **environment) {
    (void)environment;
    cposix_image_start(count, words);
    for (int i = 1; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "export-cookies") != 0) continue;
        if (isatty(STDOUT_FILENO)) return;
        // First the text, then the handlers: a handler runs as soon as sigaction returns.
        cposix_guard_output("false;\n");
        catch_signals();
        return;
    }
}

/// The dynamic linker calls these before all constructors.
__attribute__((used, section(".preinit_array"))) static void (*at_start)(int, char **, char **) = start;

void cposix_guard_live_line(bool shown) { live_line = shown; }
void cposix_guard_child(pid_t child) { child_pid = child; }
void cposix_guard_tree(void) { guards_tree = 1; }
void cposix_unguard_child(void) { child_pid = guards_tree = 0; }
