import Core

/// What the lock file of a sign-in says: `PROCESS PURPOSE`, with the reason in front of it when the holder has given up for everybody.
struct SignInNote: Equatable {
    var holder: SignInHolder
    var givenUp: SignInGivenUp?

    init(_ holder: SignInHolder) { self.holder = holder }

    /// Reads a note; nil for a file that is empty or incomplete.
    init?(_ text: String) {
        guard text.last == "\n" else { return nil }
        var words = text.dropLast().split(separator: " ", maxSplits: 1)
        if let reason = words.first.flatMap({ SignInGivenUp(rawValue: String($0)) }) {
            givenUp = reason
            words = words.dropFirst().first?.split(separator: " ", maxSplits: 1) ?? []
        }
        guard words.count == 2, let process = Int32(words[0]) else { return nil }
        holder = SignInHolder(processID: process, purpose: String(words[1]).folded())
    }

    var text: String {
        let reason = givenUp.map { $0.rawValue + " " } ?? ""
        return "\(reason)\(holder.processID.map { String($0) } ?? "?") \(holder.purpose)\n"
    }
}
