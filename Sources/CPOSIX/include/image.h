#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What a program finds when it begins, and what this process changes for itself: dispositions and mask of signals, umask,
// the limit of core dumps, streams that were closed, open descriptors. It is written down at the very start, so that a
// command of the user's can be given exactly that.

/// Writes it down. Call it before anything is changed.
///
/// With `descriptors` those that are open now are written down too; the others get lost at the execution then.
void cposix_image_capture(bool descriptors);

/// Whether this stream was open.
bool cposix_image_had_stream(int fd);

/// Replaces this process by a program, found by PATH as execvp(3) does, in the state that was written down. Returns only on
/// failure, with errno; the process is then fit for a message and an end, no more.
void cposix_image_execute(const char *file, char *const *words, char *const *environment);

/// Starts a program in the same way as a child whose stdout and stderr are these descriptors, if they are not below 0.
/// Returns its number, or -1 and errno, also when the program cannot be executed.
pid_t cposix_image_spawn(
    const char *file, char *const *words, char *const *environment, int output, int errors);

/// When a process of this number began, in ticks since the machine did; 0 when that cannot be told.
unsigned long long cposix_process_start(pid_t process);

/// What tells this namespace of process numbers from others; 0 when that cannot be told.
unsigned long long cposix_process_namespace(void);

/// Another end of a new pseudo terminal, which hands on what is written to it as it is: `ends[0]` reads, `ends[1]` is what
/// a program gets. With the window of `like`. -1 and errno on failure.
int cposix_pseudo_terminal(int *ends, int like);

/// Gives one terminal the window of another.
void cposix_copy_window(int from, int to);

/// From here on these signals, but for those that were ignored when the process began, arrive at the descriptor that is
/// returned, and those that a broken pipe and its like would raise are errors.
int cposix_relay_signals(void);

/// The next signal at that descriptor; 0 when there is none. `fromTerminal` when the kernel sent it: then it went to all
/// processes of the group, a child too.
int cposix_next_signal(int fd, bool *fromTerminal);

/// A stop by SIGSTOP, until SIGCONT.
void cposix_stop(void);
