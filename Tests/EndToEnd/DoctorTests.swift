import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth store doctor` and `fedauth doctor`: they inspect, and change nothing.
struct DoctorTests {
    let home: Home

    init() throws {
        home = try Home(hasPassphrase: true)
        home.environment["FEDAUTH_STORE"] = nil
    }

    private func files() throws -> String {
        try Run.program("/usr/bin/find", [home.path, "-printf", "%p %s %T@\\n"], environment: home.environment).text
    }

    @Test func nothingIsThereAndNothingIsMade() throws {
        let before = try files()
        let outcome = try home.fedauth("doctor")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.unaligned.contains("store.choice: the encrypted file: no keyring can be used"), "\(outcome)")
        #expect(outcome.unaligned.contains("library.curl: libcurl "))
        #expect(try files() == before)
    }

    @Test func theReasonIsTheRightOne() throws {
        func reason(_ options: String..., adding: [String: String] = [:]) throws -> String {
            let text = try home.fedauth(["store", "doctor", "--json"] + options, adding: adding).text
            guard let start = text.firstRange(of: "\"reason\":\"")?.upperBound else { return "" }
            return String(text[start...].prefix { $0 != "\"" })
        }
        #expect(try reason() == "no-keyring")
        #expect(try reason("--store", "file") == "option")
        #expect(try reason(adding: ["FEDAUTH_STORE": "keyring"]) == "environment")
        let configuration = try home.file("c.toml", "[defaults]\nstore = \"file\"\n")
        #expect(try reason("--config", configuration) == "configuration")
        try home.fedauth("store", "init", "--store", "file")
        #expect(try reason() == "file-exists")
        try home.fedauth("store", "list")
        #expect(try reason() == "remembered")
    }

    @Test func theStatusIsThatOfTheStoreThatIsUsed() throws {
        #expect(try home.fedauth("store", "doctor", "--store", "keyring").status == 8)
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        try home.fedauth("store", "lock")
        let locked = try home.fedauth("store", "doctor")
        #expect(locked.status == 0 && locked.unaligned.contains("file.state: locked"), "\(locked)")
        let path = home.path + "/data/fedauth/store"
        chmod(path, 0o644)
        let open = try home.fedauth("store", "doctor")
        #expect(open.status == 8 && open.unaligned.contains("PROBLEM  file.state: others may open"), "\(open)")
        chmod(path, 0o600)
        truncate(path, 100)
        let damaged = try home.fedauth("store", "doctor")
        #expect(damaged.status == 14 && damaged.unaligned.contains("PROBLEM  file.state"), "\(damaged)")
    }

    @Test func lookingIsNoUse() throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        let before = try files()
        let open = try home.fedauth("store", "doctor")
        #expect(open.unaligned.contains("file.state: open: the kernel holds its key"), "\(open)")
        #expect(try files() == before)
        try home.fedauth("store", "lock")
    }

    @Test func anOlderCopyIsSeenAndNotTaken() throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        let path = home.path + "/data/fedauth/store"
        try Run.program("/bin/cp", ["-p", path, home.path + "/old"], environment: home.environment)
        try home.fedauth("store", "put", "v", input: "y")
        rename(home.path + "/old", path)
        for _ in 0..<2 {
            let older = try home.fedauth("store", "doctor")
            #expect(older.status == 14 && older.unaligned.contains("older copy"), "\(older)")
        }
        try home.fedauth("store", "lock")
    }

    @Test func aBrokenConfigurationIsNamedAndNotInTheWay() throws {
        let configuration = try home.file("c.toml", "[defaults]\nno-such-setting = 1\n")
        let outcome = try home.fedauth("doctor", "--config", configuration)
        #expect(outcome.status == 2 && outcome.unaligned.contains("PROBLEM  configuration: "), "\(outcome)")
        #expect(outcome.unaligned.contains("store.choice"))
        let store = try home.fedauth("store", "doctor", "--config", configuration)
        #expect(store.status == 2 && store.unaligned.contains("PROBLEM  configuration: "), "\(store)")
        #expect(store.unaligned.contains("store.choice"))
    }

    @Test(arguments: ["store = 'foo'", "timeout = 'soon'", "quiet = 'maybe'", "password-fd = 'x'"])
    func aWrongDefaultIsAProblem(_ line: String) throws {
        let configuration = try home.file("c.toml", "[defaults]\n\(line)\n")
        for words in [["doctor"], ["store", "doctor"]] {
            let outcome = try home.fedauth(words + ["--config", configuration])
            #expect(outcome.status == 2, "\(outcome)")
            #expect(
                outcome.unaligned.contains("PROBLEM  configuration: '\(configuration)' line 2, column "), "\(outcome)")
        }
    }

    @Test(arguments: ["store-key-file", "store-passphrase-file"])
    func aFileThatOpensNothingIsAProblem(_ option: String) throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        try home.fedauth("store", "lock")
        let path = home.path + "/opener"
        let configuration = try home.file("c.toml", "[defaults]\n\(option) = '\(path)'\n")
        let variable = "FEDAUTH_" + option.uppercased().replacing("-", with: "_")
        let ways: [(words: [String], variables: [String: String], source: String)] = [
            (["--\(option)", path], [:], "'--\(option)' names it"), ([], [variable: path], "\(variable) names it"),
            (["--config", configuration], [:], "the configuration file names it"),
        ]
        func doctor(_ index: Int) throws -> Outcome {
            try home.fedauth(["store", "doctor"] + ways[index].words, adding: ways[index].variables)
        }
        for index in ways.indices {
            let missing = try doctor(index)
            #expect(missing.status == 2, "\(missing)")
            #expect(missing.unaligned.contains("PROBLEM  passphrase: "), "\(missing)")
            #expect(missing.unaligned.contains("\(ways[index].source); cannot open '\(path)'"), "\(missing)")
        }
        _ = try home.file("opener", String(repeating: "k", count: 32))
        for index in ways.indices {
            chmod(path, 0o600)
            let good = try doctor(index)
            #expect(good.status == 0 && good.unaligned.contains("\(path)'; \(ways[index].source)\n"), "\(good)")
            chmod(path, 0o644)
            let open = try doctor(index)
            #expect(
                open.unaligned.contains("PROBLEM  passphrase: ") && open.unaligned.contains("others may read it"),
                "\(open)")
        }
    }

    /// The first use creates the key file together with the store.
    @Test func aKeyFileIsMadeWithTheStore() throws {
        let outcome = try home.fedauth("store", "doctor", "--store-key-file", home.path + "/key")
        #expect(outcome.status == 0 && outcome.unaligned.contains("key', which is made with the store"), "\(outcome)")
    }

    @Test func aCredentialIsNamed() throws {
        mkdir(home.path + "/credentials", 0o700)
        let path = try home.file("credentials/fedauth.store", "x")
        let outcome = try home.fedauth("doctor", adding: ["CREDENTIALS_DIRECTORY": home.path + "/credentials"])
        #expect(outcome.unaligned.contains("ok       passphrase: the systemd credential '\(path)'"), "\(outcome)")
    }

    @Test func aFolderThatCannotBeWrittenIsAProblem() throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        let folder = home.path + "/data/fedauth"
        chmod(folder, 0o500)
        var program = (Home.binary, ["store", "doctor"])
        if geteuid() == 0 {
            // File modes do not restrict root, so doctor runs as 'nobody', with a private copy of the binary.
            let copy = home.path + "/fedauth"
            try Run.program("/bin/cp", [Home.binary, copy], environment: home.environment)
            try Run.program("/bin/chown", ["-R", "65534:65534", home.path], environment: home.environment)
            let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", copy]
            program = ("/usr/bin/setpriv", nobody + program.1)
        }
        let outcome = try Run.program(program.0, program.1, environment: home.environment)
        #expect(outcome.status == 8, "\(outcome)")
        #expect(outcome.unaligned.contains("PROBLEM  file.folder: cannot write to '\(folder)'"), "\(outcome)")
    }

    @Test func aKeyringThatHangsIsGivenUp() throws {
        // A socket that accepts connections and never answers.
        let script = """
            import socket, sys, os
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(8)
            print("ready", file=sys.stderr, flush=True)
            os.read(0, 1)
            """
        let bus = try Child("/usr/bin/python3", ["-c", script, home.path + "/bus"], environment: home.environment)
        try bus.waitForErrors(containing: "ready")
        let address = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.path)/bus"]
        let outcome = try home.fedauth("store", "doctor", "--store", "keyring", adding: address)
        #expect(outcome.status == 6, "\(outcome)")
        #expect(try home.fedauth("store", "doctor", adding: address).status == 0)
        bus.closeInput()
        _ = try bus.finish()
    }
}
