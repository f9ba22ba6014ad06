import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth exec --with-identity`.
struct IdentityExecTests {
    @Test func aCommandGetsItsFilesAndTheyAreGoneAfter() throws {
        let home = try Home()
        let server = try TLSServer.get()
        let file = try home.file(
            "client.pem",
            try ["pem", "key"].map { String(decoding: try Files.bytes("\(server.folder)/client.\($0)"), as: UTF8.self) }
                .joined())
        #expect(try home.fedauth(server.signIn("optional13")).status == 0)
        let show = ["exec", "--with-identity", "--cacert", server.caFile]
        let words = [
            "--", "sh", "-c", #"stat -c %a "$FEDAUTH_CERT" "$FEDAUTH_KEY"; cat "$FEDAUTH_CERT" "$FEDAUTH_KEY""#,
        ]
        try home.fedauth(show + words).expectComplaint(10, "no identity is bound to")
        try home.fedauth(["identity", "import", file, "--origin", server.url("optional13")])
        for mask in [[], ["--mask"]] {
            let done = try home.fedauth(show + mask + words)
            #expect(done.status == 0 && done.text.hasPrefix("600\n600\n-----BEGIN CERTIFICATE"), "\(done)")
            #expect(done.text.contains("-----BEGIN PRIVATE KEY-----"))
        }
        // The next command that uses the directory removes the files of exited processes.
        try home.fedauth("exec", "--", "true")
        let left = try Run.program("/bin/ls", [home.path + "/run/fedauth"], environment: ["PATH": "/bin"])
        #expect(!left.text.contains(".key") && !left.text.contains(".crt"), "\(left)")
        let plain = try home.fedauth("exec", "--", "sh", "-c", #"echo "${FEDAUTH_KEY-none}""#)
        #expect(plain.text == "none\n", "\(plain)")
        let other = try home.fedauth(["exec", "--with-identity", "--identity", "nobody", "--", "true"])
        other.expectComplaint(10, "there is no identity 'nobody'")
    }

    /// A private key does not outlive its command, whatever ends fedauth.
    @Test(arguments: [true, false]) func aKilledFedauthLeavesNoKeyBehindItsCommand(_ isMasked: Bool) throws {
        let home = try Home()
        let file = Repository.root + "/Tests/Vectors/identities/plain.pem"
        #expect(try home.fedauth("identity", "import", file).status == 0)
        let words = ["exec", "--with-identity", "--identity", "plain"] + (isMasked ? ["--mask"] : [])
        let child = try Child(
            Home.binary,
            words + [
                "--", "sh", "-c", "cd; echo $FEDAUTH_KEY >new; mv new key; until test -e end; do sleep 0.1; done",
            ],
            environment: home.environment)
        func wait(_ isOver: () -> Bool) -> Bool {
            for _ in 0..<200 where !isOver() { usleep(50_000) }
            return isOver()
        }
        #expect(wait { access(home.path + "/key", F_OK) == 0 })
        let key = try Files.text(home.path + "/key").split(separator: "\n").first.map(String.init) ?? ""
        #expect(access(key, F_OK) == 0)
        child.signal(SIGKILL)
        _ = try child.finish()
        if isMasked {
            usleep(300_000)
            #expect(access(key, F_OK) == 0)
        }
        _ = try home.file("end", "")
        #expect(wait { access(key, F_OK) != 0 })
    }

    /// A certificate may be all that a server wants.
    @Test func aNamedIdentityNeedsNoSession() throws {
        let home = try Home()
        let file = Repository.root + "/Tests/Vectors/identities/plain.pem"
        #expect(try home.fedauth("identity", "import", file).status == 0)
        let command = ["--", "sh", "-c", #"test -s "$FEDAUTH_CERT" && echo "${FEDAUTH_COOKIES-none}""#]
        let done = try home.fedauth(["exec", "--with-identity", "--identity", "plain"] + command)
        #expect(done.status == 0 && done.text == "none\n", "\(done)")
        try home.fedauth(["exec"] + command).expectComplaint(10, "no one is signed in")
    }
}
