import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests the findings of the doctor about browsers, their sandbox and the display.
struct DoctorBrowserTests {
    let scene = DoctorScene()
    private var machine: FakeMachine { scene.fakeMachine }

    @Test func aBrowserIsFoundAndAskedForItsVersion() throws {
        #expect(try scene.found("browser.program").hasPrefix("absent: no Chromium"))
        let brave = machine.install("brave-browser", printing: "Brave 1.2.3")
        #expect(try scene.found("browser.program") == "ok: '\(brave)', Brave 1.2.3")
        // The common names of Chromium are tried first; this program is broken.
        let broken = machine.install("chromium")
        let text = "warning: '\(broken)' does not say its version: '\(broken)' ended with status 3; does it start?"
        #expect(try scene.found("browser.program") == text)
    }

    /// A snap would create directories in the home only to print its version.
    @Test func aSnapIsNotRun() throws {
        let path = machine.install("chromium")
        machine.links[path] = "/usr/bin/snap"
        #expect(try scene.found("browser.program") == "ok: '\(path)', a snap")
        #expect(!machine.ran.contains { $0.first == path })
    }

    @Test func theBrowserThatIsNamedIsTheOneThatCounts() throws {
        machine.install("chromium", printing: "Chromium 1")
        let edge = machine.install("edge", printing: "Edge 2")
        scene.browser = (edge, source: "FEDAUTH_BROWSER")
        #expect(try scene.found("browser.program") == "ok: '\(edge)', Edge 2")
        scene.browser = ("/nowhere/edge", source: "'c.toml' line 2")
        let missing = try scene.found("browser.program")
        #expect(missing.hasPrefix("absent: ") && missing.contains("'/nowhere/edge'"), "\(missing)")
        #expect(missing.contains("'c.toml' line 2 names it"), "\(missing)")
    }

    @Test func aFirefoxIsNextWhereThereIsNoChromium() throws {
        let fox = machine.install("firefox-esr", printing: "Mozilla Firefox 1")
        #expect(try scene.found("browser.program") == "ok: '\(fox)', Mozilla Firefox 1")
        let chromium = machine.install("chromium", printing: "Chromium 1")
        #expect(try scene.found("browser.program") == "ok: '\(chromium)', Chromium 1")
        scene.browser = (fox, source: "'--browser'")
        #expect(try scene.found("browser.program") == "ok: '\(fox)', Mozilla Firefox 1")
    }

    /// The network of a Firefox is its own: it reaches no display over TCP, and needs namespaces.
    @Test func aFirefoxNeedsNamespacesAndADisplayHere() throws {
        machine.variables = ["DISPLAY": "localhost:10.0"]
        machine.listening = [.port(6010)]
        let far = failure { try Display(on: machine).requireForOwnNetwork() }
        #expect(far?.message.contains("does not reach the display 'localhost:10.0'") == true)
        try SandboxCheck.requireNamespaces(on: machine)
        machine.contents["/proc/sys/user/max_user_namespaces"] = "0\n"
        let refusal =
            "a Firefox cannot have a network of its own: user namespaces cannot be made: user.max_user_namespaces is 0"
        #expect(failure { try SandboxCheck.requireNamespaces(on: machine) }?.message == refusal)
    }

    @Test func aSandboxForRootNeedsAnotherUser() throws {
        machine.userID = 0
        #expect(try scene.found("browser.sandbox").hasPrefix("absent: root: "))
        machine.install("chromium", printing: "Chromium 1")
        machine.variables["SUDO_USER"] = "ada"
        #expect(
            try scene.found("browser.sandbox")
                == "warning: root: a browser does not start its sandbox for root; run fedauth as 'ada', without sudo")
        for (variable, value) in [("SUDO_UID", "1000"), ("PKEXEC_UID", "1000"), ("DOAS_USER", "ada")] {
            machine.variables = [variable: value]
            #expect(try scene.found("browser.sandbox") == "ok: root: the browser runs as 'ada', who became root")
        }
        machine.variables = ["SUDO_UID": "0", "DOAS_USER": "root"]
        #expect(try scene.found("browser.sandbox").hasPrefix("warning: root: "))
    }

    @Test func aSandboxNeedsNamespacesOrAHelper() throws {
        let browser = machine.install("chromium", printing: "Chromium 1")
        let unshare = machine.install("unshare", printing: "")
        #expect(try scene.found("browser.sandbox") == "ok: user namespaces can be made")
        machine.outputs[unshare] = nil
        #expect(
            try scene.found("browser.sandbox")
                == "warning: user namespaces cannot be made: something around this process refuses them; "
                + "containers refuse them: run the browser outside, or install its setuid helper")
        machine.links[browser] = "/opt/x/chromium"
        machine.files = ["/opt/x/chrome-sandbox"]
        #expect(try scene.found("browser.sandbox").hasPrefix("warning: "))
        machine.setUserID = ["/opt/x/chrome-sandbox"]
        #expect(
            try scene.found("browser.sandbox") == "ok: by '/opt/x/chrome-sandbox'; user namespaces cannot be made")
    }

    @Test(arguments: [
        ("kernel/unprivileged_userns_clone", "0\n", "kernel.unprivileged_userns_clone is 0"),
        ("user/max_user_namespaces", "0\n", "user.max_user_namespaces is 0"),
        ("kernel/apparmor_restrict_unprivileged_userns", "1\n", "AppArmor lets only programs with a profile"),
    ])
    func theSettingThatRefusesNamespacesIsNamed(_ file: String, _ value: String, _ words: String) throws {
        machine.contents["/proc/sys/" + file] = value
        // Without unshare(1), the settings tell.
        #expect(try scene.found("browser.sandbox").hasPrefix("absent: user namespaces cannot be made: \(words)"))
        machine.contents = [:]
        #expect(try scene.found("browser.sandbox") == "ok: user namespaces can be made")
    }

    @Test func aDisplayHasToAnswer() throws {
        #expect(try scene.found("display").hasPrefix("absent: "))
        machine.variables = ["DISPLAY": ":47", "WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run"]
        #expect(
            try scene.found("display").hasPrefix(
                "warning: WAYLAND_DISPLAY is 'w', DISPLAY is ':47', and nothing answers there"))
        machine.listening = [.file("/run/w")]
        #expect(try scene.found("display") == "ok: Wayland, 'w'")
        for address in [.file("/tmp/.X11-unix/X47"), .abstract("/tmp/.X11-unix/X47")] as [ListenAddress] {
            machine.listening = [address]
            #expect(try scene.found("display") == "ok: X, ':47'")
        }
        machine.variables = ["DISPLAY": "localhost:10.0"]
        machine.listening = [.port(6010)]
        #expect(try scene.found("display") == "ok: X, 'localhost:10.0'")
        machine.variables = ["DISPLAY": "far.example.org:0"]
        #expect(try scene.found("display").hasSuffix("not tried"))
        for wrong in ["nonsense", ":x", ":70000"] {
            machine.variables = ["DISPLAY": wrong]
            #expect(try scene.found("display").hasPrefix("warning: "), "\(wrong)")
        }
    }
}
