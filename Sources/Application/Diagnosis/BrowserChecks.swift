import Core
internal import System

/// Checks whether the sandbox of Chromium browsers works for this user. Without it such a browser ends at once.
struct SandboxCheck {
    let check: Check
    private static let name = "browser.sandbox"

    /// `browser`: the browser that was found; without one, a missing sandbox is not a fault.
    init(browser: String?, on machine: any Machine) {
        var obstacle: (what: String, advice: String)?
        var finding = "user namespaces can be made"
        if machine.userID == 0 {
            if let user = BrowserUser.behindRoot(on: machine) {
                finding = "root: the browser runs as '\(machine.userName(user) ?? "\(user)")', who became root"
            } else {
                let user = machine.environment["SUDO_USER"].map { "run fedauth as '\($0)', without sudo" }
                obstacle = (
                    "root: a browser does not start its sandbox for root", user ?? "run fedauth as another user"
                )
            }
        } else if !Self.canMakeNamespaces(on: machine) {
            if let helper = browser.flatMap({ Self.helper($0, on: machine) }) {
                finding = "by '\(helper)'; user namespaces cannot be made"
            } else {
                obstacle = Self.refusal(on: machine)
            }
        }
        check =
            obstacle.map {
                browser == nil ? .absent(Self.name, $0.what, $0.advice) : .warning(Self.name, $0.what, $0.advice)
            } ?? .ok(Self.name, finding)
    }

    /// Throws `no-browser` where a browser cannot have a network of its own, as a Firefox needs.
    static func requireNamespaces(on machine: any Machine) throws(FedauthError) {
        // What root may do tells nothing about the user that the browser runs as.
        guard machine.userID != 0, !canMakeNamespaces(on: machine) else { return }
        let refusal = refusal(on: machine)
        throw FedauthError(
            .noBrowser, "a Firefox cannot have a network of its own: \(refusal.what)",
            hint: refusal.advice + "; or install a Chromium")
    }

    /// Creates a namespace: reading a setting alone does not show what a container or AppArmor refuses.
    private static func canMakeNamespaces(on machine: any Machine) -> Bool {
        guard let unshare = machine.program("unshare") ?? machine.resolved("/usr/bin/unshare") else {
            return settings(of: machine).isEmpty
        }
        return (try? machine.firstLine(of: [unshare, "--user", "--map-root-user", "--pid", "--fork", "true"])) != nil
    }

    /// Returns the setuid helper beside the browser: owned by root, with the bit set.
    private static func helper(_ browser: String, on machine: any Machine) -> String? {
        let folder = FileNames.directory(of: machine.resolved(browser) ?? browser)
        let candidates = [
            folder + "/chrome-sandbox", "/usr/lib/chromium/chrome-sandbox", "/opt/google/chrome/chrome-sandbox",
            "/opt/microsoft/msedge/msedge-sandbox", "/opt/brave.com/brave/brave-sandbox",
        ]
        return candidates.first(where: machine.runsAsRoot)
    }

    /// The settings that stop a user from creating a namespace, with advice.
    private static func settings(of machine: any Machine) -> [(what: String, advice: String)] {
        func value(_ path: String) -> String? {
            machine.beginning(of: "/proc/sys/" + path)
                .flatMap { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).first }
                .map(String.init)
        }
        let settings = [
            (
                "kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone is 0",
                "an administrator sets it: sysctl kernel.unprivileged_userns_clone=1"
            ),
            (
                "user/max_user_namespaces", "0", "user.max_user_namespaces is 0",
                "an administrator raises it: sysctl user.max_user_namespaces=10000"
            ),
            (
                "kernel/apparmor_restrict_unprivileged_userns", "1",
                "AppArmor lets only programs with a profile make them",
                "use the distribution's own browser, which has one"
            ),
        ]
        return settings.filter { value($0.0) == $0.1 }.map { ($0.2, $0.3) }
    }

    private static func refusal(on machine: any Machine) -> (what: String, advice: String) {
        let reason = settings(of: machine).first
        return (
            "user namespaces cannot be made: \(reason?.what ?? "something around this process refuses them")",
            reason?.advice ?? "containers refuse them: run the browser outside, or install its setuid helper"
        )
    }
}

/// Checks the browser for a sign-in, and its sandbox.
struct BrowserChecks {
    let machine: any Machine
    /// `--browser`.
    let wanted: NamedValue?

    var checks: [Check] {
        let name = "browser.program"
        do throws(FedauthError) {
            let browser = try BrowserPrograms.find(forPage: wanted?.value, on: machine)
            return [version(name, of: browser), SandboxCheck(browser: browser.path, on: machine).check]
        } catch {
            let source = wanted.map { "; \($0.source) names it" } ?? ""
            return [
                .absent(name, "\(error.message): pages that need a browser cannot be shown\(source)", error.hint),
                SandboxCheck(browser: nil, on: machine).check,
            ]
        }
    }

    private func version(_ name: String, of browser: InstalledBrowser) -> Check {
        let path = browser.path
        // Not run: a snap would create directories in the home only to print its version.
        if case .snap = browser.package { return .ok(name, "'\(path)', a snap") }
        do throws(FedauthError) {
            // `--version` prints the version and opens no window.
            return .ok(name, "'\(path)', \(try machine.firstLine(of: [path, "--version"]).folded(to: 80))")
        } catch { return .warning(name, "'\(path)' does not say its version: \(error.message)", "does it start?") }
    }
}
