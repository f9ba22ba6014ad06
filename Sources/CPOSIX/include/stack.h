#pragma once

/// Runs `body` and returns its result. When the soft limit of the stack (RLIMIT_STACK) is low, `body` runs on a
/// separate stack, and threads created later get larger stacks. The limit itself is unchanged, for commands that are
/// executed.
int cposix_run_with_stack(int (*body)(void));
