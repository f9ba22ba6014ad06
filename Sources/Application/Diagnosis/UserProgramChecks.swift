import Core

/// Checks the user's own programs that profiles, `[defaults]`, options and variables name: each must exist, be
/// executable, and be writable only by the user. Runs none of them: a provider can only be asked about a server, and a
/// presenter only shows logins. That of a store is asked by `StoreChecks`.
struct UserProgramChecks {
    private let machine: any Machine
    private let named: [Named]

    /// A program, the place that names it, and its purpose.
    private struct Named {
        let role: ProgramRole
        let program: String
        var owners: [String]
    }

    /// Runs the checks.
    ///
    /// - Parameters:
    ///   - configuration: nil: the file cannot be used; another check reports it.
    ///   - given: the settings from command line and environment.
    init(in configuration: Configuration?, given: [Profile.Setting], on machine: any Machine) {
        self.machine = machine
        var owners = (configuration?.profiles ?? []).map { (text: "'\($0.name)'", settings: $0.settings) }
        owners.append(("[defaults]", configuration?.defaults ?? []))
        owners += given.map { ("'--\($0.key)' or \(Profile.Setting.variable($0.key))", [$0]) }
        var named: [Named] = []
        for owner in owners {
            for (role, program) in owner.settings.compactMap(Self.program) {
                let known = named.firstIndex { $0.program == program && $0.role.topic == role.topic }
                if let known {
                    named[known].owners.append(owner.text)
                } else {
                    named.append(Named(role: role, program: program, owners: [owner.text]))
                }
            }
        }
        self.named = named
    }

    private static func program(_ setting: Profile.Setting) -> (ProgramRole, String)? {
        guard case .text(let text)? = setting.values.last, !text.isEmpty else { return nil }
        if setting.key == "provider" { return (.provider, text) }
        if setting.key == "store", case .program(let program) = StoreBackend(rawValue: text) {
            return (.store, program)
        }
        guard setting.key == "presenter", case .program(let program) = PresenterChoice(argument: text) else {
            return nil
        }
        return (.presenter, program)
    }

    var checks: [Check] { named.map(check) }

    private func check(_ named: Named) -> Check {
        let name =
            switch named.role.failure {
            case .providerFailed: "provider.program"
            case .storeProgramFailed: "store.program"
            default: "presenter.program"
            }
        let source = named.owners.joined(separator: ", ") + (named.owners.count == 1 ? " names it" : " name it")
        var check: Check
        do throws(FedauthError) {
            let path = try machine.program(named.program, for: named.role)
            check = try fault(name, path) ?? .ok(name, "'\(path)'")
        } catch {
            check = .failure(name, error)
        }
        check.finding += "; " + source.printable
        return check
    }

    /// Returns what stops a program from starting, or lets other users change it.
    private func fault(_ name: String, _ path: String) throws(FedauthError) -> Check? {
        if let fault = PermissionChecks.fault(name, try machine.status(of: path, to: "open")) { return fault }
        // A file that is executable but not readable is a binary, because a script must be readable.
        guard let start = machine.beginning(of: path) else { return nil }
        if start.starts(with: [0x7F] + Array("ELF".utf8)) { return nil }
        guard start.starts(with: "#!".utf8) else {
            return .warning(
                name, "'\(path)' is neither a binary nor a script with '#!' in its first line", "does it start?")
        }
        let line = String(decoding: start.dropFirst(2).prefix { $0 != 0x0A }, as: UTF8.self)
        var words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        if let first = words.first, first == "env" || first.hasSuffix("/env"), words.count > 1 {
            // The program is the one that env looks for; skips env's own options and assignments.
            words.removeAll { $0 == first || $0.hasPrefix("-") || $0.contains("=") }
        }
        guard let interpreter = words.first, machine.program(interpreter) == nil else { return nil }
        return .problem(
            name, "the first line of '\(path)' names '\(interpreter.folded(to: 60))', which is not a program",
            interpreter.hasSuffix("\r") ? "its lines end in CR LF: make them end in LF" : "install it, or name another")
    }
}
