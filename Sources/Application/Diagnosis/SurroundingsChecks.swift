import Core

/// Checks the environment of a store: the directory for files of a session, services of the desktop, the limit of
/// locked memory.
struct SurroundingsChecks {
    let machine: any Machine
    let runtimeDirectory: RuntimeDirectory

    var checks: [Check] { [runtime, Display(on: machine).check, clipboard, memory] }

    private var runtime: Check {
        switch runtimeDirectory {
        case .there(let path): .ok("runtime", "'\(path)'")
        case .missing(let path): .ok("runtime", "'\(path)', made when it is needed")
        case .unusable(let error): .failure("runtime", error)
        }
    }

    private var clipboard: Check {
        do throws(FedauthError) {
            return .ok("clipboard", "'\(try machine.clipboardProgram())'")
        } catch {
            return .failure("clipboard", error, matters: false)
        }
    }

    private var memory: Check {
        guard let kibibytes = machine.lockableKibibytes else {
            return .ok("memory", "as much as wanted may be locked")
        }
        if kibibytes >= 1024 { return .ok("memory", "\(kibibytes) KiB may be locked") }
        return .absent(
            "memory", "only \(kibibytes) KiB may be locked: secrets beyond can reach the swap",
            "raise 'ulimit -l', or use encrypted swap")
    }
}
