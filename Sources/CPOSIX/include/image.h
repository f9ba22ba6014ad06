#pragma once
#include <stdbool.h>
#include <sys/types.h>

// What a program finds when it begins, and what this process changes for itself: dispositions and mask of signals, umask,
// the limit of core dumps, streams that were closed, open descriptors. It is written down at the very start, so that a
// command of the user's can be given exactly that.

/// Writes it down. Call it before anything is changed.
///
/// With `descriptors` those that are open now are written down too; the others get lost at the execution then.
void cposix_image_capture(bool descriptors);

/// Whether this signal was ignored.
bool cposix_image_ignored(int number);

/// Whether this stream was open.
bool cposix_image_had_stream(int fd);

/// Replaces this process by a program, found by PATH as execvp(3) does, in the state that was written down. Returns only on
/// failure, with errno; the process is then fit for a message and an end, no more.
void cposix_image_execute(const char *file, char *const *words, char *const *environment);

/// Starts a program in the same way as a child whose stdout and stderr are these descriptors, if they are not below 0.
/// Returns its number, or -1 and errno, also when the program cannot be executed.
pid_t cposix_image_spawn(
    const char *file, char *const *words, char *const *environment, int output, int errors);
