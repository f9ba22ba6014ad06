import Secrets

/// What a target reads: any bytes.
struct FuzzInput {
    let bytes: [UInt8]

    /// The bytes as text; what is no UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes in wiped memory.
    var secret: SharedSecret { bytes.withUnsafeBytes { SharedSecret(copying: $0) } }

    /// Lends the bytes.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // A typed error does not pass through `withUnsafeBytes` of an array.
        let outcome = bytes.withUnsafeBytes { buffer -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try body(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// The first byte as a choice among `count`, and what follows it; 0 for no bytes.
    func choice(among count: Int) -> (index: Int, rest: FuzzInput) {
        (bytes.first.map { Int($0) % count } ?? 0, FuzzInput(bytes: Array(bytes.dropFirst())))
    }

    /// The first line without its line feed, and what follows it.
    var firstLine: (line: FuzzInput, rest: FuzzInput) {
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
        return (FuzzInput(bytes: Array(bytes[..<end])), FuzzInput(bytes: Array(bytes.dropFirst(end + 1))))
    }

    /// The parts between occurrences of `separator`, `maximum` of them at most.
    func parts(separatedBy separator: UInt8, maximum: Int) -> [FuzzInput] {
        bytes.split(separator: separator, maxSplits: maximum - 1, omittingEmptySubsequences: false)
            .map { FuzzInput(bytes: Array($0)) }
    }
}
