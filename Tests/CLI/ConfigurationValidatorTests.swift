import Application
import Configuration
import Core
import Testing

@testable import CLI

/// Tests the diagnostics: the position, the expected value, and a spelling suggestion.
struct ConfigurationValidatorTests {
    private static let presenters = PresenterName.choices.map { "'\($0)'" }.joined(separator: ", ")

    private static let stores: String = {
        let names = StoreBackend.choices.map { "'\($0)'" }
        return names.joined(separator: ", ") + ", the name of a store or 'exec:PROGRAM'"
    }()

    private func mistakes(_ text: String) throws -> [String] {
        ConfigurationValidator().mistakes(in: try ConfigurationText.parse(text, path: "c")).map {
            $0.error(in: "c").message
        }
    }

    private func mistakes(ofLine line: String) throws -> [String] {
        try mistakes("[profile.p]\nsap = 'h.test'\n\(line)\n")
    }

    static let wrong: [(line: String, message: String)] = [
        ("finsh = 'x'", "line 3, column 1: 'p' has an unknown setting 'finsh'; did you mean 'finish'?"),
        (
            "min_validity = 1",
            "line 3, column 1: 'p' has an unknown setting 'min_validity'; did you mean 'min-validity'?"
        ),
        ("zzzzzzzz = 1", "line 3, column 1: 'p' has an unknown setting 'zzzzzzzz'"),
        ("[profile.p.feild]", "line 3, column 12: 'p' has an unknown setting 'feild'; did you mean 'field'?"),
        ("remember = 'yes'", "line 3, column 12: 'remember' of 'p' takes true or false, not text"),
        ("remember = 1", "line 3, column 12: 'remember' of 'p' takes true or false, not a number"),
        ("remember = [true]", "line 3, column 12: 'remember' of 'p' takes true or false, not a list"),
        ("user = 3", "line 3, column 8: 'user' of 'p' takes text, not a number; quote it"),
        ("user = true", "line 3, column 8: 'user' of 'p' takes text, not 'true'"),
        ("user = ['a']", "line 3, column 8: 'user' of 'p' takes text, not a list"),
        ("user = { a = 'b' }", "line 3, column 8: 'user' of 'p' takes text, not a table"),
        ("user = \"a\\u0000b\"", "line 3, column 8: 'user' of 'p' holds a NUL character"),
        (
            "password-fd = 1.5",
            "line 3, column 15: 'password-fd' of 'p' takes a number from 0, not a number with a fraction"
        ),
        ("password-fd = -1", "line 3, column 15: 'password-fd' of 'p' takes a number from 0, not '-1'"),
        ("password-fd = 'x'", "line 3, column 15: 'password-fd' of 'p' takes a number from 0, not 'x'"),
        (
            "timeout = 1979-05-27",
            "line 3, column 11: 'timeout' of 'p' takes a length of time (90 or 90s, 5m, 2h30m, 1d), not a date or a time"
        ),
        (
            "timeout = 'soon'",
            "line 3, column 11: 'timeout' of 'p' takes a length of time (90 or 90s, 5m, 2h30m, 1d), not 'soon'"
        ),
        (
            "timeout = -5",
            "line 3, column 11: 'timeout' of 'p' takes a length of time (90 or 90s, 5m, 2h30m, 1d), not '-5'"
        ),
        (
            "presenter = 'fomr'",
            "line 3, column 13: 'presenter' of 'p' takes \(presenters) or 'exec:PROGRAM', not 'fomr'; did you mean 'form'?"
        ),
        (
            "presenter = 'exec:'",
            "line 3, column 13: 'presenter' of 'p' takes \(presenters) or 'exec:PROGRAM', not 'exec:'"
        ),
        ("store = 3", "line 3, column 9: 'store' of 'p' takes \(stores), not a number"),
        (
            "check = 'ftp://h.test/'",
            "line 3, column 9: 'check' of 'p' takes an address like https://service.example.org/: 'ftp://h.test/' has the scheme 'ftp', not https"
        ),
        (
            "pin = ['x']",
            "line 3, column 7: 'pin' of 'p' takes a list of public keys as sha256//BASE64: 'x' is not a public key pin"
        ),
        (
            "allow-host = ['h.test', 'https://idp.test/']",
            "line 3, column 14: 'allow-host' of 'p' takes a list of hosts like idp.example.org: 'https://idp.test/' is not a host"
        ),
        ("pin = [3]", "line 3, column 7: 'pin' of 'p' takes a list of texts, not a number; quote it"),
        ("pin = [['x']]", "line 3, column 7: 'pin' of 'p' takes a list of texts, not a list in a list"),
        ("pin = [{ a = 'x' }]", "line 3, column 7: 'pin' of 'p' takes a list of texts, not a table in a list"),
        ("pin = { a = 'x' }", "line 3, column 7: 'pin' of 'p' takes a list of texts, not a table"),
        (
            "resolve = 'h.test'",
            "line 3, column 11: 'resolve' of 'p' takes a list of HOST:PORT:ADDRESS: 'h.test' is not a name and address"
        ),
        (
            "proxy = 'gopher://x'",
            "line 3, column 9: 'proxy' of 'p' takes a proxy like http://proxy.example.org:3128: 'gopher://x' is not a proxy"
        ),
        (
            "field = { code = 1 }",
            "line 3, column 9: 'field' of 'p' takes a list of texts, not a table of anything but text"
        ),
        (
            "method = 'samel'",
            "line 3, column 10: 'method' of 'p' names an unknown method 'samel'; did you mean 'saml'?; there is 'saml', 'basic', 'adfs', 'sls', 'oauth'"
        ),
        (
            "protocol = 'saml'",
            "line 3, column 12: 'protocol' of 'p' takes 'slc3' or 'est', not 'saml'; did you mean 'method'?"
        ),
        ("method = true", "line 3, column 10: 'method' of 'p' takes the name of a method, such as 'saml'"),
        ("insecure = true", "line 3, column 1: 'p' has 'insecure', which cannot be set in a file"),
        ("profile = 'p'", "line 3, column 1: 'p' has 'profile', which belongs in [defaults]"),
        (
            "authorization-url = 'h.test'",
            "line 3, column 1: 'p' has 'authorization-url' and 'sap', which exclude each other"
        ),
        (
            "password-fd = 3\npassword-file = 'x'",
            "line 4, column 1: 'p' has 'password-file' and 'password-fd', which exclude each other"
        ),
        ("ecp = true", "line 3, column 1: 'p': 'ecp' needs the identity provider's SOAP endpoint"),
        ("[profile.q]\nuser = 'x'", "line 4, column 1: the profile 'q' names no address"),
        (
            "[profil.q]\nuser = 'x'",
            "line 3, column 2: 'profil' is neither in [defaults] nor in a [profile.NAME]; did you mean 'profile'?"
        ),
        (
            "[defaults]\nprofile = 'pp'",
            "line 4, column 11: 'profile' of [defaults] names 'pp', which is not a profile"
        ),
        (
            "totp = '123456'",
            "line 3, column 8: 'totp' of 'p' takes the name of an entry: this is a code, and not the name of an entry with the key of codes"
        ),
        (
            "totp = 'JBSWY3DPEHPK3PXP'",
            "line 3, column 8: 'totp' of 'p' takes the name of an entry: this is a key of codes itself, and not the name of an entry"
        ),
        (
            "browser = '/opt/Safari'",
            "line 3, column 11: 'browser' of 'p' takes the path of a Chromium, Chrome, Edge, Brave or Firefox: 'presenter = \"open\"' shows the login in other browsers"
        ),
        ("[defaults]\nmethod = 'saml'", "line 4, column 1: [defaults] has 'method', which belongs in a profile"),
        (
            "[defaults]\ntimout = 1",
            "line 4, column 1: [defaults] has an unknown setting 'timout'; did you mean 'timeout'?"
        ),
    ]

    @Test(arguments: wrong.indices)
    func aMistakeIsNamed(_ index: Int) throws {
        #expect(try mistakes(ofLine: Self.wrong[index].line) == ["'c' " + Self.wrong[index].message])
    }

    private func mistakes(ofFederation lines: [String]) throws -> [String] {
        try mistakes(
            (["[profile.p]", "method = 'adfs'", "adfs = 'fs.test'", "realm = 'urn:x'"] + lines).joined(separator: "\n"))
    }

    /// Settings that make every sign-in at AD FS fail before its first request are reported for the profile.
    @Test(arguments: [
        (["exchange = 'everlive'"], "'p': 'exchange' needs the address where the token is exchanged"),
        (["exchange-url = 'h.test'"], "'p': 'exchange-url' needs a scheme that says how the token is sent"),
        (["post-to = 'h.test'"], "'p': 'post-to' is for a sign-in by WS-Trust"),
        (["active = false", "trust-certificate = true"], "'p': 'trust-certificate' is for a sign-in by WS-Trust"),
        (
            ["active = true", "token-type = 'bogus'"],
            "'token-type' of 'p' takes saml1.1, saml2.0, jwt, or a URI: 'bogus' is not a type of token"
        ),
    ])
    func aSignInThatCannotBeIsNamed(_ lines: [String], _ message: String) throws {
        let found = try mistakes(ofFederation: lines)
        #expect(found.count == 1 && found[0].hasSuffix(message), "\(found)")
    }

    @Test(arguments: [
        ["exchange = 'none'", "exchange-url = 'h.test'"], ["exchange = 'everlive'", "exchange-url = 'h.test'"],
        ["active = true", "post-to = 'h.test'", "token-type = 'jwt'"],
        ["active = true", "token-type = 'urn:x'", "trust-version = '2005'"], ["trust-certificate = false"],
    ])
    func aSignInThatCanBeIsTaken(_ lines: [String]) throws {
        #expect(try mistakes(ofFederation: lines) == [])
    }

    /// The value may be a secret in the wrong place, so the message must not repeat it.
    @Test func aFieldIsNotRepeated() throws {
        let messages = try mistakes(ofLine: "field = ['pass=hidden']")
        #expect(messages.count == 1 && !messages[0].contains("hidden"), "\(messages)")
    }

    @Test(arguments: [
        "password-fd = 3", "password-fd = '3'", "timeout = 90", "timeout = '90s'", "field = 'a=env:X'",
        "field = { a = 'env:X' }", "field = []", "pin = []", "remember = false", "presenter = 'none'",
        "presenter = 'exec:./my login'",
        "password-stdin = false\npassword-file = 'x'", "ecp = false", "check = 'h.test'", "\"user\" = ''",
    ])
    func whatIsRightIsTaken(_ line: String) throws {
        #expect(try mistakes(ofLine: line) == [])
    }

    @Test func allMistakesOfAllProfilesAreNamedInTheOrderOfTheFile() throws {
        let text = "[profile.z]\nsap = 'h.test'\nuser = 1\nforce = 1\n[profile.a]\nsap = 'h.test'\ncheck = 2\n"
        #expect(try mistakes(text).map { String($0.prefix(11)) } == ["'c' line 3,", "'c' line 4,", "'c' line 7,"])
    }

    /// Every option whose help shows an address is validated as an address.
    @Test func everyAddressIsValidated() throws {
        for command in Settings.methodCommands {
            for option in command.arguments where option.isSetting && option.name != "proxy" {
                let isAddress = ["url", "backend-url"].contains(option.valueName)
                #expect((option.form?.isAddress ?? false) == isAddress, "\(option.name)")
            }
        }
    }
}
