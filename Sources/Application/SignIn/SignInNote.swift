internal import Core

/// The content of a sign-in's lock file: `PROCESS START PURPOSE`, preceded by why the holder gave up for all who wait.
struct SignInNote: Equatable {
    var holder: SignInHolder
    /// When the process started, in clock ticks since boot; nil: unknown.
    var start: UInt64?
    var givenUp: SignInGivenUp?

    init(_ holder: SignInHolder, start: UInt64? = nil) { (self.holder, self.start) = (holder, start) }

    /// Reads a note; nil for a file that is empty or incomplete.
    init?(_ text: String) {
        guard text.last == "\n" else { return nil }
        var words = text.dropLast().split(separator: " ", maxSplits: 1)
        if let reason = words.first.flatMap({ SignInGivenUp(rawValue: String($0)) }) {
            givenUp = reason
            words = words.dropFirst().first?.split(separator: " ", maxSplits: 1) ?? []
        }
        guard words.count == 2, let process = Int32(words[0]) else { return nil }
        let rest = words[1].split(separator: " ", maxSplits: 1)
        start = rest.count == 2 ? UInt64(rest[0]) : nil
        holder = SignInHolder(processID: process, purpose: String(start == nil ? words[1] : rest[1]).folded())
    }

    var text: String {
        let reason = givenUp.map { $0.rawValue + " " } ?? ""
        let begin = start.map { "\($0) " } ?? ""
        return "\(reason)\(holder.processID.map { String($0) } ?? "?") \(begin)\(holder.purpose)\n"
    }
}
