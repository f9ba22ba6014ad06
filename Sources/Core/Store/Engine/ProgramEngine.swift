public import Secrets

/// Keeps records by a program of the user's: one process for all questions of a command. After a failure the next
/// question starts the program again.
public final class ProgramEngine {
    /// The most seconds for one answer.
    private static let answerSeconds: Int64 = 60

    /// What became of a write.
    public enum Outcome: Sendable, Equatable {
        /// It was done.
        case done
        /// Nothing was changed, because the present record is not the expected one.
        case conflict
    }

    /// The program as the user names it.
    public var name: String { program.name }
    private var shown: String { program.name.folded(to: 100) }
    private let program: any UserProgram
    private let isInteractive: Bool
    private let reporter: any Reporter
    private let clock: any WallClock
    private var conversation: (any ProgramConversation)?
    private var id: Int64 = 0

    /// Limits lines that are no answers to a plausible number.
    private static let maximumLines = 1000
    /// The most records of a list.
    private static let maximumRecords = 65536

    /// Does not start the program yet, which may ask the user if it `isInteractive`.
    public init(_ program: any UserProgram, isInteractive: Bool, reporter: any Reporter, clock: any WallClock) {
        (self.program, self.isInteractive, self.reporter, self.clock) = (program, isInteractive, reporter, clock)
    }

    deinit { conversation?.end() }

    /// Returns whether records can be used now; false when a key of the program's own is needed first.
    public func isReady() throws(FedauthError) -> Bool {
        guard case .state(let isReady) = try answer(to: .state) else { throw surprising("state") }
        return isReady
    }

    /// Returns the record; nil when the program says that there is none.
    public func get(_ name: String) throws(FedauthError) -> EngineRecord? {
        switch try answer(to: .get(name)) {
        case .nothing: return nil
        case .record(let record):
            guard record.name == name, record.value != nil else { throw surprising("get") }
            return record
        default: throw surprising("get")
        }
    }

    /// Returns all records, without their values.
    public func list() throws(FedauthError) -> [EngineRecord] {
        var records: [EngineRecord] = []
        var reply = try answer(to: .list)
        while case .record(let record) = reply {
            guard records.count < Self.maximumRecords else {
                stop()
                throw FedauthError(
                    .storeProgramFailed, "'\(shown)' lists more than \(Self.maximumRecords) records",
                    hint: "a store holds at most that number")
            }
            records.append(record)
            reply = try next(deadline, to: "list")
        }
        guard case .end = reply else { throw surprising("list") }
        return records
    }

    /// Writes a record over the one with this revision; nil: over none. Any error but those of
    /// `promisesNoChange` leaves it open whether the record was written.
    public func put(
        _ name: String, head: SharedSecret, value: SharedSecret, expecting revision: String?
    ) throws(FedauthError) -> Outcome { try outcome(of: .put(name, head: head, value: value, expecting: revision)) }

    /// Removes the record with this revision. An error means the same as one of `put`.
    public func delete(_ name: String, expecting revision: String) throws(FedauthError) -> Outcome {
        try outcome(of: .delete(name, expecting: revision))
    }

    /// Returns whether this error of a write promises that nothing was changed.
    public static func promisesNoChange(_ error: FedauthError) -> Bool { EngineReply.harmless.contains(error.code) }

    /// Ends the program.
    public func stop() {
        conversation?.end()
        conversation = nil
    }

    private func outcome(of request: EngineRequest) throws(FedauthError) -> Outcome {
        switch try answer(to: request) {
        case .done: return .done
        case .conflict: return .conflict
        default: throw surprising(request.type)
        }
    }

    /// Returns the first line that is an answer.
    private func answer(to request: EngineRequest) throws(FedauthError) -> EngineReply {
        id += 1
        let deadline = deadline
        let line = request.line(id: id, isInteractive: isInteractive, until: deadline)
        if let conversation {
            conversation.tell(line)
        } else {
            reporter.detail("'\(shown)' keeps the store")
            conversation = try program.start([], instructions: line)
        }
        return try next(deadline, to: request.type)
    }

    /// The end of an answer that is awaited from now on.
    private var deadline: Deadline { Deadline(seconds: Self.answerSeconds, from: clock) }

    /// Returns the next line that is an answer. Ends the program when it is unclear what its next line would answer.
    private func next(_ deadline: Deadline, to type: String) throws(FedauthError) -> EngineReply {
        let reply: EngineReply
        do throws(FedauthError) {
            reply = try line(deadline, to: type)
        } catch {
            stop()
            guard error.code == .timedOut, deadline.limitSeconds == Self.answerSeconds else { throw error }
            throw FedauthError(
                .timedOut, error.message,
                hint: "a store's program has \(Self.answerSeconds) s for each answer; does it hang?",
                causes: error.causes)
        }
        guard case .failure(let failure) = reply else { return reply }
        throw failure.error(.store, of: shown, silent: "cannot do '\(type)'")
    }

    private func line(_ deadline: Deadline, to type: String) throws(FedauthError) -> EngineReply {
        guard let conversation else { throw surprising(type) }
        for _ in 0..<Self.maximumLines {
            let text = try conversation.line(of: shown, .store, until: deadline, orElse: "did not answer '\(type)'")
            switch try EngineReply.reading(text, to: id, from: program.name) {
            case .progress(let message): reporter.note("\(shown): \(message.folded(to: 300))")
            case nil: continue
            case let reply?: return reply
            }
        }
        throw FedauthError(
            .storeProgramFailed, "'\(shown)' printed \(Self.maximumLines) lines, and no answer to '\(type)'")
    }

    private func surprising(_ type: String) -> FedauthError {
        stop()
        return FedauthError(
            .storeProgramFailed, "the answer of '\(shown)' does not fit the question '\(type)'",
            hint: "'fedauth help store-program' describes the answers")
    }
}
