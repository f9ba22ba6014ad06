import Core

/// Checks which program prompts without a terminal, and which characters a terminal shows.
struct TerminalChecks {
    let machine: any Machine

    var checks: [Check] { [askpass, locale] }

    private var askpass: Check {
        let environment = machine.environment
        let name = "terminal.askpass"
        guard let variable = ["FEDAUTH_ASKPASS", "SSH_ASKPASS"].first(where: { environment[$0] != nil }),
            let program = environment[variable]
        else {
            return .absent(
                name, "no askpass program: no questions without a terminal",
                "FEDAUTH_ASKPASS names one, such as that of ssh-askpass")
        }
        guard let path = machine.program(program) else {
            return .warning(
                name, "\(variable) names '\(program)', which cannot be run", "name another, or make it executable")
        }
        return .ok(name, "'\(path)'; \(variable) names it")
    }

    private var locale: Check {
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
