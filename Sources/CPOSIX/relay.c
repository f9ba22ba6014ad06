#include "relay.h"
#include "image.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

int cposix_relay_signals(void) {
    static const int numbers[] = {SIGHUP,  SIGINT,  SIGQUIT,  SIGTERM, SIGUSR1,
                                  SIGUSR2, SIGTSTP, SIGWINCH, SIGCONT, SIGCHLD};
    // When SIGCHLD is ignored, the child's exit status is lost.
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
        if (numbers[index] == SIGCHLD || !cposix_image_ignored(numbers[index])) sigaddset(&set, numbers[index]);
    if (sigprocmask(SIG_BLOCK, &set, NULL)) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cposix_next_signal(int fd, bool *fromTerminal) {
    struct signalfd_siginfo information;
    if (read(fd, &information, sizeof information) != sizeof information) return 0;
    *fromTerminal = information.ssi_code == SI_KERNEL;
    return (int)information.ssi_signo;
}

void cposix_stop(void) { raise(SIGSTOP); }
