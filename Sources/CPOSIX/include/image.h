#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// The number of words of the command line, the program's name included. Swift's own `CommandLine` reads them from /proc,
/// and has none where that is not mounted.
int cposix_word_count(void);
/// Returns the words, with a NULL at their end. They belong to the process.
char **cposix_words(void);

// The process state that a program starts with and that fedauth changes for itself: signal dispositions and mask,
// umask, the core dump limit, closed streams, open descriptors. It is recorded at the very start, so that the user's
// command starts with exactly the same state.

/// Records the words and which signals are ignored, before any other code of the program runs.
void cposix_image_start(int count, char **words);

/// Records the rest of the state. Call it before changing anything.
///
/// With `descriptors` it also records the open descriptors; all others are then closed when a program is executed.
void cposix_image_capture(bool descriptors);

/// Leaves a descriptor to the program, too.
void cposix_image_keep(int fd);

/// Returns whether this signal was ignored.
bool cposix_image_ignored(int number);

/// Returns whether this stream was open.
bool cposix_image_had_stream(int fd);

/// Replaces this process with a program in the recorded state: `file`, or if that is NULL the first word, found by PATH as
/// execvp(3) does. Returns only on
/// failure, with errno; the process can then only report the error and exit.
void cposix_image_execute(const char *file, char *const *words, char *const *environment);

/// Starts a program as a child in the recorded state. Its stdout and stderr are these descriptors unless they are below
/// 0. Returns the process ID, or -1 with errno, also when the program cannot be executed.
pid_t cposix_image_spawn(const char *file, char *const *words, char *const *environment, int output, int errors);
