public import Secrets

/// Reads a decrypted entry of pass(1): the first line is the password; lines `otpauth://` are keys of one-time codes
/// (pass-otp); the rest belongs to the entry.
public enum PassEntry {
    /// Adds the password as NAME, a key as NAME, or as NAME/otp after a password, and the rest as NAME/notes.
    public static func add(_ content: borrowing Secret, name: String, to entries: inout ForeignEntries) {
        var password = Secret()
        var notes = Secret()
        var keys: [SharedSecret] = []
        content.withBytes { bytes in
            let end = bytes.last == 0x0A ? bytes.count - 1 : bytes.count
            for (index, line) in bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                let text = UnsafeRawBufferPointer(rebasing: line)
                if line.starts(with: "otpauth://".utf8) {
                    keys.append(SharedSecret(copying: text))
                } else if index == 0 {
                    password.append(text)
                } else {
                    notes.append(text)
                    notes.append("\n")
                }
            }
        }
        let hasPassword = !password.isEmpty
        let isKey = !hasPassword && keys.count == 1
        if hasPassword { entries.add(StoreDraft(name: name, value: SharedSecret(password))) }
        for (index, key) in keys.enumerated() {
            let own = isKey ? name : name + "/otp" + (index == 0 ? "" : String(index + 1))
            entries.add(StoreDraft(name: own, kind: "totp", value: key))
        }
        let isBlank = notes.withBytes { $0.allSatisfy { $0 == 0x0A || $0 == 0x20 } }
        if !isBlank {
            entries.add(StoreDraft(name: name + "/notes", contentType: "text/plain", value: SharedSecret(notes)))
        }
        if isBlank && !hasPassword && keys.isEmpty { entries.leave(name, "it is empty") }
    }
}
