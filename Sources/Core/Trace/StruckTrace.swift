public import Secrets

/// The file of a trace: it can be appended to and rewritten.
public protocol TraceFile: AnyObject {
    /// Appends text. Ignores failures, because a full disk must not end a sign-in.
    func append(_ text: borrowing Secret)
    /// Replaces everything from the byte `start` on with `text`.
    func rewrite(from start: Int, _ text: borrowing Secret)
}

/// A trace that masks secrets anywhere in its lines. Each is written at once, without the secrets known so far, in case
/// the command hangs or is killed, and kept in wiped memory: a secret that becomes known later has it rewritten.
public final class StruckTrace: TraceSink {
    /// The amount of text that is kept; older text is not rewritten.
    private static let keptBytes = 4 << 20
    /// The longest line, longer than any in a normal conversation.
    private static let maximumColumns = 1000

    private let file: any TraceFile
    private let known: KnownSecrets
    private let showsSecrets: Bool
    /// The original lines, each with its line break.
    private var lines = Secret()
    /// The position in the file of the text that is kept, and the end of the file.
    private var start = 0
    private var end = 0
    private var isOver = false

    /// If it `showsSecrets` (`--trace-secrets`), nothing is masked or shortened.
    public init(to file: any TraceFile, striking known: KnownSecrets, showsSecrets: Bool) {
        (self.file, self.known, self.showsSecrets) = (file, known, showsSecrets)
        known.isWanted = known.isWanted || !showsSecrets
        if !showsSecrets { known.whenLearned { [weak self] in self?.strikeLatest() } }
    }

    /// Writes one line.
    public func write(_ text: String) {
        if showsSecrets {
            var line = Secret()
            line.append(text.printable + "\n")
            return file.append(line)
        }
        guard !isOver else { return }
        isOver = known.isFull
        if lines.count > Self.keptBytes {
            lines.truncate(to: 0)
            start = end
        }
        var line = Secret()
        line.append(
            isOver
                ? "(more secrets than can be struck out: the rest is left out)"
                : text.printable.cut(to: Self.maximumColumns))
        line.append("\n")
        lines.append(line)
        let struck = line.withBytes(struck)
        end += struck.count
        file.append(struck)
    }

    /// Rewrites the text if it contains a secret that has just become known.
    private func strikeLatest() {
        guard let latest = known.latest, !lines.isEmpty,
            lines.withBytes({ !latest.parts(of: $0, leastPart: KnownSecrets.leastPart).isEmpty })
        else { return }
        let struck = lines.withBytes(struck)
        end = start + struck.count
        file.rewrite(from: start, struck)
    }

    private func struck(_ text: UnsafeRawBufferPointer) -> Secret {
        var out = Secret(capacity: text.count)
        SecretMask.replace(known.parts(of: text), in: text, to: &out)
        return out
    }
}
