internal import CPOSIX
public import Core
internal import Glibc
internal import Secrets

/// Starts browsers under a keeper.
public final class KeptBrowserLauncher: BrowserLauncher {
    /// What the browser's surroundings are.
    public struct Surroundings: Sendable {
        /// Directories for what must not outlive the desktop session; private.
        public var runtimeDirectory: String
        /// `NAME=value` for the browser.
        public var environment: [String: String]
        /// Whom the browser runs as; nil: us.
        public var user: UInt32?

        /// As the caller's.
        public init(runtimeDirectory: String, environment: [String: String], user: UInt32? = nil) {
            self.runtimeDirectory = runtimeDirectory
            self.environment = environment
            self.user = user
        }
    }

    private let surroundings: Surroundings
    private let keeperWords: [String]

    /// - Parameter keeperWords: the command of this program's own that calls `BrowserKeeper.serve`.
    public init(_ surroundings: Surroundings, keeperWords: [String]) {
        self.surroundings = surroundings
        self.keeperWords = keeperWords
    }

    /// Starts it, without waiting until it answers.
    public func launch(_ launch: BrowserLaunch) throws(FedauthError) -> any RunningBrowser {
        let directory =
            surroundings.runtimeDirectory + "/browser-\(getpid())-\(UInt32.random(in: .min ... .max))"
        var environment = surroundings.environment
        if launch.trustedCertificates != nil {
            // It looks for certificates of its user's there, and nowhere else.
            if environment["XAUTHORITY"] == nil, let home = environment["HOME"] {
                environment["XAUTHORITY"] = home + "/.Xauthority"
            }
            environment["HOME"] = directory
        }
        let instructions = KeeperInstructions(
            words: words(launch, directory), environment: environment.map { "\($0.key)=\($0.value)" },
            directory: directory, trusted: launch.trustedCertificates, user: surroundings.user)
        return try KeptBrowser(instructions, keeperWords: keeperWords)
    }

    private func words(_ launch: BrowserLaunch, _ directory: String) -> [String] {
        var words = [
            launch.program, "--remote-debugging-pipe",
            "--user-data-dir=\(launch.keptProfile ?? directory + "/profile")",
            "--no-first-run", "--no-default-browser-check", "--no-startup-window", "--disable-breakpad",
            "--disable-features=Translate,MediaRouter", "--disable-sync", "--disable-background-networking",
            "--disable-component-update", "--password-store=basic",
        ]
        if launch.isHeadless { words.append("--headless=new") }
        if launch.hasNoSandbox { words.append("--no-sandbox") }
        return words + launch.words
    }
}

/// A browser and its keeper.
private final class KeptBrowser: RunningBrowser {
    private var instructions: Int32
    private let report: Int32
    private let pipe: (reading: Int32, writing: Int32)
    private var isTaken = false
    private var lastWords: String?

    init(_ told: KeeperInstructions, keeperWords: [String]) throws(FedauthError) {
        var ends: [[Int32]] = []
        for _ in 0..<4 {
            var pair: [Int32] = [-1, -1]
            guard cposix_pipe(&pair) == 0 else {
                for end in ends.joined() { close(end) }
                throw FedauthError(.browserFailed, "no pipe to a browser can be made", hint: "too many files are open")
            }
            ends.append(pair)
        }
        let words = (["fedauth"] + keeperWords).map { strdup($0) }
        defer { for pointer in words { free(pointer) } }
        let theirs = [ends[0][0], ends[1][1], ends[2][0], ends[3][1]]
        let started = cposix_spawn_background(words + [nil], theirs, Int32(theirs.count))
        for end in theirs { close(end) }
        instructions = ends[0][1]
        report = ends[1][0]
        pipe = (ends[3][0], ends[2][1])
        let isTold = told.text.withBytes { write(instructions, $0.baseAddress, $0.count) == $0.count }
        guard started > 0, isTold else {
            throw FedauthError(.browserFailed, "the process that keeps the browser cannot be started")
        }
    }

    deinit {
        _ = end()
        close(report)
        if !isTaken {
            close(pipe.reading)
            close(pipe.writing)
        }
    }

    func takePipe() -> (reading: Int32, writing: Int32) {
        isTaken = true
        return pipe
    }

    func end() -> String {
        if let lastWords { return lastWords }
        close(instructions)
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(report, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            text += chunk.prefix(count)
        }
        let words = String(decoding: text, as: UTF8.self)
        lastWords = words
        return words
    }
}
