#include "trampolines.h"

#include <stdint.h>

// libsecret's own prompt call does not end when the connection closes. When cancelled it dismisses the prompt, which
// makes gnome-keyring abort. This code never dismisses a prompt; it only stops listening.

static const char *const SERVICE = "org.freedesktop.secrets";
static const char *const PROMPT_INTERFACE = "org.freedesktop.Secret.Prompt";

enum { TICK_MILLISECONDS = 100 };

typedef GVariant *new_variant(const char *format, ...);
typedef void get_variant(GVariant *value, const char *format, ...);

typedef struct {
    csecret_prompt_end end;
    int is_over;
} progress;

static void on_completed(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                         const char *signal, GVariant *parameters, void *data) {
    (void)connection, (void)sender, (void)path, (void)interface, (void)signal;
    progress *progress = data;
    int is_dismissed = 1;
    ((get_variant *)csecret_g_variant_get)(parameters, "(b@v)", &is_dismissed, NULL);
    progress->end = is_dismissed ? CSECRET_PROMPT_DISMISSED : CSECRET_PROMPT_COMPLETED;
    progress->is_over = 1;
}

static void on_owner_changed(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                             const char *signal, GVariant *parameters, void *data) {
    (void)connection, (void)sender, (void)path, (void)interface, (void)signal, (void)parameters;
    progress *progress = data;
    if (progress->is_over) return;
    progress->end = CSECRET_PROMPT_GONE;
    progress->is_over = 1;
}

static int on_tick(void *data) {
    (void)data;
    return 1; // G_SOURCE_CONTINUE: the source only wakes the loop, which checks the clock
}

csecret_prompt_end csecret_prompt(GDBusConnection *connection, const char *prompt, uint32_t milliseconds,
                                  GError **error) {
    GMainContext *context = g_main_context_new();
    g_main_context_push_thread_default(context);
    GSource *tick = g_timeout_source_new(TICK_MILLISECONDS);
    g_source_set_callback(tick, (void *)on_tick, NULL, NULL);
    g_source_attach(tick, context);
    progress progress = {CSECRET_PROMPT_FAILED, 0};
    unsigned completed = g_dbus_connection_signal_subscribe(connection, SERVICE, PROMPT_INTERFACE, "Completed", prompt,
                                                            NULL, 0, (void *)on_completed, &progress, NULL);
    unsigned owner = g_dbus_connection_signal_subscribe(
        connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
        SERVICE, 0, (void *)on_owner_changed, &progress, NULL);
    int64_t end = g_get_monotonic_time() + (int64_t)milliseconds * 1000;
    GVariant *reply = g_dbus_connection_call_sync(
        connection, SERVICE, prompt, PROMPT_INTERFACE, "Prompt", ((new_variant *)csecret_g_variant_new)("(s)", ""),
        NULL, 0, (int)milliseconds, NULL, error);
    if (reply) {
        g_variant_unref(reply);
        while (!progress.is_over && !g_dbus_connection_is_closed(connection) && g_get_monotonic_time() < end)
            g_main_context_iteration(context, 1);
        if (!progress.is_over)
            progress.end =
                g_dbus_connection_is_closed(connection) ? CSECRET_PROMPT_GONE : CSECRET_PROMPT_UNANSWERED;
    } else if (g_get_monotonic_time() >= end) {
        g_error_free(*error);
        *error = NULL;
        progress.end = CSECRET_PROMPT_UNANSWERED;
    }
    g_dbus_connection_signal_unsubscribe(connection, completed);
    g_dbus_connection_signal_unsubscribe(connection, owner);
    // Pending callbacks would write to our stack; runs them now.
    while (g_main_context_iteration(context, 0)) {}
    g_source_destroy(tick);
    g_source_unref(tick);
    g_main_context_pop_thread_default(context);
    g_main_context_unref(context);
    if (progress.end == CSECRET_PROMPT_UNANSWERED) g_dbus_connection_close(connection, NULL, NULL, NULL);
    return progress.end;
}
