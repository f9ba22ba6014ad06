import Glibc
import Testing

@testable import CommandSupport

/// Tests 'store import --from' and 'store get --keyring-attribute' with the real programs.
struct ForeignImportTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

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
            ln -s .. $HOME/.password-store/web/loop
            $FEDAUTH store import --from pass
            $FEDAUTH store get web/mail; echo; $FEDAUTH store get web/mail/notes; $FEDAUTH store get otp --code | wc -c
            rm $HOME/.password-store/otp.gpg $HOME/.password-store/web/mail.gpg
            $FEDAUTH store import --from pass || echo status $?
            gpgconf --kill gpg-agent
            """
        let outcome = try Run.program(
            "/bin/sh", ["-c", script], environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 })
        #expect(
            outcome.text == "link\nlink/notes\notp\nweb/mail\nweb/mail/notes\ns3cret\nuser: ada\n6\nstatus 1\n",
            "\(outcome)")
        #expect(
            outcome.errors.contains(
                "left out 2: web/loop: it is a link to a folder above; zero: gpg cannot decrypt it"), "\(outcome)")
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
