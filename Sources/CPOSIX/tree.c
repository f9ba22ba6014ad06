#define _GNU_SOURCE
#include "tree.h"
#include "guard.h"
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/pidfd.h>
#include <time.h>
#include <unistd.h>

enum { stop_milliseconds = 1000, pause_milliseconds = 5 };

void tree_add(struct tree *tree, pid_t process) {
    for (int one = 0; one < tree->count; one++)
        if (tree->all[one] == process) return;
    if (tree->count < tree_most) tree->all[tree->count++] = process;
}

/// Opens the list of the threads of a process.
static int open_threads(pid_t process) {
    char path[32] = "/proc/", digits[12];
    char *end = path + strlen(path);
    int length = 0;
    for (pid_t rest = process; rest > 0 && length < (int)sizeof digits; rest /= 10) digits[length++] = (char)('0' + rest % 10);
    while (length > 0) *end++ = digits[--length];
    strcpy(end, "/task");
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int open_file(int threads, const char *thread, const char *file) {
    char path[32];
    if (strlen(thread) + strlen(file) >= sizeof path) return -1;
    strcpy(path, thread);
    strcat(path, file);
    return openat(threads, path, O_RDONLY | O_CLOEXEC);
}

/// The state of a thread (proc_pid_stat(5)): T or t when it is stopped, Z or X when it has ended.
static char state_of(int threads, const char *thread) {
    int status = open_file(threads, thread, "/stat");
    if (status < 0) return 'X';
    char text[128];
    ssize_t got = read(status, text, sizeof text);
    close(status);
    // The name before the state is in parentheses, and may contain some.
    const char *name_end = got > 0 ? memrchr(text, ')', (size_t)got) : NULL;
    return name_end && name_end + 2 < text + got ? name_end[2] : 'X';
}

/// Whether a thread blocks all signals that can be blocked (proc_pid_status(5)), as posix_spawn(3) and shells do while they
/// start a process.
static bool blocks_all(int threads, const char *thread) {
    static const char name[] = "\nSigBlk:\t", digits[] = "0123456789abcdef";
    // SIGKILL and SIGSTOP cannot be blocked; glibc keeps its own two, 32 and 33, open.
    const unsigned long long needed = ~(1ULL << (SIGKILL - 1) | 1ULL << (SIGSTOP - 1) | 3ULL << 31);
    int status = open_file(threads, thread, "/status");
    if (status < 0) return false;
    char text[4096];
    ssize_t got = read(status, text, sizeof text);
    close(status);
    const char *place = got > 0 ? memmem(text, (size_t)got, name, sizeof name - 1) : NULL;
    if (!place) return false;
    unsigned long long blocked = 0;
    for (place += sizeof name - 1; place < text + got; place++) {
        const char *digit = memchr(digits, *place, sizeof digits - 1);
        if (!digit) break;
        blocked = blocked << 4 | (unsigned long long)(digit - digits);
    }
    return (blocked & needed) == needed;
}

static void add_children(struct tree *tree, int threads, const char *thread) {
    int list = open_file(threads, thread, "/children");
    if (list < 0) return;
    char text[256];
    pid_t child = 0;
    ssize_t got;
    while ((got = read(list, text, sizeof text)) > 0)
        for (ssize_t place = 0; place < got; place++) {
            if (text[place] >= '0' && text[place] <= '9') {
                child = child * 10 + (text[place] - '0');
            } else if (child > 0) {
                tree_add(tree, child);
                child = 0;
            }
        }
    close(list);
}

static void pause_once(struct tree *tree) {
    struct timespec pause = {0, pause_milliseconds * 1000000L};
    tree->patience_milliseconds -= pause_milliseconds;
    nanosleep(&pause, NULL);
}

/// A process of another user neither stops nor ends, but its children may be ours.
static void stop(struct tree *tree, pid_t process) {
    bool stops = kill(process, SIGSTOP) == 0;
    int threads = open_threads(process);
    if (threads < 0) return;
    _Alignas(struct dirent64) char entries[1024];
    ssize_t got;
    while ((got = getdents64(threads, entries, sizeof entries)) > 0)
        for (ssize_t place = 0; place < got;) {
            const struct dirent64 *entry = (const struct dirent64 *)(entries + place);
            place += entry->d_reclen;
            if (entry->d_name[0] == '.') continue;
            while (stops && tree->patience_milliseconds > 0) {
                char state = state_of(threads, entry->d_name);
                bool stopped = memchr("tT", state, 2), ended = memchr("ZX", state, 2);
                if (ended || (stopped && !blocks_all(threads, entry->d_name))) break;
                // One that has yet to stop may be starting a process. One that blocks all signals would do so later, and end
                // by the waiting signal then: it has to get past that first.
                if (stopped) kill(process, SIGCONT);
                pause_once(tree);
                kill(process, SIGSTOP);
            }
            add_children(tree, threads, entry->d_name);
        }
    close(threads);
}

void tree_stop(struct tree *tree) {
    tree->patience_milliseconds = stop_milliseconds;
    int before;
    do {
        // What lost its parent meanwhile has become a child of the guard, which was read before.
        before = tree->count;
        for (int next = 0; next < tree->count; next++) stop(tree, tree->all[next]);
    } while (tree->count > before);
}

void tree_signal(const struct tree *tree, int number) {
    for (int one = 0; one < tree->count; one++) kill(tree->all[one], number);
    for (int one = 0; one < tree->count; one++) kill(tree->all[one], SIGCONT);
}

void cposix_end_tree(pid_t root, int milliseconds) {
    struct tree tree = {.all = {root}, .count = 1};
    struct pollfd ends[tree_most];
    tree_stop(&tree);
    // Handles, because the number of a process that has ended may become that of another one.
    for (int one = 0; one < tree.count; one++) ends[one] = (struct pollfd){.fd = pidfd_open(tree.all[one], 0), .events = POLLIN};
    tree_signal(&tree, SIGTERM);
    struct timespec pause = {0, pause_milliseconds * 1000000L};
    struct tree left;
    for (int rest = milliseconds;; rest -= pause_milliseconds) {
        left.count = 0;
        if (poll(ends, (nfds_t)tree.count, 0) < 0) break;
        for (int one = 0; one < tree.count; one++)
            if (ends[one].fd >= 0 && !ends[one].revents) tree_add(&left, tree.all[one]);
        if (left.count == 0 || rest <= 0) break;
        nanosleep(&pause, NULL);
    }
    for (int one = 0; one < tree.count; one++)
        if (ends[one].fd >= 0) close(ends[one].fd);
    // Nobody has waited for the child, so its number is still its own.
    tree_add(&left, root);
    // With what they have started since.
    tree_stop(&left);
    tree_signal(&left, SIGKILL);
}
