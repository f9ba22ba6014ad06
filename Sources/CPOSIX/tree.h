#pragma once
#include <sys/types.h>

enum { tree_most = 64 };

/// Processes and their descendants. All functions on it are safe within a signal handler.
struct tree {
    pid_t all[tree_most];
    int count;
    /// How long, in all, to wait for processes to stop.
    int patience_milliseconds;
};

/// Adds a process that is not yet in the tree.
void tree_add(struct tree *tree, pid_t process);
/// Stops the processes of the tree, and adds their descendants and stops them: what runs could start another process that
/// nobody would find once its parent has ended.
void tree_stop(struct tree *tree);
/// Sends `number` to all, and continues them.
void tree_signal(const struct tree *tree, int number);
