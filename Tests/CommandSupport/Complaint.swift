import Glibc
import Testing

extension Outcome {
    /// Expects a failure in the documented form: this status, nothing on stdout, and one line on stderr that contains these
    /// words, with at most one hint.
    func expectComplaint(
        _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self.status == status, "\(self)", sourceLocation: sourceLocation)
        #expect(output.isEmpty, "\(self)", sourceLocation: sourceLocation)
        // Messages about a waiting page may come before the error.
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.contains("' is waiting: ") }
        let start = "fedauth: error: "
        let message = String((lines.first ?? "").dropFirst(start.count))
        #expect(lines.first?.hasPrefix(start) == true, "\(self)", sourceLocation: sourceLocation)
        #expect(message.contains(words), "\(self)", sourceLocation: sourceLocation)
        #expect(message.first?.isUppercase == false && message.last != ".", "\(self)", sourceLocation: sourceLocation)
        #expect(message.count <= 300, "\(message.count) characters: \(self)", sourceLocation: sourceLocation)
        // The last line ends with a line break.
        #expect(lines.last == "" && (2...3).contains(lines.count), "\(self)", sourceLocation: sourceLocation)
        if lines.count == 3 {
            #expect(lines[1].hasPrefix("fedauth: hint: "), "\(self)", sourceLocation: sourceLocation)
            #expect(lines[1].count <= 300, "\(self)", sourceLocation: sourceLocation)
        }
        let isClean = errors.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || !(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{202E}")
        }
        #expect(isClean, "\(self)", sourceLocation: sourceLocation)
    }
}

extension Home {
    /// Whether nothing was ever stored, but that a password was refused.
    var hasNoStore: Bool {
        guard access(environment["XDG_DATA_HOME"] ?? path, F_OK) == 0 else { return true }
        let list = (try? fedauth("store", "list").text) ?? "?"
        return list.split(separator: "\n").allSatisfy { $0.hasPrefix("refused/") }
    }
}
