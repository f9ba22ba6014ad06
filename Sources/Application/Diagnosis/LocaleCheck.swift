import Core

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
