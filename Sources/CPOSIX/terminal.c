#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

void cposix_copy_window(int from, int to) {
    struct winsize window;
    if (ioctl(from, TIOCGWINSZ, &window) == 0) ioctl(to, TIOCSWINSZ, &window);
}

int cposix_pseudo_terminal(int *ends, int like) {
    char name[64];
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ends[0] < 0) return -1;
    ends[1] = -1;
    if (!grantpt(ends[0]) && !unlockpt(ends[0]) && !ptsname_r(ends[0], name, sizeof name))
        ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios state;
    if (ends[1] < 0 || tcgetattr(ends[1], &state)) {
        int kept = errno;
        close(ends[0]);
        if (ends[1] >= 0) close(ends[1]);
        errno = kept;
        return -1;
    }
    // The real terminal processes the output; doing it here as well would do it twice.
    state.c_oflag &= ~(tcflag_t)OPOST;
    state.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    tcsetattr(ends[1], TCSANOW, &state);
    cposix_copy_window(like, ends[1]);
    return 0;
}

void cposix_use_locale(void) { setlocale(LC_CTYPE, ""); }

int cposix_columns(uint32_t scalar) {
    int width = wcwidth((wchar_t)scalar);
    return width < 0 ? 1 : width;
}
