import Testing

@testable import CommandSupport

/// Tests `--keep-assertion` and `fedauth token` with real servers: the output is what the identity provider signed.
@Suite(.serialized)
struct KeptAssertionTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
    }

    /// The profile signs in, and then the command runs with the session. Without a password it does not run.
    @Test func execSignsInByTheProfile() throws {
        let plain = try lab.scenario("plain")
        let password = try #require(lab.users[plain.user]?.passwordFile)
        let added = try home.fedauth(
            "profile", "add", "lab", "--authorization-url", plain.start, "--finish", plain.finish, "--user", plain.user,
            "--cacert", lab.caFile)
        #expect(added.status == 0, "\(added)")
        try home.fedauth("exec", "lab", "--no-input", "--", "echo", "ran").expectComplaint(4, "assword")
        let page = "curl -sS --cacert \(lab.caFile) -b \"$FEDAUTH_COOKIE_JAR\" \(plain.protected)"
        for fresh in [true, false] {
            let words = ["exec", "lab", "--no-input", "--password-file", password, "--", "sh", "-c", page]
            let outcome = try home.fedauth(words)
            #expect(outcome.status == 0 && outcome.text.contains("signed in as \(plain.user)"), "\(outcome)")
            #expect(outcome.errors.contains("signed in to 'lab'") == fresh, "\(outcome)")
        }
        // The command gets no descriptors that the libraries opened, and the trace ends before it.
        let trace = home.path + "/exec.html"
        let list = ["sh", "-c", "ls /proc/$$/fd"]
        let listing = try home.fedauth(
            ["exec", "lab", "--force", "--no-input", "--password-file", password, "--trace", trace, "--"] + list)
        let usual = try Run.program("/usr/bin/env", list, environment: home.environment)
        #expect(listing.status == 0 && listing.text == usual.text, "\(listing)\n\(usual)")
        #expect(try Files.text(trace).contains("It handed over to the command."))
    }
}
