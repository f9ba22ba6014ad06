import Testing

@testable import Browser

/// Tests what of a browser's output is quoted, and what its environment is.
struct BrowserOutputTests {
    @Test(arguments: [
        ("", ""), ("one\ntwo\n", "two"),
        (
            "cannot open display\n[1:2:1123/150219.2:ERROR:dbus/bus.cc:405] Failed to connect to the bus: Could not parse\n",
            "cannot open display"
        ),
        (
            "[1:1:1123/1.2:ERROR:dbus/object_proxy.cc:572] Failed to call method: org.freedesktop.DBus.NameHasOwner\n\n",
            ""
        ),
        ("Fatal: out of memory\nlibva error: no driver\nMESA: error: ZINK\n", "Fatal: out of memory"),
    ])
    func noiseIsNotQuoted(_ text: String, _ words: String) { #expect(BrowserOutput.lastOutput(text) == words) }

    /// A socket of Chromium is in the directory for temporary files, and its path must not be too long (unix(7)).
    @Test(arguments: [(57, true), (58, false)]) func whatIsTemporaryIsThereToo(_ length: Int, _ isThere: Bool) {
        let directory = "/" + String(repeating: "r", count: length - 3) + "/b"
        #expect(SupervisedBrowserLauncher.temporaryDirectory(for: directory) == (isThere ? directory : "/tmp/b"))
    }

    @Test func cachesAreInThePrivateDirectory() {
        let user = ["HOME": "/home/ada", "XDG_CACHE_HOME": "/home/ada/.cache", "XDG_CONFIG_HOME": "/home/ada/own"]
        let environment = SupervisedBrowserLauncher.environment(user, in: "/run/browser")
        #expect(environment["XDG_CACHE_HOME"] == "/run/browser/cache")
        #expect(environment["PATH"] == "/run/browser/programs:/usr/bin:/bin")
        #expect(environment["CHROME_CONFIG_HOME"] == "/run/browser/config")
        #expect(environment["MESA_SHADER_CACHE_DISABLE"] == "true")
        // Fonts, themes and the proxy are read there.
        #expect(environment["HOME"] == "/home/ada" && environment["XDG_CONFIG_HOME"] == "/home/ada/own")
    }
}
