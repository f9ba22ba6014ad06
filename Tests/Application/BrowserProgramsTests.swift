import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests which browsers are found, and how each was installed.
struct BrowserProgramsTests {
    let machine = FakeMachine()

    private func put(_ path: String, script: String? = nil) {
        machine.programs[path] = path
        machine.contents[path] = script
    }

    private func found(
        _ engine: InstalledBrowser.Engine = .chromium, _ named: String? = nil
    ) throws(FedauthError) -> InstalledBrowser {
        try BrowserPrograms.find(named, engine, on: machine)
    }

    @Test(arguments: [
        "/opt/google/chrome/google-chrome", "/opt/microsoft/msedge/microsoft-edge",
        "/opt/brave.com/brave/brave-browser",
        "/opt/vivaldi/vivaldi",
    ])
    func browsersOutsideOfPATH(_ path: String) throws {
        put(path)
        #expect(try found() == InstalledBrowser(path: path, engine: .chromium, package: .system))
        #expect(failure { _ = try found(.firefox) }?.message == "no Firefox is installed")
    }

    @Test func everyNameIsSearchedInPATH() throws {
        for name in ["vivaldi-stable", "brave-browser", "microsoft-edge", "google-chrome", "chromium-browser"] {
            let path = machine.install(name)
            #expect(try found().path == path)
        }
        let fox = machine.install("firefox")
        #expect(try found(.firefox).path == fox)
    }

    @Test func aSnapIsUsedWhereNothingElseIs() throws {
        put("/snap/bin/chromium")
        #expect(try found().package == .snap("chromium"))
        // Ubuntu's package is a script that starts the snap, or asks to install it.
        put("/usr/bin/chromium-browser", script: "#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then")
        machine.programs["chromium-browser"] = "/usr/bin/chromium-browser"
        #expect(
            try found() == InstalledBrowser(path: "/snap/bin/chromium", engine: .chromium, package: .snap("chromium")))
        machine.programs["/snap/bin/chromium"] = nil
        #expect(failure { _ = try found() }?.message == "no Chromium, Chrome, Edge or Brave is installed")
        let chrome = machine.install("google-chrome")
        #expect(try found() == InstalledBrowser(path: chrome, engine: .chromium, package: .system))
    }

    @Test func aFlatpakIsNamedAndNotUsed() throws {
        machine.variables["HOME"] = "/home/ada"
        for (path, engine) in [
            ("/var/lib/flatpak/exports/bin/com.brave.Browser", InstalledBrowser.Engine.chromium),
            ("/home/ada/.local/share/flatpak/exports/bin/org.chromium.Chromium", .chromium),
            ("/var/lib/flatpak/exports/bin/org.mozilla.firefox", .firefox),
        ] {
            machine.programs = [path: path]
            let error = failure { _ = try found(engine) }
            #expect(
                error?.code == .noBrowser && error?.message == "'\(path)' is a flatpak, which fedauth cannot control")
            #expect(failure { _ = try found(engine, path) }?.message == error?.message)
        }
        put("/usr/local/bin/chrome", script: "#!/bin/sh\nexec flatpak run com.google.Chrome \"$@\"")
        #expect(failure { _ = try found(.chromium, "/usr/local/bin/chrome") }?.message.contains("is a flatpak") == true)
    }

    @Test func aFirefoxInASnapHasNoNetworkOfItsOwn() throws {
        put("/snap/bin/firefox")
        #expect(
            failure { _ = try found(.firefox) }?.message
                == "'/snap/bin/firefox' is a snap, which fedauth cannot control")
        #expect(
            failure { _ = try BrowserPrograms.find(forPage: nil, on: machine) }?.message.hasPrefix("no Chromium")
                == true)
    }

    @Test func eachPresenterTakesItsOwnBrowsers() throws {
        let fox = machine.install("firefox-esr")
        let chromium = machine.install("chromium")
        #expect(failure { _ = try found(.chromium, fox) }?.hint?.contains("'--presenter firefox'") == true)
        #expect(failure { _ = try found(.firefox, chromium) }?.message == "'chromium' is no Firefox")
        #expect(try BrowserPrograms.find(forPage: fox, on: machine).engine == .firefox)
        #expect(try BrowserPrograms.find(forPage: nil, on: machine).path == chromium)
    }
}
