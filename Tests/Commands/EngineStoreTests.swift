import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests stores that programs keep, as commands use them.
struct EngineStoreTests {
    let home: Home

    init() throws { home = try CommandHome() }

    /// A program that keeps records in a file, without a lock.
    private static let keeper = #"""
        #!/usr/bin/env python3
        import json, os, sys
        FILE = os.environ["KEEPER_FILE"]
        for line in sys.stdin:
            asked = json.loads(line)
            kind, name = asked["type"], asked.get("name")
            records = json.load(open(FILE)) if os.path.exists(FILE) else {}
            found = records.get(name)
            def answer(**members): print(json.dumps({"id": asked["id"], **members}), flush=True)
            if os.environ.get("KEEPER_FAULT") == kind:
                answer(type="error", message="no quorum", hint="wait for it")
            elif kind == "state":
                answer(type="state", state="ready")
            elif kind == "get":
                answer(type="record", name=name, **found) if found else answer(type="none")
            elif kind == "list":
                for name, record in records.items():
                    answer(type="record", name=name, revision=record["revision"], head=record["head"])
                answer(type="end")
            elif (found and found["revision"]) != asked["expecting"]:
                answer(type="conflict")
            else:
                records.pop(name, None)
                if kind == "put":
                    number = str(int(found["revision"]) + 1 if found else 1)
                    records[name] = {"revision": number, "head": asked["head"], "value": asked["value"]}
                json.dump(records, open(FILE, "w"))
                answer(type="done")
        """#

    private func keeper() throws -> (word: String, variables: [String: String]) {
        let path = try home.file("run/keeper", Self.keeper + "\n")
        chmod(path, 0o700)
        return ("exec:" + path, ["FEDAUTH_STORE": "exec:" + path, "KEEPER_FILE": home.path + "/run/records"])
    }

    @Test func commandsUseIt() throws {
        let (word, variables) = try keeper()
        let made = try home.fedauth("store", "init", "--json", adding: variables)
        #expect(
            made.status == 0 && made.text.contains(#""backend":"exec","location":"\#(word)","state":"ready""#),
            "\(made)")
        try home.fedauth("store", "init", adding: variables).expectComplaint(16, "there is a store already")
        #expect(try home.fedauth("store", "put", "ci/token", input: "abc", adding: variables).status == 0)
        #expect(try home.fedauth("store", "get", "ci/token", adding: variables).text == "abc")
        #expect(try home.fedauth("store", "list", adding: variables).text.hasPrefix("ci/token\tsecret\t"))
        try home.fedauth("store", "put", "ci/token", "--if-version", "7", input: "x", adding: variables)
            .expectComplaint(16, "version 7 was expected")
        let slots = try home.fedauth("store", "slot", "list", adding: variables)
        #expect(slots.status == 0 && slots.text.contains("key-file"), "\(slots)")
        #expect(try home.fedauth("store", "verify", adding: variables).status == 0)
        let doctor = try home.fedauth("store", "doctor", "--json", adding: variables)
        #expect(doctor.status == 0 && doctor.text.contains("store.state"), "\(doctor)")
        #expect(try home.fedauth("store", "lock", adding: variables).status == 0)
        #expect(try home.fedauth("store", "delete", "ci/token", adding: variables).status == 0)
        try home.fedauth("store", "get", "ci/token", adding: variables).expectComplaint(10, "ci/token")
    }

    @Test func entriesMoveThere() throws {
        let (word, variables) = try keeper()
        #expect(try home.fedauth("store", "put", "a", "--store", "file", input: "1").status == 0)
        let moved = try home.fedauth("store", "move", "--store", "file", "--to", word, adding: variables)
        #expect(moved.status == 0 && !moved.errors.contains("from now on"), "\(moved)")
        #expect(try home.fedauth("store", "get", "a", adding: variables).text == "1")
        try home.fedauth("store", "get", "a", "--store", "file").expectComplaint(10, "'a'")
    }

    @Test func whatItCannotDoIsSaid() throws {
        var (_, variables) = try keeper()
        #expect(try home.fedauth("store", "put", "a", input: "1", adding: variables).status == 0)
        variables["KEEPER_FAULT"] = "get"
        try home.fedauth("store", "get", "a", adding: variables).expectComplaint(8, "no quorum")
        variables["KEEPER_FAULT"] = "put"
        let doubtful = try home.fedauth("store", "put", "a", "--json", input: "2", adding: variables)
        #expect(doubtful.status == 8 && (doubtful.text + doubtful.errors).contains("outcome-unknown"), "\(doubtful)")
        variables["KEEPER_FAULT"] = "state"
        let doctor = try home.fedauth("store", "doctor", "--json", adding: variables)
        #expect(doctor.status == 8 && doctor.text.contains("no quorum"), "\(doctor)")
    }

    /// The unchanged `examples/store-pass` and `examples/store-docker-helper`, with a password store and a key of the test.
    @Test(arguments: ["store-pass", "store-docker-helper"])
    func theExamplesWork(_ example: String) throws {
        for folder in ["/gpg", "/config"] { mkdir(home.path + folder, 0o700) }
        var variables = [
            "FEDAUTH_STORE": "exec:\(Repository.root)/examples/\(example)", "FEDAUTH_DOCKER_HELPER": "pass",
            "GNUPGHOME": home.path + "/gpg", "PASSWORD_STORE_DIR": home.path + "/passwords",
        ]
        func program(_ words: String...) throws {
            let done = try Run.program(
                "/usr/bin/env", words, environment: home.environment.merging(variables) { $1 })
            #expect(done.status == 0, "\(done)")
        }
        try program(
            "gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "a@b", "rsa2048", "encr", "never")
        defer { try? program("gpgconf", "--kill", "all") }
        try program("pass", "init", "a@b")
        mkdir(home.path + "/bin", 0o700)
        if example == "store-pass" {
            let path = try home.file("bin/pass", Self.watchfulPass)
            chmod(path, 0o700)
            variables["PATH"] = home.path + "/bin:/usr/bin:/bin"
        }
        #expect(try home.fedauth("store", "init", adding: variables).status == 0)
        #expect(try home.fedauth("store", "put", "a b/.c", input: "1", adding: variables).status == 0)
        try home.fedauth("store", "put", "a b/.c", "--if-absent", input: "2", adding: variables)
            .expectComplaint(16, "already")
        #expect(try home.fedauth("store", "put", "a b/.c", input: "3", adding: variables).status == 0)
        #expect(try home.fedauth("store", "get", "a b/.c", adding: variables).text == "3")
        #expect(try home.fedauth("store", "list", adding: variables).text.hasPrefix("a b/.c\t"))
        #expect(try home.fedauth("store", "delete", "a b/.c", adding: variables).status == 0)
        #expect(try home.fedauth("store", "list", adding: variables).text == "")
        if example == "store-docker-helper" {
            #expect(access(home.path + "/.fedauth-docker-helper.lock", F_OK) == 0, "not where cron has no folder")
        }
    }

    /// Refuses to read what its parent reads: the questions to it.
    private static let watchfulPass = #"""
        #!/bin/sh
        [ /proc/self/fd/0 -ef /proc/$PPID/fd/0 ] && { echo 'the questions are on my stdin' >&2; exit 1; }
        exec /usr/bin/pass "$@"

        """#

    /// The unchanged `examples/store-etcd` and an etcdctl that fails.
    @Test(arguments: [
        ("echo 'Error: etcdserver: request is too large' >&2; exit 1", 2),
        ("echo 'Error: dial tcp: lookup large.example: no such host' >&2; exit 1", 8),
        ("exec sleep 60", 8),
    ])
    func onlyEtcdSaysWhatIsTooLarge(_ script: String, _ status: Int32) throws {
        mkdir(home.path + "/bin", 0o700)
        let path = try home.file("bin/etcdctl", "#!/bin/sh\n\(script)\n")
        chmod(path, 0o700)
        let listed = try home.fedauth(
            "store", "list",
            adding: [
                "FEDAUTH_STORE": "exec:\(Repository.root)/examples/store-etcd", "FEDAUTH_ETCD_SECONDS": "1",
                "ETCDCTL_ENDPOINTS": "large.example:2379", "PATH": home.path + "/bin:/usr/bin:/bin",
            ])
        #expect(listed.status == status && listed.errors.contains("etcd: "), "\(listed)")
    }

    @Test func aMissingProgramIsNamed() throws {
        try home.fedauth("store", "list", "--store", "exec:./nothing").expectComplaint(
            8, "there is no program './nothing'")
        try home.fedauth("store", "list", "--store", "exec:").expectComplaint(2, "exec:")
    }
}
