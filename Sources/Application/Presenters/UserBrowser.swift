internal import Core
internal import Glibc
public import Loopback
internal import System

/// The user's browser: the programs in `BROWSER`, else the desktop's opener.
///
/// Runs detached from fedauth, because it may be the user's only browser: it must not read from fedauth's terminal, and
/// must not end with fedauth.
public final class UserBrowser: AddressOpener {
    private let environment: Environment
    private let search: ProgramSearch
    private var address = ""
    /// The candidates that were not tried yet.
    private var candidates: [[String]] = []
    private var passedOver: [String] = []
    private var running: (process: pid_t, name: String)?
    /// Browsers that need the terminal.
    private static let textBrowsers: Set = [
        "browsh", "elinks", "links", "links2", "lynx", "netrik", "w3m", "www-browser",
    ]

    /// Creates the opener; starts nothing.
    public init(_ environment: Environment) {
        self.environment = environment
        search = ProgramSearch(environment)
    }

    /// Starts the first program that can open the address.
    public func open(_ address: String) -> AddressOpening {
        self.address = address
        candidates = commands
        passedOver = candidates.isEmpty ? ["there is neither BROWSER nor a display"] : []
        return startNext()
    }

    /// Returns why no program showed the address; nil while one may. Starts the next one after a failure.
    public func failure() -> String? {
        guard let (process, name) = running else { return nil }
        var status: Int32 = 0
        guard SystemFailure.retrying({ waitpid(process, &status, WNOHANG) }) == process else { return nil }
        running = nil
        guard status != 0 else { return nil }
        passedOver = ["'\(name.folded(to: 60))' ended without showing it"]
        guard case .none(let why) = startNext() else { return nil }
        return why
    }

    /// The commands in `BROWSER`: separated by colons, with `%s` where the address belongs.
    private var commands: [[String]] {
        if let chosen = environment["BROWSER"] {
            return chosen.split(separator: ":").map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
        }
        // Without a display the desktop's opener looks for text browsers.
        if environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil { return [["xdg-open"]] }
        return environment["WSL_DISTRO_NAME"] != nil ? [["wslview"]] : []
    }

    private func startNext() -> AddressOpening {
        while !candidates.isEmpty {
            let command = candidates.removeFirst()
            let name = command[0].split(separator: "/").last.map(String.init) ?? command[0]
            if Self.textBrowsers.contains(name) {
                passedOver.append("'\(name)' would need this terminal")
                continue
            }
            guard let program = search.path(command[0]) else {
                passedOver.append("'\(command[0].folded(to: 60))' is not a program")
                continue
            }
            guard let process = start(program, command.dropFirst()) else {
                passedOver.append("'\(name.folded(to: 60))' cannot be started")
                continue
            }
            running = (process, name)
            return .started(name)
        }
        return .none(passedOver.joined(separator: ", "))
    }

    private func start(_ program: String, _ words: ArraySlice<String>) -> pid_t? {
        let isPlaced = words.contains { $0.contains("%s") }
        let placed = words.map { $0.replacing("%s", with: address) }
        return try? DetachedProcess.start(
            [program] + placed + (isPlaced ? [] : [address]),
            environment: environment.forPrograms.map { "\($0)=\($1)" })
    }
}
