import Core
import Glibc

/// Checks the environment of a store: the directory for files of a session, services of the desktop, the limit of
/// locked memory.
struct SurroundingsChecks {
    let context: CommandContext

    var checks: [Check] { [runtime, DisplayCheck(environment: context.environment).check, clipboard, memory] }

    private var runtime: Check {
        switch context.directories.runtimeFound {
        case .there(let path): .ok("runtime", "'\(path)'")
        case .missing(let path): .ok("runtime", "'\(path)', made when it is needed")
        case .unusable(let error): .failure("runtime", error)
        }
    }

    private var clipboard: Check {
        do throws(FedauthError) {
            let tool = try ClipboardTool.find(context.environment)
            return .ok("clipboard", "'\(tool.copying[0])'")
        } catch {
            return .failure("clipboard", error, matters: false)
        }
    }

    private var memory: Check {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
        if limit.rlim_cur == rlim_t.max { return .ok("memory", "as much as wanted may be locked") }
        let kibibytes = limit.rlim_cur >> 10
        if kibibytes >= 1024 { return .ok("memory", "\(kibibytes) KiB may be locked") }
        return .absent(
            "memory", "only \(kibibytes) KiB may be locked: secrets beyond can reach the swap",
            "raise 'ulimit -l', or use encrypted swap")
    }
}
