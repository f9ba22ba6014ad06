import Glibc
import Testing

/// `fedauth store doctor` and `fedauth doctor`: they look, and leave everything as it was.
struct DoctorTests {
    let home: Home

    init() throws {
        home = try Home()
        home.environment["FEDAUTH_STORE"] = nil
    }

    private func files() throws -> String {
        try Run.program("/usr/bin/find", [home.path, "-printf", "%p %s %T@\\n"], environment: home.environment).text
    }

    @Test func nothingIsThereAndNothingIsMade() throws {
        let before = try files()
        let outcome = try home.fedauth("doctor")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.text.contains("store.choice: the encrypted file: no keyring can be used"), "\(outcome)")
        #expect(outcome.text.contains("library.curl: libcurl can be used"))
        #expect(try files() == before)
    }

    @Test func theReasonIsTheRightOne() throws {
        func reason(_ options: String..., adding: [String: String] = [:]) throws -> String {
            let text = try home.fedauth(["store", "doctor", "--json"] + options, adding: adding).text
            let line = text.split(separator: "\n").first { $0.hasPrefix("  \"reason\"") }
            return String(line?.split(separator: "\"").last { $0 != "," } ?? "")
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
        #expect(locked.status == 0 && locked.text.contains("file.state: locked"), "\(locked)")
        let path = home.path + "/data/fedauth/store"
        chmod(path, 0o644)
        let open = try home.fedauth("store", "doctor")
        #expect(open.status == 8 && open.text.contains("PROBLEM  file.state: others may open"), "\(open)")
        chmod(path, 0o600)
        truncate(path, 100)
        let damaged = try home.fedauth("store", "doctor")
        #expect(damaged.status == 14 && damaged.text.contains("PROBLEM  file.state"), "\(damaged)")
    }

    @Test func lookingIsNoUse() throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        let before = try files()
        let open = try home.fedauth("store", "doctor")
        #expect(open.text.contains("file.state: open: the kernel holds its key"), "\(open)")
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
            #expect(older.status == 14 && older.text.contains("older copy"), "\(older)")
        }
        try home.fedauth("store", "lock")
    }

    @Test func aBrokenConfigurationIsNamedAndNotInTheWay() throws {
        let configuration = try home.file("c.toml", "[defaults]\nno-such-setting = 1\n")
        let outcome = try home.fedauth("doctor", "--config", configuration)
        #expect(outcome.status == 2 && outcome.text.contains("PROBLEM  configuration: "), "\(outcome)")
        #expect(outcome.text.contains("store.choice"))
        #expect(try home.fedauth("store", "doctor", "--config", configuration).status == 0)
    }

    @Test func aKeyringThatHangsIsGivenUp() throws {
        // A socket that takes connections and never says a word.
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
