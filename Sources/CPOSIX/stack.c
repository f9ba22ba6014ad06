#define _GNU_SOURCE
#include "stack.h"
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

static const size_t least = 2 << 20, wanted = 8 << 20, guard = 64 << 10;

static ucontext_t before, behind;
static int (*wrapped)(void);
static int result;

static void enter(void) { result = wrapped(); }

static void enlarge_threads(void) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    if (pthread_attr_setstacksize(&attributes, least) == 0) pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

int cposix_run_with_stack(int (*body)(void)) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= least) return body();
    enlarge_threads();
    // An overflow of the stack hits the guard pages, not other memory.
    char *memory = mmap(NULL, guard + wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + guard, wanted, PROT_READ | PROT_WRITE) || getcontext(&behind))
        return body();
    wrapped = body;
    behind.uc_stack.ss_sp = memory + guard;
    behind.uc_stack.ss_size = wanted;
    behind.uc_link = &before;
    makecontext(&behind, enter, 0);
    // Does not create a thread: the process stays single-threaded, and signals reach it as usual.
    if (swapcontext(&before, &behind)) return body();
    return result;
}
