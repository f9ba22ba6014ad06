internal import Core
internal import System

/// A browser and its supervisor.
final class SupervisedBrowser: RunningBrowser {
    /// When this is closed, by fedauth or by the kernel, the supervisor ends the browser.
    private var instructions: FileDescriptor?
    private let report: FileDescriptor
    private var pipe: DebuggingPipe?
    private var lastOutput: String?
    private let supervisor: Int32
    private let supervisorArguments: [String]
    /// What another process needs to end the browser when the supervisor is killed.
    private let record: String
    /// Time to end what a killed supervisor left.
    private static let cleaningMilliseconds: Int32 = 5000

    /// `records` is the directory in which the next command looks for what was left.
    init(_ content: SupervisorInstructions, records: String, supervisorArguments: [String]) throws(FedauthError) {
        let instructionPipe = try Self.makePipe()
        let reportPipe = try Self.makePipe()
        let toBrowser = try Self.makePipe()
        let fromBrowser = try Self.makePipe()
        // In the order of `BrowserSupervisor.Descriptor`.
        let theirs = [
            instructionPipe.reading.number, reportPipe.writing.number, toBrowser.reading.number,
            fromBrowser.writing.number,
        ]
        let process = try? DetachedProcess.start(
            ["fedauth"] + supervisorArguments, program: DetachedProcess.ownProgram, environment: [],
            streams: [nil, nil, nil] + theirs, in: "/")
        supervisor = process ?? -1
        var content = content
        let owner = ProcessIdentity(running: supervisor)
        content.record =
            "\(records)/\(OwnedName(BrowserSupervisor.recordKind, of: owner, FileNames.base(of: content.directory)).text)"
        (record, self.supervisorArguments) = (content.record, supervisorArguments)
        // Only the supervisor may hold these ends, so that closing them is noticed.
        instructionPipe.reading.close()
        reportPipe.writing.close()
        toBrowser.reading.close()
        fromBrowser.writing.close()
        let line = instructionPipe.writing
        // Nothing is started before there is a record of it.
        let isSent =
            supervisor > 0 && Self.write(content.cleanup, to: record) && content.text.withBytes { line.writeAll($0) }
        instructions = .some(line)
        report = reportPipe.reading
        pipe = .some(DebuggingPipe(reading: fromBrowser.reading, writing: toBrowser.writing))
        guard isSent else { throw FedauthError(.browserFailed, "the supervisor of the browser cannot be started") }
    }

    private static func write(_ content: SupervisorInstructions, to record: String) -> Bool {
        guard let file = try? PrivateFile.create(record) else { return false }
        return content.text.withBytes { file.writeAll($0) }
    }

    private static func makePipe() throws(FedauthError) -> Pipe {
        do throws(SystemFailure) {
            return try Pipe()
        } catch {
            throw FedauthError(.browserFailed, "no pipe to a browser can be made", hint: "too many files are open")
        }
    }

    deinit { end() }

    func takePipe() -> DebuggingPipe? { pipe.take() }

    @discardableResult
    func end() -> String {
        if let lastOutput { return lastOutput }
        instructions = nil
        pipe = nil
        // The report fits into the pipe's buffer.
        let end = Descendants.awaitSupervisor(supervisor)
        if end?.isSuccess == true {
            // A supervisor of another user cannot do this.
            Files.remove(record)
        } else {
            BrowserSupervisor.clean(record, arguments: supervisorArguments, milliseconds: Self.cleaningMilliseconds)
        }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { report.read($0) }
            guard count > 0 else { break }
            text += chunk.prefix(count)
        }
        var words = String(decoding: text, as: UTF8.self)
        if case .signal(let number) = end { words = "the supervisor of the browser was killed (signal \(number))" }
        lastOutput = words
        return words
    }
}
