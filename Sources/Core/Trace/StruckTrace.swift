public import Secrets

/// Where the text of a trace is: it grows, and what is there already can be written anew.
public protocol TraceFile: AnyObject {
    /// Adds text at the end. A failure is passed over: a full disk must not end a sign-in.
    func append(_ text: borrowing Secret)
    /// Writes `text` in the place of everything from the byte `start` on.
    func rewrite(from start: Int, _ text: borrowing Secret)
}

/// A trace without secrets, wherever in its lines they stand.
///
/// Each line is written at once, without the secrets that are known then, so that it is there when something hangs or is
/// killed. The lines are also kept in wiped memory: when a secret becomes known later that stands in one of them, the text is
/// written anew.
public final class StruckTrace: TraceSink {
    /// So much is kept; what is older stays as it was written.
    private static let keptBytes = 4 << 20
    /// Of a line. Longer than every line of a conversation that is no attack.
    private static let maximumColumns = 1000

    private let file: any TraceFile
    private let known: KnownSecrets
    private let showsSecrets: Bool
    /// Lines as they are, each with its line break.
    private var lines = Secret()
    /// Where what is kept begins in the file, and where the file ends.
    private var start = 0
    private var end = 0
    private var isOver = false

    /// - Parameter showsSecrets: nothing is struck out, and nothing cut (`--trace-secrets`).
    public init(to file: any TraceFile, striking known: KnownSecrets, showsSecrets: Bool) {
        self.file = file
        self.known = known
        self.showsSecrets = showsSecrets
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

    /// Writes the text anew where what was learned last stands in it.
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
        var position = 0
        for part in known.parts(of: text) {
            out.append(UnsafeRawBufferPointer(rebasing: text[position..<part.lowerBound]))
            out.append(SecretMask.mark)
            position = part.upperBound
        }
        out.append(UnsafeRawBufferPointer(rebasing: text[position...]))
        return out
    }
}
