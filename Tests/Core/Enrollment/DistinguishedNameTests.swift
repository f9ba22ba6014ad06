import Support
import Testing

@testable import Core

/// Tests X.500 names as text and back.
@Suite struct DistinguishedNameTests {
    @Test(arguments: [
        ("CN=Ada Lovelace,OU=Sales,O=Example", "CN=Ada Lovelace,OU=Sales,O=Example"),
        ("cn = ada , o=Lab", "CN=ada,O=Lab"),
        ("CN=ada;O=Lab", "CN=ada,O=Lab"),
        (#"CN="a,b",O=Lab"#, #"CN=a\,b,O=Lab"#),
        (#"CN=a\2Cb"#, #"CN=a\,b"#),
        (#"CN=\C5\81ab"#, "CN=Łab"),
        (#"CN=\ x\ "#, #"CN=\ x\ "#),
        ("CN=a+UID=7,DC=example,DC=org", "CN=a+UID=7,DC=example,DC=org"),
        ("E=a@b.c,SP=Hessen,C=DE", "emailAddress=a@b.c,ST=Hessen,C=DE"),
        ("OID.2.5.4.3=x,1.2.3=y", "CN=x,1.2.3=y"),
        ("", ""),
    ])
    func whatIsRead(_ text: String, _ canonical: String) throws {
        let name = try DistinguishedName(parsing: text)
        #expect(name.description == canonical)
        #expect(try DistinguishedName(parsing: canonical) == name)
    }

    @Test(arguments: [
        "ada", "CN", "CN=", "=x", "CN=a,", "CN=a,,O=b", "XX=1", "CN=#0401", #"CN=a\"#, #"CN="a"#, #"CN=a\00b"#,
        "CN=a<b",
        #"CN=\FF"#, "1..2=x",
    ])
    func whatIsNone(_ text: String) {
        let error = #expect(throws: FedauthError.self) { try DistinguishedName(parsing: text) }
        #expect(error?.code == .usage)
    }

    @Test func valuesByType() throws {
        let name = try DistinguishedName(parsing: "CN=a,OU=x,OU=y,O=z")
        #expect(
            name.values(of: "ou") == ["x", "y"] && name.values(of: "2.5.4.10") == ["z"] && name.values(of: "C") == [])
    }

    /// Every name is equal after a conversion to text and back.
    @Test func everyNameComesBack() throws {
        var chance = Mutator(seed: 8)
        let pieces = [",", "+", "\"", "\\", ";", "<", ">", "=", " ", "#", "a", "Ł", "漢", "\u{7}", "0", "Doe"]
        for _ in 0..<500 {
            let names = (0..<Int.random(in: 1...4, using: &chance)).map { _ in
                (0..<Int.random(in: 1...2, using: &chance)).map { _ in
                    DistinguishedName.Attribute(
                        identifier: chance.pick(["2.5.4.3", "2.5.4.11", "0.9.2342.19200300.100.1.1", "1.2.840.1"]),
                        value: (0..<Int.random(in: 1...6, using: &chance)).map { _ in chance.pick(pieces) }.joined())
                }
            }
            let name = DistinguishedName(names)
            #expect(try DistinguishedName(parsing: name.description) == name, "\(name)")
        }
    }

    /// No bytes cause a trap.
    @Test func spoiltTextIsANameOrAnError() {
        var chance = Mutator(seed: 9, words: [",", "\\", "\"", "CN=", "+"])
        for _ in 0..<2000 {
            let text = String(decoding: chance.spoil(#"CN=Ada \"L\" Lovelace,OU=a+UID=7,O="Exa,mple""#), as: UTF8.self)
            guard let name = try? DistinguishedName(parsing: text) else { continue }
            #expect((try? DistinguishedName(parsing: name.description)) == name, "\(text.debugDescription)")
        }
    }
}
