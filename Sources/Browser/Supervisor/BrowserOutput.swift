/// What a browser writes to stderr.
enum BrowserOutput {
    /// Parts of lines that Chromium writes on a healthy machine: without session bus, accelerated display or theme.
    private static let noise = [
        "Failed to connect to the bus", "dbus/", "org.freedesktop.", "DBUS_SESSION_BUS_ADDRESS", "dconf-WARNING",
        "Gtk-WARNING", "Gtk-Message", "GLib-GIO-", "Fontconfig ", "libva ", "vaInitialize failed", "MESA: ",
        "MESA-LOADER", "libEGL warning", "vkCreateInstance", "angle_platform_impl", "viz_main_impl", "gpu_process_host",
        "gpu_channel_manager", "command_buffer_proxy", "DevTools listening on", "google_apis/gcm",
    ]

    /// Returns the last line that is no noise; empty when there is none.
    static func lastOutput(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.last { line in !noise.contains { line.contains($0) } }.map(String.init) ?? ""
    }
}
