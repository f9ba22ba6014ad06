import Testing

@testable import CommandSupport

/// Tests that entries are found, deleted together, exported, imported, and moved between back ends.
struct StoreTransferTests {
    let home: Home

    init() throws {
        home = try Home(hasPassphrase: true)
        try home.fedauth("store", "put", "ci/token", "--attribute", "host=ci.example.org", input: "t\u{0}1")
        try home.fedauth("store", "put", "ci/old", "--kind", "password", "--expires", "0s", input: "old")
        try home.fedauth(
            "store", "put", "mail", "--kind", "password", "--attribute", "host=mail.example.org", input: "m")
    }

    @Test func everythingMovesToTheKeyringAndBack() throws {
        let there = try home.desktop(
            """
            $FEDAUTH store move --to keyring && $FEDAUTH store list && $FEDAUTH store get ci/token | od -An -c
            $FEDAUTH --version >/dev/null; $FEDAUTH store list --store file | wc -l
            $FEDAUTH store move --to file mail && $FEDAUTH store list --store file && $FEDAUTH store move --to file \
            && $FEDAUTH store list && $FEDAUTH store list --store keyring | wc -l
            """)
        #expect(there.status == 0, "\(there)")
        let list = "ci/old\tpassword\tDATE\texpired\nci/token\tsecret\tDATE\nmail\tpassword\tDATE\n"
        let mail = "mail\tpassword\tDATE\n"
        let text = there.text.replacing(/\d{4}-\d\d-\d\dT[\d:]+Z/, with: "DATE")
        #expect(text == list + "   t  \\0   1\n0\n" + mail + list + "0\n", "\(there)")
    }

    @Test func aConflictMovesNothing() throws {
        let outcome = try home.desktop(
            """
            printf other | $FEDAUTH store put mail --store keyring
            $FEDAUTH store move --to keyring; echo status $?
            $FEDAUTH store list --store keyring | wc -l; $FEDAUTH store list --store file | wc -l
            $FEDAUTH store move --to keyring --overwrite; echo status $?; $FEDAUTH store get mail
            """)
        #expect(outcome.text == "status 16\n1\n3\nstatus 0\nm", "\(outcome)")
    }
}
