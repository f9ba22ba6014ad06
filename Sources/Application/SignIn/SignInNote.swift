internal import Core

/// The content of a sign-in's lock file: `PROCESS PURPOSE`, preceded by the reason when the holder has given up for all
/// waiting processes.
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
