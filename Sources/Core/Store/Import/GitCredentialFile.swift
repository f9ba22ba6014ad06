public import Secrets

/// Reads the file of git-credential-store(1): one address with user and password a line. LF ends a line, or the CR LF of
/// an editor on Windows.
public enum GitCredentialFile {
    /// Returns the passwords, and the lines that git would not use either.
    public static func entries(_ content: SharedSecret) -> ForeignEntries {
        var entries = ForeignEntries()
        content.withoutByteOrderMark.withBytes { bytes in
            for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                guard line.contains(where: { ![0x09, 0x0D, 0x20].contains($0) }) else { continue }
                let line = line.last == 0x0D ? line.dropLast() : line
                let place = "line \(index + 1)"
                var text = Secret("url=".utf8)
                text.append(UnsafeRawBufferPointer(rebasing: line))
                guard
                    let description = try? text.withBytes({ (bytes) throws(FedauthError) in
                        try CredentialDescription(reading: bytes)
                    })
                else {
                    entries.leave(place, "not of the form https://USER:PASSWORD@HOST")
                    continue
                }
                entries.add(description, from: place)
            }
        }
        return entries
    }
}
