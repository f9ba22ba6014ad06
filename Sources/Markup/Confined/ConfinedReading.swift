internal import Core
internal import Secrets
internal import System

/// Reads documents of servers in a `ConfinedCopy` of this process: a fault in the library that parses one harms the
/// copy alone. Each document has a copy of its own, so that none reaches another. What the copy answers is as little
/// trusted as the document was. At worst it is what another document would have said.
enum ConfinedReading {
    /// How long a document may take, on a busy machine. The largest page takes some 2 seconds of a processor.
    private static let seconds: Int64 = 120
    /// More than the fields of the largest page.
    private static let maximumAnswerBytes = 64 << 20
    /// What is read at once; it fits into a block of the secrets' memory together with its NUL.
    private static let portion = (16 << 10) - 1

    /// Returns what `read` makes of a document, or throws its error. It runs in the copy, which has no secrets but
    /// those that it is passed; libraries that it uses must be open before. `what` is the document, for messages;
    /// without the command's deadline, it has two minutes. `tell` gets what holds the copy, if that says it. Throws
    /// `bad-answer` when the copy crashes or does not end, `timed-out` when it has not ended at the deadline, which
    /// ends it, and `error` when it cannot be made.
    static func answer<Value: Transferable>(
        to document: SharedSecret, what: String, deadline: Deadline? = nil,
        telling tell: (Confinement) -> Void = { _ in }, _ read: (SharedSecret) throws(FedauthError) -> Value
    ) throws(FedauthError) -> Value {
        var received = Secret()
        let copy: ConfinedCopy
        do throws(SystemFailure) {
            let limit = min(deadline?.remainingMilliseconds ?? .max, seconds * 1000)
            copy = try ConfinedCopy(milliseconds: limit) { (link, held) in serve(link, held, read) }
            try document.withBytes { (bytes) throws(SystemFailure) in try copy.send(bytes) }
            copy.finishSending()
            received = try self.received { (buffer) throws(SystemFailure) in try copy.receive(buffer) }
        } catch {
            if error.function == "poll" {
                try deadline?.check(waitingFor: "reading the \(what)")
                throw FedauthError(.badAnswer, "reading the \(what) takes more than \(seconds) s")
            }
            throw FedauthError(
                .other, "cannot make the process that reads the \(what): \(error.text)",
                hint: "raise the limit of processes ('ulimit -u'); 'FEDAUTH_CONFINE=no' does without that process")
        }
        var answer = Transfer(received)
        var value: Value?
        var failure: FedauthError?
        do throws(Transfer.Fault) {
            var bits = 0
            try answer.pass(&bits)
            tell(Confinement(rawValue: Int32(truncatingIfNeeded: bits)))
            try answer.pass(&value)
            try answer.pass(&failure)
        } catch { value = nil }
        if let failure { throw failure }
        if let value { return value }
        let how = copy.end().map { "ended with \($0)" } ?? "ended"
        throw FedauthError(
            .badAnswer, "the \(what) cannot be read: the process that read it \(how)",
            hint: "its sender may be attacking; fedauth did not use any of it")
    }

    /// Answers in the copy.
    private static func serve<Value: Transferable>(
        _ link: Int32, _ held: Confinement, _ read: (SharedSecret) throws(FedauthError) -> Value
    ) {
        var answer = Transfer()
        var bits = Int(held.rawValue)
        do throws(Transfer.Fault) {
            try answer.pass(&bits)
            let document = SharedSecret(received { FileDescriptor.read(link, $0) })
            var value: Value?
            var failure: FedauthError?
            do throws(FedauthError) { value = try read(document) } catch { failure = error }
            try answer.pass(&value)
            try answer.pass(&failure)
        } catch { return }
        answer.finish().withBytes { _ = try? FileDescriptor.writeAll(link, $0) }
    }

    /// Reads to the end, or to the limit.
    private static func received<Failure: Error>(
        _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Secret {
        var all = Secret()
        var count = 0
        while count < maximumAnswerBytes {
            let more = try all.withMutableBytes(count: count + portion) { (bytes) throws(Failure) in
                try read(UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            }
            guard more > 0 else { break }
            count += more
        }
        all.truncate(to: count)
        return all
    }
}
