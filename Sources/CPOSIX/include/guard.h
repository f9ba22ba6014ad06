#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// Installs one handler for SIGTSTP and for all signals that end a process, including crashes. The handler restores the
/// terminal, writes the text of the output guard, removes guarded files, ends the guarded child, and then lets the
/// signal take its default action. SIGPIPE (closed pipe) and SIGXFSZ (file size limit) become errors of write(2)
/// instead. The handler has its own stack in the thread that calls this function.
void cposix_guard_install(void);

/// Guards the terminal `fd` until `cposix_give_back_terminal`: the handler restores `saved` and discards unread input.
/// After the process was stopped, by whatever signal, and continued, the handler sets `asking` again.
void cposix_guard_terminal(int fd, const struct termios *saved, const struct termios *asking);
/// Restores the terminal as the handler does, and ends the guard.
void cposix_give_back_terminal(void);

/// Waits for input as poll(2) does. Sets `stopped` if the process was stopped and continued since the last call.
int cposix_await_input(int descriptor, int milliseconds, bool *stopped);

/// Removes `path` when a signal ends the process. Returns a slot for `cposix_unguard_file`; -1: none is free, or too long.
int cposix_guard_file(const char *path);
void cposix_unguard_file(int slot);

/// How much of the text for the shell has been written to stdout.
enum cposix_output_state { cposix_output_complete, cposix_output_absent, cposix_output_partial };

/// Guards the output until `cposix_guard_output_ends`: a signal that ends the process first writes `text` to stdout, a
/// statement that makes the shell that evaluates the output fail. When part of the output was written, a semicolon
/// precedes it, so that every shell reads that part as a separate statement or as a syntax error. NULL guards nothing.
void cposix_guard_output(const char *text);
void cposix_guard_output_begins(void);
void cposix_guard_output_ends(void);
/// Returns the state; `cposix_output_complete` also when there is no guard.
enum cposix_output_state cposix_guard_output_state(void);

/// Sets whether a signal that ends or stops the process first erases the status line on stderr.
void cposix_guard_live_line(bool shown);

/// Sends SIGTERM to `child` when a signal ends this process.
void cposix_guard_child(pid_t child);
/// Includes the descendants of the guarded child, and kills those that do not end by SIGTERM.
void cposix_guard_tree(void);
void cposix_unguard_child(void);
/// Ends a child and its descendants, at most 64 processes: SIGTERM, then SIGKILL after `milliseconds`. Does not reap it.
void cposix_end_tree(pid_t child, int milliseconds);

/// Limits a call that has no timeout of its own, such as one into a library that the user chose. Unless
/// `cposix_lift_limit` is called within `milliseconds` (above 0), the process does what the signal handler does, writes
/// `words` to stderr and `result` to stdout, and ends with `status`. Has no effect when the library changes the action
/// of SIGALRM.
void cposix_limit_time(int64_t milliseconds, const char *words, const char *result, int status);
void cposix_lift_limit(void);

/// Lets another process of this user cancel this one until `cposix_unarm_cancel`: `cposix_send_cancel` then makes it do
/// what the signal handler does, write `words` to stderr and `result` to stdout, and end with `status`. Calls nest; the
/// texts of the outermost call count. Unarmed, a process ignores a request to cancel that comes too late.
void cposix_arm_cancel(const char *words, const char *result, int status);
void cposix_unarm_cancel(void);
/// Asks the process behind `handle` (pidfd_open(2)) to cancel, also when it is stopped. Returns -1 with errno on failure.
int cposix_send_cancel(int handle);

/// Ends the process with SIGPIPE, with the same clean-up as the handler. Returns without effect when the signal was
/// ignored at the start: then the parent process expects an error.
void cposix_die_of_broken_pipe(void);

/// Raises `signal`, unblocked and with its default action, which ends or stops the process.
void cposix_die_by(int signal);
