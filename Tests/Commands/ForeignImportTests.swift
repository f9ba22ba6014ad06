import Testing

@testable import CommandSupport

/// Tests 'store import --from' with the files of other programs.
struct ForeignImportTests {
    let home: Home

    init() throws { home = try CommandHome() }

    @Test func filesOfOtherProgramsAreFoundAndNothingIsOverwritten() throws {
        _ = try home.file(".git-credentials", "https://ada:one@git.test\nhttps://nobody@git.test\n")
        let first = try home.fedauth("store", "import", "--from", "git-credential-store")
        #expect(first.status == 0 && first.text == "git/https://git.test#ada\n", "\(first)")
        #expect(first.errors.contains("imported 1 entry; left out 1: line 2: no password"), "\(first)")
        let filled = try home.fedauth("credential", "fill", input: "url=https://git.test\n")
        #expect(filled.text.contains("username=ada\npassword=one\n"), "\(filled)")
        // The same again changes nothing; another password is a conflict.
        #expect(
            try home.fedauth("store", "import", "--from", "git-credential-store").errors.contains("1 was there already")
        )
        let other = try home.file("other", "https://ada:two@git.test\n")
        let conflict = try home.fedauth("store", "import", "--from", "git-credential-store", other)
        #expect(conflict.status == 16, "\(conflict)")
        let replaced = try home.fedauth("store", "import", "--from", "git-credential-store", other, "--overwrite")
        #expect(replaced.status == 0, "\(replaced)")
        _ = try home.file(".netrc", "machine web.test login ada password s3cret\nmacdef x\n y\n\n")
        let netrc = try home.fedauth("store", "import", "--from", "netrc", "--json")
        #expect(netrc.status == 0 && netrc.text.contains(#""left":["line 2: a macro"]"#), "\(netrc)")
        let stdin = try home.fedauth("store", "import", "--from", "netrc", "-", input: "machine a login b\n")
        #expect(stdin.status == 10 && stdin.errors.contains("nothing to import: line 1: no password"), "\(stdin)")
    }

    @Test(arguments: [
        ["--plaintext"], ["--passphrase-stdin"], ["--keyring-attribute", "a=b"],
    ])
    func optionsOfAnExportAreRefused(_ words: [String]) throws {
        let outcome = try home.fedauth(["store", "import", "--from", "netrc"] + words)
        #expect(outcome.status == 2, "\(outcome)")
    }
}
