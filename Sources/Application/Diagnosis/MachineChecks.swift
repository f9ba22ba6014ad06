import Core

/// Compares a server's clock with this machine's, by the Date field of a response (RFC 9110 section 6.6.1).
struct ClockCheck {
    let check: Check

    /// The time step of a one-time code (RFC 6238).
    static let codeSeconds: Int64 = 30
    /// The clock difference that service providers commonly accept in an assertion.
    static let assertionSeconds: Int64 = 180

    /// `milliseconds` is the duration of the request, `now` the time at which the response arrived.
    init(_ response: Response, milliseconds: Int64, now: Timestamp) {
        let name = "server.clock"
        let host = response.url.origin.hostAndPort
        guard let field = response.header("date"), let date = CookieDate.timestamp(field) else {
            check = .absent(name, "'\(host)' does not say what time it is there")
            return
        }
        // A cache reports the age of its response (RFC 9111 section 5.1).
        let age = response.header("age").flatMap { Int64($0) } ?? 0
        // Assumes that the server wrote the date halfway through the request; both clocks are read in whole seconds.
        let ahead = now.seconds - milliseconds / 2000 - date.adding(seconds: max(0, age)).seconds
        let uncertain = milliseconds / 2000 + 1
        let certain = max(0, abs(ahead) - uncertain)
        let words = "this machine's clock is \(abs(ahead)) s \(ahead < 0 ? "behind" : "ahead of") that of '\(host)'"
        let advice = "'timedatectl' shows whether this machine's is set by the network; else ask its operator"
        if certain <= Self.codeSeconds {
            check = .ok(name, ahead == 0 ? "that of '\(host)' agrees" : "\(words), within \(Self.codeSeconds) s")
        } else if certain <= Self.assertionSeconds {
            check = .warning(name, "\(words): one-time codes may be refused", advice)
        } else {
            check = .problem(name, "\(words): sign-ins may be refused, and ends of sessions are wrong", advice)
        }
    }
}

/// Checks that the configuration file can be trusted and read, and reports its mistakes: in `[defaults]` and profiles.
struct ConfigurationCheck {
    /// One check without a mistake, else one check for each mistake.
    let checks: [Check]
    /// The first mistake.
    let failure: FedauthError?

    init(_ file: ConfigurationInspection) {
        let name = "configuration"
        failure = file.mistakes.first
        if !file.mistakes.isEmpty {
            checks = file.mistakes.map { .failure(name, $0) }
        } else if file.content == nil || file.content == Configuration() {
            checks = [.absent(name, "nothing in '\(file.path)'", "'fedauth profile add' makes a profile")]
        } else {
            let count = file.content?.profiles.count ?? 0
            checks = [.ok(name, "'\(file.path)', \(count) profile\(count == 1 ? "" : "s")")]
        }
    }
}

/// Checks which characters a terminal shows.
struct LocaleCheck {
    let machine: any Machine

    var check: Check {
        let environment = machine.environment
        let name = "terminal.locale"
        let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0] != nil }
        let wanted = variable.flatMap { environment[$0] } ?? "C"
        guard let encoding = machine.encoding(ofLocale: wanted) else {
            return .warning(
                name, "\(variable ?? "the locale") names '\(wanted)', which is not installed",
                "'locale -a' shows what is; C.UTF-8 always is")
        }
        return encoding == "UTF-8"
            ? .ok(name, "'\(wanted)', UTF-8")
            : .warning(
                name, "the locale '\(wanted)' encodes text as \(encoding): other letters are shown wrong",
                "set LANG to one with UTF-8, such as C.UTF-8")
    }
}

/// Checks what holds the processes that read pages and messages of servers.
struct ConfinementCheck {
    let machine: any Machine
    private static let name = "confinement"

    var check: Check {
        guard machine.environment.confinesReaders else {
            return .warning(
                Self.name, "FEDAUTH_CONFINE turns it off: pages of servers are read by fedauth itself",
                "unset FEDAUTH_CONFINE")
        }
        guard let found = machine.documentConfinement else {
            return .problem(
                Self.name, "no process can be made to read pages of servers", "raise the limit of 'ulimit -u'")
        }
        if let fault = found.fault { return .warning(Self.name, fault, DocumentConfinement.advice) }
        let landlock = found.landlockVersion.map { " and Landlock ABI \($0)" }
        return .ok(
            Self.name,
            "pages of servers are read in a process held by seccomp"
                + (landlock ?? "; the kernel has no Landlock, or it is off"))
    }
}

/// Reports the proxy and where it is set; never its user name and password.
struct ProxyCheck {
    let check: Check
    /// The error that a sign-in would report.
    let failure: FedauthError?

    private static let name = "network.proxy"

    init(_ settings: NetworkInspection, _ environment: Environment) {
        guard let proxy = settings.proxy else {
            failure = nil
            let plain = environment["http_proxy"] != nil || environment["HTTP_PROXY"] != nil
            check =
                settings.failure != nil
                ? .absent(Self.name, "not known before the configuration file is right")
                : .ok(Self.name, "none" + (plain ? "; http_proxy is set, and not used" : ""))
            return
        }
        let (shown, source) = proxy.shown
        let purpose = proxy.isForEveryRequest ? "every request" : "https to other machines; http goes directly"
        let exceptions = proxy.exceptions.map { ", not for those that no_proxy lists: \($0.folded(to: 120))" } ?? ""
        do throws(FedauthError) {
            try settings.readProxy()
            failure = nil
            check = .ok(Self.name, "'\(shown.folded(to: 100))' for \(purpose)\(exceptions); \(source) names it")
        } catch {
            failure = error
            check = .problem(Self.name, "\(error.message), which \(source) names", error.hint)
        }
    }
}
