import Secrets

/// The input of a target: arbitrary bytes.
struct FuzzInput {
    let bytes: [UInt8]

    /// The bytes as text; invalid UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes in wiped memory.
    var secret: SharedSecret { bytes.withUnsafeBytes { SharedSecret(copying: $0) } }

    /// Calls `body` with the bytes.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withUnsafeBytes` of an array does not pass a typed error on.
        let outcome = bytes.withUnsafeBytes { buffer -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try body(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Returns the first byte as a choice among `count`, and the rest; 0 for an empty input.
    func choice(among count: Int) -> (index: Int, rest: FuzzInput) {
        (bytes.first.map { Int($0) % count } ?? 0, FuzzInput(bytes: Array(bytes.dropFirst())))
    }

    /// The first line without its line feed, and the rest.
    var firstLine: (line: FuzzInput, rest: FuzzInput) {
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
        return (FuzzInput(bytes: Array(bytes[..<end])), FuzzInput(bytes: Array(bytes.dropFirst(end + 1))))
    }

    /// Returns the parts between occurrences of `separator`, at most `maximum` of them.
    func parts(separatedBy separator: UInt8, maximum: Int) -> [FuzzInput] {
        bytes.split(separator: separator, maxSplits: maximum - 1, omittingEmptySubsequences: false)
            .map { FuzzInput(bytes: Array($0)) }
    }
}
