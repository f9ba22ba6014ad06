// Makes one call of the C library fail in an unchanged program. ./torture compiles this file, and LD_PRELOAD loads it. Counts
// the calls on files below TORTURE_FOLDER and, with TORTURE_STREAMS, on stdin and stdout.
//
// TORTURE_FAULT   EIO, ENOSPC, EINTR, EROFS: the call fails and has no effect. short: a read or a write transfers less than
//                 requested. kill: SIGKILL ends the process, in the middle of the call if it is a write.
// TORTURE_AT      the number of the call, from 1; 0: no call fails, calls are only counted.
// TORTURE_LASTING every later call that makes, writes or renames a file fails in the same way.
// TORTURE_LOG     a file that receives the names of the counted calls, one a line.
// TORTURE_PID     the result of getpid(2), to imitate a container where it is the same for every process.
// TORTURE_NEEDLE  a file with 8-byte pieces of secrets, each byte XORed with 0xFF. At the end of the process, memory is
//                 searched for the pieces, and TORTURE_LOG receives a line for each one found.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { files = 1024, needle_bytes = 8, needles = 64 };

static char folder[4096];
static size_t folder_length;
static int is_ours[files];
static long at, count, lasting, given_pid;
static int number, is_short, is_kill, log_file = -1;
static unsigned char flipped[needles][needle_bytes];
static int needle_count;
static unsigned char begins[256];

static void note(const char *format, ...) {
    if (log_file < 0) return;
    char line[256];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (length > 0) syscall(SYS_write, log_file, line, (size_t)length < sizeof line ? (size_t)length : sizeof line);
}

// Searches for a piece without having it in memory: the pieces are flipped, and each byte is flipped before the comparison.
static void search(unsigned char *bytes, size_t length, const char *where) {
    for (size_t i = 0; i + needle_bytes <= length; i++) {
        if (!begins[bytes[i] ^ 0xFF]) continue;
        for (int n = 0; n < needle_count; n++) {
            int j = 0;
            while (j < needle_bytes && (unsigned char)(bytes[i + j] ^ 0xFF) == flipped[n][j]) j++;
            if (j == needle_bytes) note("memory piece %d in %s", n, where);
        }
    }
}

static void search_memory(void) {
    static unsigned char chunk[1 << 20];
    long regions = 0, total = 0;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) {
        note("memory unreadable\n");
        return;
    }
    char line[8192];
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        if (sscanf(line, "%lx-%lx r", &start, &end) != 2 || strstr(line, "[v")) continue;
        regions++;
        for (unsigned long from = start; from < end; from += sizeof chunk - needle_bytes) {
            size_t length = end - from < sizeof chunk ? end - from : sizeof chunk;
            // The buffer of this search contains memory that was read before.
            if (from < (unsigned long)chunk + sizeof chunk && (unsigned long)chunk < from + length) {
                if ((unsigned long)chunk <= from) continue;
                length = (unsigned long)chunk - from;
            }
            struct iovec mine = {chunk, length}, theirs = {(void *)from, length};
            ssize_t got = process_vm_readv(getpid(), &mine, 1, &theirs, 1, 0);
            if (got > 0) {
                total += got;
                search(chunk, (size_t)got, line);
            }
            memset(chunk, 0, sizeof chunk);
        }
    }
    fclose(maps);
    note("memory searched: %ld regions, %ld bytes, %d pieces\n", regions, total, needle_count);
}

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("TORTURE_FAULT"), *place = getenv("TORTURE_FOLDER"), *text;
    if (place) folder_length = (size_t)snprintf(folder, sizeof folder, "%s", place);
    if ((text = getenv("TORTURE_AT"))) at = atol(text);
    if ((text = getenv("TORTURE_PID"))) given_pid = atol(text);
    lasting = getenv("TORTURE_LASTING") != NULL;
    if (getenv("TORTURE_STREAMS")) is_ours[0] = is_ours[1] = 1;
    if ((text = getenv("TORTURE_LOG"))) {
        int low = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        log_file = fcntl(low, F_DUPFD_CLOEXEC, 900);
        syscall(SYS_close, low);
    }
    if (fault) {
        number = !strcmp(fault, "EIO") ? EIO : !strcmp(fault, "ENOSPC") ? ENOSPC : !strcmp(fault, "EINTR") ? EINTR
               : !strcmp(fault, "EROFS") ? EROFS : 0;
        is_short = !strcmp(fault, "short");
        is_kill = !strcmp(fault, "kill");
    }
    if ((text = getenv("TORTURE_NEEDLE"))) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, text, O_RDONLY | O_CLOEXEC, 0);
        while (needle_count < needles && syscall(SYS_read, file, flipped[needle_count], needle_bytes) == needle_bytes)
            begins[flipped[needle_count++][0]] = 1;
        syscall(SYS_close, file);
        // Functions of atexit(3) run in reverse order, so this one runs last.
        atexit(search_memory);
    }
}

static int concerns(int directory, const char *path) {
    if (path && path[0] == '/') return folder_length && !strncmp(path, folder, folder_length);
    return directory >= 0 && directory < files && is_ours[directory];
}

static int concerns_file(int file) { return file >= 0 && file < files && is_ours[file]; }

// Counts a call, and returns true when it must fail. `changes`: the call makes, writes or renames a file.
static int fails(const char *name, int changes) {
    count++;
    note("%s\n", name);
    if (!at || (count != at && !(lasting && changes && count > at))) return 0;
    if (is_kill) kill((pid_t)syscall(SYS_getpid), SIGKILL);
    if (!number) return 0;
    errno = number;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int open_file(int (*call)(int, const char *, int, mode_t), const char *name, int directory, const char *path,
                     int flags, mode_t mode) {
    int ours = concerns(directory, path);
    if (ours && fails(name, flags & O_CREAT)) return -1;
    int file = call(directory, path, flags, mode);
    if (file >= 0 && file < files) is_ours[file] = ours;
    return file;
}

static int system_open(int directory, const char *path, int flags, mode_t mode) {
    return (int)syscall(SYS_openat, directory, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_file(system_open, flags & O_CREAT ? "create" : "open", AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_file(system_open, flags & O_CREAT ? "create" : "open", directory, path, flags, mode);
}

int open64(const char *, int, ...) __attribute__((alias("open")));
int openat64(int, const char *, int, ...) __attribute__((alias("openat")));

// close(2) frees the number even when it fails; so does this one.
int close(int file) {
    int ours = concerns_file(file);
    int will_fail = ours && fails("close", 0);
    int kept = errno;
    if (file >= 0 && file < files && file > 2) is_ours[file] = 0;
    int answer = REAL(close)(file);
    if (!will_fail) return answer;
    errno = kept;
    return -1;
}

ssize_t read(int file, void *buffer, size_t length) {
    if (!concerns_file(file)) return REAL(read)(file, buffer, length);
    if (fails(file == 0 ? "read stdin" : "read", 0)) return -1;
    return REAL(read)(file, buffer, is_short && length > 7 ? 7 : length);
}

ssize_t pread(int file, void *buffer, size_t length, off_t offset) {
    if (!concerns_file(file)) return REAL(pread)(file, buffer, length, offset);
    if (fails("pread", 0)) return -1;
    return REAL(pread)(file, buffer, is_short && length > 7 ? 7 : length, offset);
}

ssize_t pread64(int, void *, size_t, off_t) __attribute__((alias("pread")));

ssize_t write(int file, const void *buffer, size_t length) {
    if (!concerns_file(file)) return REAL(write)(file, buffer, length);
    size_t half = length > 1 ? length / 2 : length;
    if (is_kill && count + 1 == at) syscall(SYS_write, file, buffer, half);
    if (fails(file == 1 ? "write stdout" : "write", 1)) return -1;
    return REAL(write)(file, buffer, is_short ? half : length);
}

int fsync(int file) {
    struct stat status;
    if (concerns_file(file)) {
        int is_folder = !syscall(SYS_newfstatat, file, "", &status, AT_EMPTY_PATH) && S_ISDIR(status.st_mode);
        if (fails(is_folder ? "fsync folder" : "fsync", 1)) return -1;
    }
    return REAL(fsync)(file);
}

int flock(int file, int operation) {
    return concerns_file(file) && fails("flock", 0) ? -1 : REAL(flock)(file, operation);
}

int fstat(int file, struct stat *status) {
    return concerns_file(file) && fails("fstat", 0) ? -1 : REAL(fstat)(file, status);
}

int fstatat(int directory, const char *path, struct stat *status, int flags) {
    return concerns(directory, path) && fails("fstatat", 0) ? -1 : REAL(fstatat)(directory, path, status, flags);
}

int lstat(const char *path, struct stat *status) {
    return concerns(AT_FDCWD, path) && fails("lstat", 0) ? -1 : REAL(lstat)(path, status);
}

int access(const char *path, int mode) {
    return concerns(AT_FDCWD, path) && fails("access", 0) ? -1 : REAL(access)(path, mode);
}

int mkdir(const char *path, mode_t mode) {
    return concerns(AT_FDCWD, path) && fails("mkdir", 1) ? -1 : REAL(mkdir)(path, mode);
}

int linkat(int from, const char *old, int to, const char *path, int flags) {
    return concerns(to, path) && fails("linkat", 1) ? -1 : REAL(linkat)(from, old, to, path, flags);
}

int link(const char *old, const char *path) {
    return concerns(AT_FDCWD, path) && fails("link", 1) ? -1 : REAL(link)(old, path);
}

int renameat(int from, const char *old, int to, const char *path) {
    return concerns(to, path) && fails("renameat", 1) ? -1 : REAL(renameat)(from, old, to, path);
}

int rename(const char *old, const char *path) {
    return concerns(AT_FDCWD, path) && fails("rename", 1) ? -1 : REAL(rename)(old, path);
}

int unlinkat(int directory, const char *path, int flags) {
    return concerns(directory, path) && fails("unlinkat", 0) ? -1 : REAL(unlinkat)(directory, path, flags);
}

int unlink(const char *path) { return concerns(AT_FDCWD, path) && fails("unlink", 0) ? -1 : REAL(unlink)(path); }

pid_t getpid(void) { return given_pid ? (pid_t)given_pid : (pid_t)syscall(SYS_getpid); }
