internal import Core
internal import Secrets
internal import System

/// A running program of the user: its input, its output, and its end.
final class SupervisedConversation: ProgramConversation {
    private let name: String
    /// The lines for the program, of which `sent` bytes of the first are written.
    private var input: [SharedSecret]
    private let process: SupervisedProcess
    private var sent = 0
    private var isAtEnd = false
    private var isOutputOver = false
    private let role: ProgramRole
    private var lines: ProgramLines

    /// Starts the program. Throws the failure of the role.
    init(
        _ words: [String], name: String, role: ProgramRole, instructions: SharedSecret, supervisor file: String
    ) throws(FedauthError) {
        process = try SystemCall.attempt("start", name) { () throws(SystemFailure) in
            try SupervisedProcess(words, supervisor: file, command: ["fedauth", "program-supervisor", "--"])
        }
        self.name = name
        self.role = role
        lines = ProgramLines(of: role)
        input = [instructions]
    }

    func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput {
        while true {
            if let line = try lines.next(isLast: isAtEnd, from: name) { return .line(line) }
            if isAtEnd { return .end(try finish()) }
            try deadline.check(name)
            // Without output, only the end of the program is left to wait for.
            guard
                let attention = process.wait(
                    toWrite: !input.isEmpty, toRead: !isOutputOver, milliseconds: deadline.remainingMilliseconds)
            else { continue }
            if attention.input { tellMore() }
            if attention.output { read() }
            // All output before the program's end is in the pipe now; other processes that hold the pipe are ignored.
            if attention.end {
                while !isOutputOver, read() {}
                isAtEnd = true
            }
        }
    }

    /// Reads the pipe; returns false when it is empty.
    @discardableResult
    private func read() -> Bool {
        var chunk = Secret()
        guard let count = chunk.withMutableBytes(count: 64 << 10, process.read) else { return false }
        isOutputOver = count == 0
        chunk.truncate(to: count)
        chunk.withBytes { lines.append($0) }
        return !isOutputOver
    }

    func tell(_ line: SharedSecret) { input.append(line) }

    private func tellMore() {
        guard let line = input.first else { return }
        // A program that has closed its stdin does not want the rest.
        guard let count = line.withBytes({ process.write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) else {
            return input.removeAll()
        }
        sent += count
        guard sent >= line.count else { return }
        input.removeFirst()
        sent = 0
    }

    /// Waits for the end and returns how the program ended.
    private func finish() throws(FedauthError) -> String {
        do throws(SystemFailure) {
            return try process.finish().description
        } catch {
            throw FedauthError(
                role.failure, "cannot start '\(name.folded(to: 100))': \(error.text)",
                hint: "it must be a program; a script names its interpreter in the first line, as '#!/bin/sh'")
        }
    }

    func end() { process.end() }
}
