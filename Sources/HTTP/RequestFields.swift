internal import Core
internal import Secrets

extension CurlList {
    /// Creates the header lines of a checked request in the form of CURLOPT_HTTPHEADER, and removes those that libcurl
    /// would add itself.
    ///
    /// - Parameter isLong: whether to wait up to a second for the server's permission before sending the content.
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
        for name in ["Accept", "Content-Type"] where !names.contains(name.lowercased()) {
            try append(name + ":")
        }
        // "100 Continue" (RFC 9110 section 10.1.1): a challenge then arrives before a long content is sent.
        if !names.contains("expect") && !isLong { try append("Expect:") }
    }
}
