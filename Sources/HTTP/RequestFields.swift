internal import Core
internal import Secrets

extension CurlList {
    /// The header lines of a checked request in the spelling of CURLOPT_HTTPHEADER, with those taken out that
    /// libcurl would add by itself.
    ///
    /// - Parameter isLong: it is worth waiting a second for the server's word before the content is sent.
    init(fieldsOf request: Request, isLong: Bool) throws(FedauthError) {
        self.init()
        for header in request.headers {
            var line = Secret(capacity: header.name.utf8.count + header.value.count + 2)
            line.append(header.name)
            let isBlank = header.value.withBytes { $0.trimmingBlanks.isEmpty }
            // "Name:" would take a field out; "Name;" sends it empty.
            line.append(isBlank ? ";" : ": ")
            if !isBlank { header.value.withBytes { line.append($0) } }
            try append(line)
        }
        let names = Set(request.headers.map { $0.name.lowercased() })
        for name in ["Accept", "Content-Type"] where !names.contains(name.lowercased()) {
            try append(name + ":")
        }
        // "100 Continue" (RFC 9110 section 10.1.1): a challenge comes before a long content, not after it.
        if !names.contains("expect") && !isLong { try append("Expect:") }
    }
}
