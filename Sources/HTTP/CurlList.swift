internal import CCurl
internal import Core
internal import Secrets

/// Owns a `curl_slist`. libcurl allocates its lines with the wiping allocator.
struct CurlList: ~Copyable {
    private var first: UnsafeMutablePointer<curl_slist>?

    init() { first = nil }

    deinit { curl_slist_free_all(first) }

    /// Appends a line (`curl_slist_append` copies it).
    mutating func append(_ line: borrowing Secret) throws(FedauthError) {
        let longer = line.withBytes {
            curl_slist_append(first, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
        guard let longer else { throw FedauthError(.other, "out of memory") }
        first = longer
    }

    mutating func append(_ line: String) throws(FedauthError) {
        guard let longer = curl_slist_append(first, line) else { throw FedauthError(.other, "out of memory") }
        first = longer
    }

    /// Lends the list during `body`: libcurl keeps the pointer, not the list.
    borrowing func withPointer<Result: ~Copyable>(
        _ body: (UnsafeMutablePointer<curl_slist>?) throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        try body(first)
    }
}
