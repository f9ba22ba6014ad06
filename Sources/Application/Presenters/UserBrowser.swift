internal import Glibc
public import Loopback
internal import System

/// The user's browser: the programs in `BROWSER`, else the desktop's opener. Runs detached from fedauth, because it may
/// be the user's only browser: it must not read from fedauth's terminal, and must not end with fedauth.
public final class UserBrowser: AddressOpener {
    private let environment: Environment
    private let search: ProgramSearch
    private var address = ""
    /// The candidates that were not tried yet.
    private var candidates: [BrowserCommands.Candidate] = []
    private var passedOver: [String] = []
    private var running: (process: pid_t, name: String)?

    /// Creates the opener; starts nothing.
    public init(_ environment: Environment) {
        self.environment = environment
        search = ProgramSearch(environment)
    }

    /// Starts the first program that can open the address.
    public func open(_ address: String) -> AddressOpening {
        self.address = address
        candidates = BrowserCommands(environment).candidates
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

    private func startNext() -> AddressOpening {
        while !candidates.isEmpty {
            let command = candidates.removeFirst()
            let name = command.name
            if command.isTextBrowser {
                passedOver.append("'\(name)' would need this terminal")
                continue
            }
            guard let program = search.path(command.program) else {
                passedOver.append("'\(command.program.folded(to: 60))' is not a program")
                continue
            }
            guard let process = start(program, command.words.dropFirst()) else {
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
