#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <sys/xattr.h>
#include <unistd.h>

int cposix_lock_now(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

int cposix_rename_at(int directory, const char *from, const char *to) {
    return renameat(directory, from, directory, to);
}

int cposix_rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    // The file system, such as NFS, does not support the flag. link(2) never replaces an existing name.
    if (link(from, to) != 0) return -1;
    unlink(from);
    return 0;
}

int cposix_unnamed_file(const char *directory) {
    int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    // Some file systems do not support unnamed files; memory is used instead.
    return file >= 0 ? file : memfd_create("fedauth", MFD_CLOEXEC);
}

int cposix_link(int *ends) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

int cposix_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

enum { random_digits = 16 };

static int is_leftover(const char *name, const char *prefix, const char *suffix) {
    size_t start = strlen(prefix);
    return strlen(name) == start + random_digits + strlen(suffix) && !strncmp(name, prefix, start)
           && strspn(name + start, "0123456789abcdef") >= random_digits && !strcmp(name + start + random_digits, suffix);
}

void cposix_remove_leftovers(int directory, const char *prefix, const char *suffix, long seconds) {
    int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    DIR *names = fdopendir(fd);
    if (!names) {
        close(fd);
        return;
    }
    time_t now = time(NULL);
    struct dirent *entry;
    while ((entry = readdir(names))) {
        struct stat status;
        if (is_leftover(entry->d_name, prefix, suffix)
            && !fstatat(directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) && S_ISREG(status.st_mode)
            && status.st_uid == geteuid() && status.st_nlink == 1 && now - status.st_mtime > seconds)
            unlinkat(directory, entry->d_name, 0);
    }
    closedir(names);
}

bool cposix_has_acl(int descriptor, const char *path) {
    const char *list = "system.posix_acl_access";
    return (descriptor < 0 ? getxattr(path, list, NULL, 0) : fgetxattr(descriptor, list, NULL, 0)) > 0;
}
