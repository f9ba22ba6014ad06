import Glibc
import Testing

@testable import CommandSupport

/// Tests 'store import --from' and 'store get --keyring-attribute' with the real programs.
struct ForeignImportTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

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

    /// Tests with a key of the test's own: gpg decrypts by its agent, and the passphrase is never an argument.
    @Test func entriesOfPassAreDecryptedByGpg() throws {
        let script = """
            set -e
            export GNUPGHOME=$HOME/gnupg; mkdir -m 700 $GNUPGHOME
            gpg --batch --quiet --passphrase '' --quick-gen-key ada@example.org default default never 2>/dev/null
            pass init ada@example.org >/dev/null
            printf 's3cret\\nuser: ada\\n' | pass insert -m web/mail >/dev/null
            printf 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\\n' | pass insert -m otp >/dev/null
            echo damaged > $HOME/.password-store/zero.gpg
            ln -s web/mail.gpg $HOME/.password-store/link.gpg
            $FEDAUTH store import --from pass
            $FEDAUTH store get web/mail; echo; $FEDAUTH store get web/mail/notes; $FEDAUTH store get otp --code | wc -c
            rm $HOME/.password-store/otp.gpg $HOME/.password-store/web/mail.gpg
            $FEDAUTH store import --from pass || echo status $?
            gpgconf --kill gpg-agent
            """
        let outcome = try Run.program(
            "/bin/sh", ["-c", script], environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 },
            seconds: 120)
        #expect(
            outcome.text == "otp\nweb/mail\nweb/mail/notes\ns3cret\nuser: ada\n6\nstatus 1\n", "\(outcome)")
        #expect(
            outcome.errors.contains("left out 2: link.gpg: it is a link; zero: gpg cannot decrypt it"), "\(outcome)")
        #expect(outcome.errors.contains("gpg cannot decrypt 'zero'"))
        let none = try home.fedauth("store", "import", "--from", "pass", "nowhere")
        #expect(none.status == 10, "\(none)")
    }

    @Test func itemsOfTheKeyringAreFoundByTheirAttributes() throws {
        let outcome = try home.desktop(
            """
            printf one | secret-tool store --label=CI service ci user ada
            printf two | secret-tool store --label=Mail service mail user ada
            export FEDAUTH_STORE=file
            $FEDAUTH store get --keyring-attribute service=ci; echo
            $FEDAUTH store get --keyring-attribute user=ada; echo status $?
            $FEDAUTH store get --keyring-attribute service=none; echo status $?
            $FEDAUTH store get x --keyring-attribute service=ci; echo status $?
            $FEDAUTH store get; echo status $?
            $FEDAUTH store import --from secret-tool --keyring-attribute user=ada
            $FEDAUTH store search --attribute service=mail | cut -f 1
            $FEDAUTH store get Mail; echo
            $FEDAUTH store import --from secret-tool; echo status $?
            printf three | $FEDAUTH store put own --store keyring
            $FEDAUTH store get --keyring-attribute name=own; echo status $?
            """)
        #expect(
            outcome.text
                == "one\nstatus 2\nstatus 10\nstatus 2\nstatus 2\nCI\nMail\nMail\ntwo\nstatus 2\nstatus 10\n",
            "\(outcome)")
        #expect(outcome.errors.contains("2 items of the keyring have these attributes"), "\(outcome)")
    }

    @Test func aLockedKeyringIsSaid() throws {
        _ = try home.desktop("printf one | secret-tool store --label=CI service ci")
        let locked = try home.desktop(
            "$FEDAUTH store get --keyring-attribute service=ci; echo status $?", unlocked: false)
        #expect(locked.text == "status 12\n", "\(locked)")
    }
}
