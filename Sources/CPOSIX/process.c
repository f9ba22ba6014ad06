#include "process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned long long cposix_process_start(pid_t process) {
    char path[40], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t count = read(fd, text, sizeof text - 1);
    close(fd);
    if (count <= 0) return 0;
    text[count] = 0;
    // The name, in parentheses, may hold any character; the start time is field 22 (proc(5)).
    char *field = strrchr(text, ')');
    for (int index = 0; field && index < 20; index++) field = strchr(field + 1, ' ');
    return field ? strtoull(field, NULL, 10) : 0;
}

unsigned long long cposix_process_namespace(void) {
    struct stat status;
    return stat("/proc/self/ns/pid", &status) ? 0 : (unsigned long long)status.st_ino;
}

const char *cposix_search_path(void) { return getenv("PATH"); }

int cposix_process_handle(pid_t process) { return pidfd_open(process, 0); }
