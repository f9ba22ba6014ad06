internal import Core
internal import Secrets
internal import System

/// A browser and its supervisor.
final class SupervisedBrowser: RunningBrowser {
    /// When this is closed, by fedauth or by the kernel, the supervisor ends the browser.
    private var instructions: FileDescriptor?
    private let report: FileDescriptor
    private var pipe: DebuggingPipe?
    private var lastOutput: String?
    private let supervisor: Int32

    init(_ content: SupervisorInstructions, supervisorArguments: [String]) throws(FedauthError) {
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
        // Only the supervisor may hold these ends, so that closing them is noticed.
        instructionPipe.reading.close()
        reportPipe.writing.close()
        toBrowser.reading.close()
        fromBrowser.writing.close()
        let line = instructionPipe.writing
        let isSent = supervisor > 0 && content.text.withBytes { line.writeAll($0) }
        instructions = .some(line)
        report = reportPipe.reading
        pipe = .some(DebuggingPipe(reading: fromBrowser.reading, writing: toBrowser.writing))
        guard isSent else {
            throw FedauthError(.browserFailed, "the process that keeps the browser cannot be started")
        }
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
        Descendants.awaitSupervisor(supervisor)
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { report.read($0) }
            guard count > 0 else { break }
            text += chunk.prefix(count)
        }
        let words = String(decoding: text, as: UTF8.self)
        lastOutput = words
        return words
    }
}
