import Core

/// A distinguished name: its text parses to the same name.
@Sendable func checkDistinguishedName(_ input: FuzzInput) throws {
    guard let name = try attempt({ () throws(FedauthError) in try DistinguishedName(parsing: input.text) }) else {
        return
    }
    let text = name.description
    let read = try again("\(text.debugDescription) is not read again") { try DistinguishedName(parsing: text) }
    try require(read == name, "\(text.debugDescription) is another name")
}

/// Alternative names of a certificate, key types, fingerprints and hosts: the output of each parses to the same value.
@Sendable func checkNames(_ input: FuzzInput) throws {
    let text = input.text
    if let name = try attempt({ () throws(FedauthError) in try AlternativeName(text) }) {
        let read = try again("'\(name)' is not read again") { try AlternativeName(name.description) }
        try require(read == name, "'\(name)' is another name")
    }
    if let kind = KeyKind(name: text) {
        try require(KeyKind(name: kind.description) == kind, "'\(kind)' is another kind of key")
    }
    if let print = try attempt({ () throws(FedauthError) in try CertificateFingerprint(text) }) {
        let read = try again("'\(print)' is not read again") { try CertificateFingerprint(print.description) }
        try require(read == print, "'\(print)' is another fingerprint")
    }
    let near = SpellingSuggestion.best(text, among: ["authorization-url", "finish", text])
    try require(near == nil || near == text || text.utf8.count < 64, "'\(near ?? "")' is near a long word")
    _ = try attempt { () throws(FedauthError) in try NavigationPolicy.check(host: text) }
}
