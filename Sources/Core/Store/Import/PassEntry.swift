public import Secrets

/// Reads a decrypted entry of pass(1): the first line is the password; an address `otpauth://` in a line is the key of
/// one-time codes (pass-otp); the rest belongs to the entry. A key, a file or bytes that are no text are one value.
public enum PassEntry {
    /// The folder of docker-credential-pass: the address of the registry in base64url, and in it the user.
    private static let dockerFolder = "docker-credential-helpers/"

    /// Adds the password as NAME, a key as NAME, or as NAME/otp after a password, and the rest as NAME/notes; what is one
    /// value as NAME; and a login of git's or Docker's helpers as one of git's or Docker's.
    public static func add(_ content: borrowing Secret, name: String, to entries: inout ForeignEntries) {
        if let login = dockerLogin(name) {
            let password = content.withBytes { bytes in
                let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
                return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            }
            return entries.add(dockerServer: login.server, user: login.user, password: password, from: name)
        }
        if let login = content.withBytes({ gitLogin($0, name) }) { return entries.add(login, from: name) }
        if let value = content.withBytes({ file($0) }) { return entries.add(StoreDraft(name: name, value: value)) }
        var password = Secret()
        var notes = Secret()
        var keys: [(address: SharedSecret, before: SharedSecret, after: SharedSecret)] = []
        content.withBytes { bytes in
            let isEnded = bytes.last == 0x0A
            let end = isEnded ? bytes.count - 1 : bytes.count
            let lines = bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
            let isFields = lines[0].elementsEqual(fieldsMark)
            for (index, line) in lines.enumerated() {
                let text = UnsafeRawBufferPointer(rebasing: line)
                if let key = key(text) {
                    keys.append(key)
                } else if isFields, line.starts(with: passwordField) {
                    password.append(Self.line(UnsafeRawBufferPointer(rebasing: line.dropFirst(passwordField.count))))
                } else if index == 0 {
                    if !isFields { password.append(Self.line(text)) }
                } else {
                    notes.append(text)
                    if isEnded || index < lines.count - 1 { notes.append("\n") }
                }
            }
        }
        let hasPassword = !password.isEmpty
        let isKey = !hasPassword && keys.count == 1
        if hasPassword { entries.add(StoreDraft(name: name, value: SharedSecret(password))) }
        // Which key is for what: the words around an address, with the name of its entry in its place.
        var labels = Secret()
        for (index, key) in keys.enumerated() {
            let own = isKey ? name : name + "/otp" + (index == 0 ? "" : String(index + 1))
            entries.add(StoreDraft(name: own, kind: "totp", value: key.address))
            guard saysMore(key.before) || saysMore(key.after) else { continue }
            key.before.withBytes { labels.append($0) }
            labels.append(own)
            key.after.withBytes { labels.append($0) }
            labels.append("\n")
        }
        notes.withBytes { labels.append($0) }
        notes = labels
        let isBlank = notes.withBytes { $0.allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 } }
        if !isBlank {
            entries.add(StoreDraft(name: name + "/notes", contentType: "text/plain", value: SharedSecret(notes)))
        }
        if isBlank && !hasPassword && keys.isEmpty { entries.leave(name, "it is empty") }
    }

    /// The first line of gopass before version 1.12, whose password is in a field.
    private static let fieldsMark = Array("GOPASS-SECRET-1.0".utf8)
    private static let passwordField = Array("Password: ".utf8)

    /// Returns the first line without its end.
    private static func line(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let line = bytes.prefix { $0 != 0x0A }
        return UnsafeRawBufferPointer(rebasing: line.last == 0x0D ? line.dropLast() : line)
    }

    /// Returns the address `otpauth:` in a line, and what is around it: nothing, or a label such as `totp: `.
    private static func key(
        _ line: UnsafeRawBufferPointer
    ) -> (address: SharedSecret, before: SharedSecret, after: SharedSecret)? {
        let scheme = Array("otpauth://".utf8)
        guard line.count >= scheme.count else { return nil }
        for start in 0...(line.count - scheme.count)
        where line[start..<(start + scheme.count)].elementsEqual(scheme, by: { $0 | 0x20 == $1 | 0x20 }) {
            guard start == 0 || " \t:=".utf8.contains(line[start - 1]) else { return nil }
            let address = line[start...].prefix { $0 > 0x20 }
            let parts = [address, line[..<start], line[address.endIndex...]].map {
                SharedSecret(copying: Self.line(UnsafeRawBufferPointer(rebasing: $0)))
            }
            return (parts[0], parts[1], parts[2])
        }
        return nil
    }

    /// Returns whether words beside an address say more than that it is one.
    private static func saysMore(_ words: SharedSecret) -> Bool {
        words.withBytes { bytes in
            let word = bytes.lazy.filter { !" \t:=".utf8.contains($0) }.map { $0 | 0x20 }
            return !["", "otp", "totp", "otpauth"].contains { word.elementsEqual($0.utf8) }
        }
    }

    /// Returns a content that is one value; nil for lines of text. gopass keeps a file as fields, of which one says that
    /// it is an attachment, and its bytes in base64.
    private static func file(_ bytes: UnsafeRawBufferPointer) -> SharedSecret? {
        // A password in Latin-1 is text, with a few letters beyond ASCII; the bytes of a key or a file are not.
        let isText = bytes.isUTF8 || bytes.count(where: { $0 >= 0x80 }) * 3 <= bytes.count
        guard isText, !bytes.contains(0) else { return SharedSecret(copying: bytes) }
        if bytes.starts(with: "-----BEGIN ".utf8) { return SharedSecret(copying: bytes) }
        var isAttachment = false
        var isEncoded = false
        var body = Secret()
        for line in bytes.split(separator: 0x0A) {
            let line = Self.line(UnsafeRawBufferPointer(rebasing: line))
            let begins = { (field: String) in
                line.prefix(field.utf8.count).elementsEqual(field.utf8) { $0 | 0x20 == $1 | 0x20 }
            }
            if begins("content-disposition: attachment") {
                isAttachment = true
            } else if begins("content-transfer-encoding: base64") {
                isEncoded = true
            } else if !line.isEmpty {
                guard isAttachment || isEncoded else { return nil }
                body.append(line)
            }
        }
        guard isAttachment && isEncoded else { return nil }
        return Base64.decode(SharedSecret(body)) ?? SharedSecret(copying: bytes)
    }

    /// A login of Git Credential Manager: the password, and lines with the address and the user.
    private static func gitLogin(_ bytes: UnsafeRawBufferPointer, _ name: String) -> CredentialDescription? {
        guard name.hasPrefix("git/") else { return nil }
        // The other lines may be secret.
        func field(_ name: String) -> String? {
            let start = name + "="
            let line = bytes.split(separator: 0x0A).dropFirst().last { $0.starts(with: start.utf8) }
            return line.flatMap { line in
                let value = Self.line(UnsafeRawBufferPointer(rebasing: line)).dropFirst(start.utf8.count)
                return String(validating: value, as: UTF8.self)
            }
        }
        guard let service = field("service"), let user = field("account") else { return nil }
        return KeyringItem.login(url: service, user: user, password: line(bytes))
    }

    private static func dockerLogin(_ name: String) -> (server: String, user: String)? {
        guard name.hasPrefix(dockerFolder) else { return nil }
        let parts = name.dropFirst(dockerFolder.count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let encoded = parts[0].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let server = Base64.decode(SharedSecret(text: String(encoded)))?.withBytes {
            String(validating: $0, as: UTF8.self)
        }
        guard let server = server ?? nil else { return nil }
        return (server, String(parts[1]))
    }
}
