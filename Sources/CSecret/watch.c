#define _GNU_SOURCE
#include "trampolines.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct csecret_watch {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct timespec end;
    int is_over;
    int has_acted;
    GDBusConnection *connection;
    GCancellable *cancellable;
};

static void *run(void *data) {
    csecret_watch *watch = data;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->is_over) {
        if (pthread_cond_timedwait(&watch->changed, &watch->mutex, &watch->end) != ETIMEDOUT) continue;
        if (watch->is_over) break;
        watch->has_acted = 1;
        if (watch->cancellable) g_cancellable_cancel(watch->cancellable);
        if (watch->connection) g_dbus_connection_close(watch->connection, NULL, NULL, NULL);
        break;
    }
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

csecret_watch *csecret_watch_start(GDBusConnection *connection, GCancellable *cancellable, uint32_t milliseconds) {
    csecret_watch *watch = calloc(1, sizeof *watch);
    if (!watch) return NULL;
    watch->connection = connection;
    watch->cancellable = cancellable;
    pthread_mutex_init(&watch->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    clock_gettime(CLOCK_MONOTONIC, &watch->end);
    watch->end.tv_sec += milliseconds / 1000;
    watch->end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (watch->end.tv_nsec >= 1000000000) {
        watch->end.tv_sec += 1;
        watch->end.tv_nsec -= 1000000000;
    }
    // Signals must reach the main thread of the command.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&watch->thread, NULL, run, watch);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        pthread_cond_destroy(&watch->changed);
        pthread_mutex_destroy(&watch->mutex);
        free(watch);
        return NULL;
    }
    return watch;
}

int csecret_watch_stop(csecret_watch *watch) {
    if (!watch) return 0;
    pthread_mutex_lock(&watch->mutex);
    watch->is_over = 1;
    pthread_cond_signal(&watch->changed);
    pthread_mutex_unlock(&watch->mutex);
    pthread_join(watch->thread, NULL);
    int has_acted = watch->has_acted;
    pthread_cond_destroy(&watch->changed);
    pthread_mutex_destroy(&watch->mutex);
    free(watch);
    return has_acted;
}
