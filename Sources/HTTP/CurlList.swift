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
        let longer = line.withBytes { curl_slist_append(first, $0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
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
    ) throws(FedauthError) -> Result { try body(first) }
}

extension CurlList {
    /// Creates the header lines of a checked request in the form of CURLOPT_HTTPHEADER, and removes those that libcurl
    /// would add itself. If it `isLong`, its content waits up to a second for the server's permission.
    init(fieldsOf request: Request, isLong: Bool) throws(FedauthError) {
        self.init()
        for header in request.headers {
            var line = Secret(capacity: header.name.utf8.count + header.value.count + 2)
            line.append(header.name)
            let isBlank = header.value.withBytes { $0.trimmingBlanks.isEmpty }
            // "Name:" would remove a field; "Name;" sends it empty.
            line.append(isBlank ? ";" : ": ")
            if !isBlank { header.value.withBytes { line.append($0) } }
            try append(line)
        }
        let names = Set(request.headers.map { $0.name.lowercased() })
        for name in ["Accept", "Content-Type"] where !names.contains(name.lowercased()) { try append(name + ":") }
        // "100 Continue" (RFC 9110 section 10.1.1): a challenge then arrives before a long content is sent.
        if !names.contains("expect") && !isLong { try append("Expect:") }
    }
}
