#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// Installs the one handler for SIGTSTP and all signals that end a process, those of a crash included: restores the
/// terminal, prints what guarded output needs, removes guarded files, ends the guarded child, then lets the signal do what
/// it does without a handler. A closed pipe (SIGPIPE) and a file that grows beyond its limit (SIGXFSZ) are errors of the
/// write instead. It has a stack of its own for the thread that calls this.
void cposix_guard_install(void);

/// Until `cposix_give_back_terminal`, `saved` is what the handler restores on `fd`, throwing away what was typed and not
/// read, and `asking` what it sets again after the process was stopped and continued.
void cposix_guard_terminal(int fd, const struct termios *saved, const struct termios *asking);
/// Does the same as the handler, and ends the guard.
void cposix_give_back_terminal(void);

/// Removes `path` when a signal ends the process. Returns a slot for `cposix_unguard_file`, or -1 when all are taken or
/// the path is too long.
int cposix_guard_file(const char *path);
void cposix_unguard_file(int slot);

/// How much of what a shell is to evaluate stands on stdout.
enum cposix_output_state { cposix_output_complete, cposix_output_absent, cposix_output_partial };

/// Until `cposix_guard_output_ends`, a signal that ends the process first writes `text` to stdout: a statement by which the
/// shell that evaluates the output fails. Behind a part of the output it stands behind a semicolon: in every shell that part
/// is then either a statement of its own or a mistake. NULL guards nothing.
void cposix_guard_output(const char *text);
void cposix_guard_output_begins(void);
void cposix_guard_output_ends(void);
/// `cposix_output_complete` without a guard, too.
enum cposix_output_state cposix_guard_output_state(void);

/// While `shown`, a signal that ends or stops the process first erases the line of the terminal on stderr on which
/// something moves.
void cposix_guard_live_line(bool shown);

/// Ends `child` (SIGTERM) when a signal ends this process.
void cposix_guard_child(pid_t child);
void cposix_unguard_child(void);

/// For a call that has no limit of its own, as into a library of the user's: unless `cposix_lift_limit` comes within
/// `milliseconds` (above 0), the process ends with `status`. Before that it does what the handler of signals does, and writes
/// `words` to stderr and `result` to stdout. It has no effect when the library changes what SIGALRM does.
void cposix_limit_time(int64_t milliseconds, const char *words, const char *result, int status);
void cposix_lift_limit(void);

/// Ends the process by SIGPIPE, as the handler does by its signals. Returns, and does nothing, where the signal was ignored
/// when the process began: then whoever began it wants an error.
void cposix_die_of_broken_pipe(void);

/// Raises `signal` with its default action and unblocked: the process ends by it.
void cposix_die_by(int signal);
