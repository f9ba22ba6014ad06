import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth store` with the encrypted file.
struct StoreTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    @Test func unlockAsksOnceAndLockForgets() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let first = try TerminalChild(Home.binary, ["store", "init"], environment: home.environment)
        try first.expect("New passphrase")
        first.type("pp")
        try first.expect("The same again")
        first.type("pp")
        #expect(try first.finish() == 0, "\(first.text)")
        try home.fedauth("store", "lock")
        #expect(try home.fedauth("store", "list").status == 12)
        let unlock = try TerminalChild(Home.binary, ["store", "unlock", "--for", "1h"], environment: home.environment)
        try unlock.expect("Passphrase of the store")
        #expect(!unlock.echoes)
        unlock.type("pp")
        #expect(try unlock.finish() == 0, "\(unlock.text)")
        #expect(try home.fedauth("store", "list").status == 0)
        try home.fedauth("store", "lock")
        #expect(try home.fedauth("store", "list").status == 12)
    }

    @Test func twoPassphrasesMustBeTheSame() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let terminal = try TerminalChild(Home.binary, ["store", "init"], environment: home.environment)
        for question in ["New passphrase", "They differ. New passphrase", "They differ. New passphrase"] {
            try terminal.expect(question)
            terminal.type("a")
            try terminal.expect("The same again")
            terminal.type("b")
        }
        #expect(try terminal.finish() == 2)
        #expect(access(home.path + "/data/fedauth/store", F_OK) != 0)
    }

    @Test func aFullPipeOrClosedStdoutIsAnError() throws {
        try home.fedauth("store", "put", "v", input: "x")
        let outcome = try Run.program(
            "/bin/sh", ["-c", "\(Home.binary) store get v > /dev/full; echo $?"], environment: home.environment)
        #expect(outcome.text == "1\n" && outcome.errors.contains("no space left"), "\(outcome)")
    }

    @Test func aPipeWithoutAReaderEndsItAsItEndsOthers() throws {
        try home.fedauth("store", "put", "v", input: String(repeating: "x", count: 1_000_000))
        func bash(_ script: String) throws -> Outcome {
            try Run.program("/bin/bash", ["-c", script, Home.binary], environment: home.environment)
        }
        for words in ["get v", "get v --json", "export --plaintext --quiet"] {
            let outcome = try bash("\"$0\" store \(words) | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
            #expect(outcome.text == "\(128 + SIGPIPE)\n" && outcome.errors.isEmpty, "\(words): \(outcome)")
        }
        // A program that ignores the signal expects an error.
        let ignoring = try bash("trap '' PIPE; \"$0\" store get v | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
        #expect(ignoring.text == "1\n" && ignoring.errors.contains("broken pipe"), "\(ignoring)")
    }

    @Test func linksNoLibraryThatSomeCommandsDoNotNeed() throws {
        let needed = try Run.program("/usr/bin/readelf", ["-d", Home.binary], environment: home.environment).text
        for library in ["libcrypto", "libgcrypt", "libcurl", "libsecret", "libsystemd", "libxml2", "libglib"] {
            #expect(!needed.contains(library))
        }
    }

    /// What is not used is not opened, also not to be freed.
    @Test func aKeptSessionOpensNoLibraryOfTheNetwork() throws {
        let place = "https://service.example.org/"
        try home.configure(
            "[profile.mail]\nmethod = \"saml\"\nauthorization-url = \"\(place)\"\nfinish = \"\(place)\"\n")
        try home.keep(CraftedSession())
        home.environment["LD_DEBUG"] = "files"
        let done = try home.fedauth("exec", "mail", "--", "/bin/true")
        #expect(done.status == 0 && done.errors.contains("libgcrypt"), "\(done.status)")
        for library in ["libcurl", "libpsl", "libxml2"] { #expect(!done.errors.contains(library), "\(library)") }
    }

    /// A private key is for programs; a terminal shows it only when that is typed.
    @Test func aPrivateKeyIsNotShownOnATerminal() throws {
        let key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"
        #expect(try home.fedauth(["store", "put", "key"], input: key).status == 0)
        let shown = try TerminalChild(Home.binary, ["store", "get", "key"], environment: home.environment)
        try shown.expect("'key' is a private key, which is not shown on a terminal")
        #expect(try shown.finish() == 2 && !shown.text.contains("MIIB"))
        let wanted = try TerminalChild(Home.binary, ["store", "get", "key", "-o", "-"], environment: home.environment)
        try wanted.expect("MIIB")
        #expect(try wanted.finish() == 0)
        #expect(try home.fedauth("store", "get", "key").text == key)
    }
}
