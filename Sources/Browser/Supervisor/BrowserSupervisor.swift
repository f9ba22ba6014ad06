internal import Core
internal import Secrets
internal import System

/// A process between fedauth and the browser, for the case that fedauth ends without cleaning up. It starts the
/// browser, ends it with all its processes, and removes its directory.
public enum BrowserSupervisor {
    /// The descriptors of the supervisor.
    enum Descriptor {
        /// Its instructions; closed when the browser is no longer needed.
        static let instructions: Int32 = 3
        /// Receives the browser's last output, at the end.
        static let report: Int32 = 4
        /// The browser's ends of the debugging pipe.
        static let reading: Int32 = 5
        static let writing: Int32 = 6
    }

    /// The kind of the record's name (`OwnedName`), which belongs to the supervisor.
    public static let recordKind = "browser"

    /// Time for the browser to end. It ends by itself when the pipe closes.
    private static let graceMilliseconds: Int32 = 400
    /// Time for it to write the cookies of a kept profile, also on a busy machine.
    private static let savingMilliseconds: Int32 = 10_000
    /// Time for a supervisor that cleans up: on a busy machine what it has killed may write until then. No command waits for it.
    private static let cleaningMilliseconds: Int64 = 60_000
    private static let pauseMilliseconds: Int64 = 100
    private static let maximumOutputBytes = 4096
    /// Limit for the browser's arguments, its environment, and certificates.
    private static let maximumInstructionBytes = 8 << 20

    /// Serves one browser, from start to end. Returns whether nothing of it is left.
    public static func serve() -> Bool {
        // The supervisor ends when its instructions are closed, and then removes the directory. The signals that a desktop
        // session sends to all processes at its end must not interrupt that.
        ThisProcess.ignoreStopSignals()
        // Nothing was started without complete instructions.
        guard let text = readInstructions(), let instructions = SupervisorInstructions(text) else { return true }
        let cleans = instructions.words.isEmpty
        if let user = instructions.user, (try? Descendants.become(user: user)) == nil {
            report("the user \(user) cannot be made the browser's")
            return !cleans
        }
        if !cleans {
            do throws(SystemFailure) {
                try Descendants.adopt()
                try makeDirectories(instructions)
            } catch {
                report("its directory cannot be made: \(error.message)")
                return true
            }
            report(run(instructions))
        }
        let end = SystemTime.monotonicMilliseconds + (cleans ? cleaningMilliseconds : 0)
        while !removeAll(of: instructions) {
            guard SystemTime.monotonicMilliseconds < end else { return false }
            SystemTime.sleep(milliseconds: pauseMilliseconds)
        }
        return true
    }

    /// Ends what runs of a browser, and removes its files and then its record. Returns whether nothing is left.
    private static func removeAll(of instructions: SupervisorInstructions) -> Bool {
        // All that a browser starts has variables that name its directory.
        let hasEnded = Descendants.end(marked: instructions.directory + "/")
        let areRemoved = [instructions.temporary, instructions.directory].map(Files.removeTree)
        guard !areRemoved.contains(false), hasEnded else { return false }
        // That of another user stays; the process that waits for this one removes it.
        Files.remove(instructions.record)
        return true
    }

    private static func makeDirectories(_ instructions: SupervisorInstructions) throws(SystemFailure) {
        try Files.makeDirectory(instructions.directory)
        do throws(SystemFailure) {
            let programs = instructions.directory + SupervisedBrowserLauncher.programs
            try Files.makeDirectory(programs)
            for name in SupervisedBrowserLauncher.openers { try Files.makeLink(programs + "/" + name, to: name) }
            guard instructions.temporary != instructions.directory else { return }
            try Files.makeDirectory(instructions.temporary)
        } catch {
            Files.removeTree(instructions.directory)
            throw error
        }
    }

    /// Starts a supervisor in the place and as the user of one that was killed; it ends what that left, and removes its
    /// directory. Does not wait longer than `milliseconds` for it; the record stays until nothing is left.
    public static func clean(_ record: String, arguments: [String], milliseconds: Int32) {
        // Held by the new supervisor until it ends, so that there is only one.
        guard let file = try? PrivateFile.open(record, writes: false), (try? file.lock()) != false else { return }
        let process = try? DetachedProcess.start(
            ["fedauth"] + arguments, program: DetachedProcess.ownProgram, environment: [],
            streams: [nil, nil, nil, file.number], in: "/")
        guard let process, let end = try? Descendants.end(ofSupervisor: process, within: milliseconds) else { return }
        if end.isSuccess { Files.remove(record) }
    }

    private static func run(_ instructions: SupervisorInstructions) -> String {
        if let exit = instructions.exit { return run(instructions, by: exit) }
        if let certificates = instructions.trustedCertificates,
            let failure = CertificateDatabase.trust(certificates, home: instructions.directory)
        {
            return failure
        }
        if let failure = ProfilePreferences.write(profile: instructions.profile) { return failure }
        guard let log = try? PrivateFile.createLog(instructions.directory + "/talk") else {
            return "its directory cannot be written to"
        }
        let started = Result { () throws(SystemFailure) in
            try DetachedProcess.start(
                instructions.words, environment: instructions.environment,
                streams: [nil, log.number, log.number, Descriptor.reading, Descriptor.writing], endsWithParent: true)
        }
        // Only the browser may hold these ends, so that closing the pipe is noticed.
        for end in [Descriptor.reading, Descriptor.writing] { FileDescriptor(takingOwnershipOf: end).close() }
        let browser: Int32
        switch started {
        case .success(let process): browser = process
        case .failure(let failure): return failure.message
        }
        Descendants.wait(
            for: browser, untilClosed: Descriptor.instructions,
            noticeMilliseconds: instructions.keepsProfile ? savingMilliseconds : graceMilliseconds)
        Descendants.end(graceMilliseconds: graceMilliseconds)
        return lastOutput(log)
    }

    /// Runs a browser that listens on a port, in a network of its own.
    private static func run(_ instructions: SupervisorInstructions, by exit: OwnNetwork.Exit) -> String {
        let socket = instructions.directory + "/exit"
        if let failure = FirefoxProfile.write(
            instructions.profile, exit: socket, isHeadless: instructions.words.contains("--headless"),
            trusting: instructions.trustedCertificates)
        {
            return failure
        }
        guard let log = try? PrivateFile.createLog(instructions.directory + "/talk") else {
            return "its directory cannot be written to"
        }
        defer { Descendants.end(graceMilliseconds: graceMilliseconds) }
        do throws(SystemFailure) {
            // The processes of the exit stay in the present network.
            try OwnNetwork.serve(exit, at: socket)
        } catch { return "the socket of its network cannot be made: \(error.message)" }
        do throws(SystemFailure) { try OwnNetwork.enter() } catch { return ownNetworkRefused + error.message }
        let browser: Int32
        do throws(SystemFailure) {
            browser = try DetachedProcess.start(
                instructions.words, environment: instructions.environment, streams: [nil, log.number, log.number],
                endsWithParent: true)
        } catch { return error.message }
        var bridge = WebSocketBridge(
            port: FirefoxProfile.port, reading: Descriptor.reading, writing: Descriptor.writing,
            instructions: Descriptor.instructions)
        let end = bridge.run(browser: browser)
        // Only these ends tell fedauth that the browser has ended.
        for end in [Descriptor.reading, Descriptor.writing] { FileDescriptor(takingOwnershipOf: end).close() }
        if end == .browserEnded {
            Descendants.wait(for: browser, untilClosed: Descriptor.instructions, noticeMilliseconds: graceMilliseconds)
        }
        return lastOutput(log)
    }

    /// How the report of a system that refuses a network of the browser's own begins.
    static let ownNetworkRefused = "the system refuses a network of its own: "

    /// Reads up to the NUL. The descriptor stays open, and reports when its other end closes.
    private static func readInstructions() -> SharedSecret? {
        var text = Secret()
        let chunk = 64 << 10
        while text.count < maximumInstructionBytes {
            let start = text.count
            let count = text.withMutableBytes(count: start + chunk) { bytes in
                FileDescriptor.read(Descriptor.instructions, UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
            }
            text.truncate(to: start + max(0, count))
            guard count > 0 else { return nil }
            // Nothing follows the NUL.
            if text.withBytes({ $0.last == 0 }) {
                text.truncate(to: text.count - 1)
                return SharedSecret(text)
            }
        }
        return nil
    }

    /// Returns the last line that the browser wrote and that says something about its end; empty: there is none.
    private static func lastOutput(_ log: borrowing FileDescriptor) -> String {
        let size = (try? FileStatus(descriptor: log.number))?.size ?? 0
        var bytes = [UInt8](repeating: 0, count: min(size, maximumOutputBytes))
        let place = Int64(size - bytes.count)
        let count = bytes.withUnsafeMutableBytes { log.read($0, at: place) }
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let line = BrowserOutput.lastOutput(text)
        return line.isEmpty ? "" : "its last output was: " + line
    }

    private static func report(_ text: String) {
        let bytes = Array(text.utf8.prefix(maximumOutputBytes))
        bytes.withUnsafeBytes { try? FileDescriptor.writeAll(Descriptor.report, $0) }
    }
}
