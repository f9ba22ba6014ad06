#pragma once

/// Runs `body` and returns what it returns. Where the soft limit of the stack (RLIMIT_STACK) is low it runs on a stack of
/// its own, and threads that are made later get larger stacks. The limit itself stays, for commands that are executed.
int cposix_run_with_stack(int (*body)(void));
