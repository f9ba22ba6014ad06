import Core
import Glibc

/// Checks whether the sandbox of Chromium browsers works for this user. Without it such a browser ends at once.
struct SandboxCheck {
    let check: Check
    private static let name = "browser.sandbox"

    /// Creates the check.
    ///
    /// - Parameter browser: the browser that was found; without one, a missing sandbox is not a fault.
    init(browser: String?, environment: Environment) {
        let obstacle: (what: String, advice: String)
        if geteuid() == 0 {
            if let user = BrowserUser.behindRoot(environment) {
                let name = getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
                check = .ok(Self.name, "root: the browser runs as '\(name)', who became root")
                return
            }
            let user = environment["SUDO_USER"].map { "run fedauth as '\($0)', without sudo" }
            obstacle = ("root: a browser does not start its sandbox for root", user ?? "run fedauth as another user")
        } else if Self.canMakeNamespaces(environment) {
            check = .ok(Self.name, "user namespaces can be made")
            return
        } else if let helper = browser.flatMap(Self.helper) {
            check = .ok(Self.name, "by '\(helper)'; user namespaces cannot be made")
            return
        } else {
            obstacle = Self.refusal
        }
        check =
            browser == nil
            ? .absent(Self.name, obstacle.what, obstacle.advice) : .warning(Self.name, obstacle.what, obstacle.advice)
    }

    /// Creates a namespace: reading a setting alone does not show what a container or AppArmor refuses.
    private static func canMakeNamespaces(_ environment: Environment) -> Bool {
        guard let unshare = ProgramSearch(environment).path("unshare") ?? FileNames.resolved("/usr/bin/unshare")
        else { return settings.isEmpty }
        let clock = SystemClock()
        let patience = WaitBudget(deadline: Deadline(seconds: 5, from: clock), clock: clock)
        let words = [unshare, "--user", "--map-root-user", "--pid", "--fork", "true"]
        return (try? Child.output(of: words, name: unshare, patience: patience, isQuiet: true)) != nil
    }

    /// Returns the setuid helper beside the browser: owned by root, with the bit set.
    private static func helper(_ browser: String) -> String? {
        let folder = FileNames.directory(of: FileNames.resolved(browser) ?? browser)
        let candidates = [
            folder + "/chrome-sandbox", "/usr/lib/chromium/chrome-sandbox", "/opt/google/chrome/chrome-sandbox",
            "/opt/microsoft/msedge/msedge-sandbox", "/opt/brave.com/brave/brave-sandbox",
        ]
        return candidates.first { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_uid == 0 && status.st_mode & S_ISUID != 0
                && status.st_mode & 0o001 != 0
        }
    }

    /// The settings that stop a user from creating a namespace, with advice.
    private static var settings: [(what: String, advice: String)] {
        func value(_ path: String) -> String? {
            guard let file = try? FileDescriptor(opening: "/proc/sys/" + path, O_RDONLY),
                let content = try? file.read(name: path, limit: 64)
            else { return nil }
            return content.withBytes { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace) }
                .first.map(String.init)
        }
        var found: [(what: String, advice: String)] = []
        if value("kernel/unprivileged_userns_clone") == "0" {
            found.append(
                (
                    "kernel.unprivileged_userns_clone is 0",
                    "an administrator sets it: sysctl kernel.unprivileged_userns_clone=1"
                ))
        }
        if value("user/max_user_namespaces") == "0" {
            found.append(
                ("user.max_user_namespaces is 0", "an administrator raises it: sysctl user.max_user_namespaces=10000"))
        }
        if value("kernel/apparmor_restrict_unprivileged_userns") == "1" {
            found.append(
                (
                    "AppArmor lets only programs with a profile make them",
                    "use the distribution's own browser, which has one"
                ))
        }
        return found
    }

    private static var refusal: (what: String, advice: String) {
        let reason = settings.first
        return (
            "user namespaces cannot be made: \(reason?.what ?? "something around this process refuses them")",
            reason?.advice ?? "containers refuse them: run the browser outside, or install its setuid helper"
        )
    }
}
