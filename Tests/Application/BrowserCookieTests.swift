import Core
import Glibc
import Support
import Testing

@testable import Application

/// Tests the cookie files of browsers, made by sqlite3(1) and openssl(1) as the browsers make them.
struct BrowserCookieTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs a shell script in the test's directory.
    private func run(_ script: String) -> Int32 {
        guard let shell = popen("cd '\(scratch.path)' && sh -e", "w") else { return -1 }
        fputs(script, shell)
        return pclose(shell)
    }

    private func cookies(
        _ file: String, of hosts: [String] = ["www.shop.test"]
    ) throws -> (found: [String], left: [UnopenedCookie]) {
        let file = try #require(try BrowserCookieFile(scratch.path + "/" + file))
        let cookies = try file.cookies(of: hosts, copyingTo: scratch.path + "/run", bus: nil, clock: TestClock(0))
        #expect(run("test -z \"$(ls -A run)\"") == 0, "the copy stays")
        return (
            cookies.found.map { cookie in
                let value = cookie.value.withBytes { String(decoding: $0, as: UTF8.self) }
                let end = cookie.expires.map { " \($0)" } ?? ""
                let marks = (cookie.isSecure ? " secure" : "") + (cookie.isHTTPOnly ? " httponly" : "")
                return "\(cookie.domain)\(cookie.path) \(cookie.name)=\(value)\(end)\(marks) \(cookie.sameSite ?? "-")"
            }.sorted(), cookies.left
        )
    }

    private static let firefox = """
        sqlite3 cookies.sqlite "PRAGMA user_version = $VERSION; CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, \
        originAttributes TEXT NOT NULL DEFAULT '', name TEXT, value TEXT, host TEXT, path TEXT, expiry INTEGER, \
        isSecure INTEGER, isHttpOnly INTEGER, sameSite INTEGER DEFAULT 0); \
        INSERT INTO moz_cookies (name, value, host, path, expiry, isSecure, isHttpOnly, sameSite) VALUES \
        ('own', 'a b', 'www.shop.test', '/x', $END, 1, 1, 2), ('above', 'v', '.shop.test', '/', $END, 0, 0, 1), \
        ('parent', 'v', 'shop.test', '/', $END, 0, 0, 0), ('below', 'v', 'a.www.shop.test', '/', $END, 0, 0, 0), \
        ('like', 'v', 'notshop.test', '/', $END, 0, 0, 0), ('other', 'v', '.bank.test', '/', $END, 0, 0, 0); \
        INSERT INTO moz_cookies (originAttributes, name, value, host, path, expiry) VALUES \
        ('^userContextId=2', 'container', 'v', 'www.shop.test', '/', $END);"

        """

    @Test(arguments: [(15, "2000000000"), (16, "2000000000000")])
    func onlyTheCookiesOfTheNamedHostsAreReadFromFirefox(_ version: Int, _ end: String) throws {
        let script = "VERSION=\(version) END=\(end)\nmkdir -p p run; chmod 700 run; cd p\n" + Self.firefox
        #expect(run(script) == 0)
        let expected = [
            ".shop.test/ above=v 2000000000 lax", "www.shop.test/x own=a b 2000000000 secure httponly strict",
        ]
        #expect(try cookies("p/cookies.sqlite").found == expected)
        #expect(try cookies("p").found == expected, "the folder of the profile")
        #expect(try cookies("p", of: ["bank.test"]).found == [".bank.test/ other=v 2000000000 -"])
        #expect(try cookies("p", of: ["%", "test", "' OR 1=1 --"]).found.isEmpty)
        #expect(throws: FedauthError.self) { try cookies("p", of: []) }
    }

    /// Tests that what a running browser has written last, and locked, is read.
    @Test func theLogOfARunningBrowserIsRead() throws {
        let script =
            "VERSION=15 END=2000000000\nmkdir -p p run hold; chmod 700 run; cd hold\n" + Self.firefox + """
                sqlite3 cookies.sqlite 'PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; \
                UPDATE moz_cookies SET value = "new" WHERE name = "above";' \
                '.shell cp cookies.sqlite cookies.sqlite-wal ../p/' >/dev/null

                """
        #expect(run(script) == 0)
        #expect(try cookies("p").found.first == ".shop.test/ above=new 2000000000 lax")
    }

    @Test func valuesOfChromiumAreDecrypted() throws {
        // The key of 'peanuts': PBKDF2-HMAC-SHA1, 'saltysalt', one round (os_crypt_linux.cc has the same bytes).
        let script = """
            key=fd621fe5a2b402539dfa147ca9272778
            sealed() { printf %s "$1" | xxd -r -p | openssl enc -aes-128-cbc -K $key -iv 20202020202020202020202020202020 \
            | xxd -p | tr -d '\\n'; }
            hex() { printf %s "$1" | xxd -p | tr -d '\\n'; }
            hash() { printf %s "$1" | sha256sum | cut -c 1-64; }
            mkdir -p old new run; chmod 700 run
            for place in old new; do
                version=23 prefix=
                if [ $place = new ]; then version=24 prefix=$(hash .shop.test); fi
                sqlite3 $place/Cookies "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT); \
                INSERT INTO meta VALUES ('version', '$version'); CREATE TABLE cookies (host_key TEXT, top_frame_site_key TEXT, \
                name TEXT, value TEXT, encrypted_value BLOB, path TEXT, expires_utc INTEGER, is_secure INTEGER, \
                is_httponly INTEGER, samesite INTEGER); INSERT INTO cookies VALUES \
                ('.shop.test', '', 'sealed', '', x'763130$(sealed $prefix$(hex s3cret))', '/', 13644473600000000, 1, 1, 1), \
                ('.shop.test', '', 'plain', 'clear', '', '/', 0, 0, 0, -1), \
                ('.shop.test', 'https://other.test', 'part', 'x', '', '/', 0, 0, 0, -1), \
                ('.shop.test', '', 'spoilt', '', x'76313000112233445566778899aabbccddeeff', '/', 0, 0, 0, 0), \
                ('.shop.test', '', 'short', '', x'7631', '/', 0, 0, 0, 0), \
                ('.shop.test', '', 'elsewhere', '', x'763131$(sealed 00)', '/', 0, 0, 0, 0), \
                ('.bank.test', '', 'bank', '', x'763130$(sealed $prefix$(hex other))', '/', 0, 0, 0, 0);"
            done
            sqlite3 new/Cookies "INSERT INTO cookies VALUES ('www.shop.test', '', 'moved', '', \
            x'763130$(sealed $(hash bank.test)$(hex s3cret))', '/', 0, 1, 1, 1)"

            """
        #expect(run(script) == 0)
        for (place, left) in [("old", []), ("new", ["moved"])] {
            let (found, unopened) = try cookies(place)
            #expect(
                found == [".shop.test/ plain=clear -", ".shop.test/ sealed=s3cret 2000000000 secure httponly lax"],
                "\(place)")
            #expect(Set(unopened.map(\.name)) == Set(["elsewhere", "short", "spoilt"] + left))
            let problems = unopened.filter { $0.problem != nil }
            #expect(problems.map(\.name) == ["elsewhere"])
            #expect(problems.first?.problem == "there is no session bus, so no desktop keyring")
        }
    }

    @Test(arguments: [
        "sqlite3 x 'CREATE TABLE t (a)'", "sqlite3 x 'CREATE VIEW moz_cookies AS SELECT 1'",
        "printf 'SQLite format 3\\0' >x; head -c 5000 /dev/zero >>x",
        "sqlite3 x 'CREATE TABLE moz_cookies (host)'; head -c 4096 x >y; head -c 4096 /dev/urandom | dd of=x seek=1 bs=3000 2>/dev/null",
    ])
    func aDatabaseOfSomethingElseIsRefused(_ script: String) throws {
        #expect(run("mkdir -m 700 run; " + script) == 0)
        let error = #expect(throws: FedauthError.self) { try cookies("x") }
        #expect(error?.code == .usage && error?.message.hasPrefix("'\(scratch.path)/x': the database") == true)
    }

    @Test func otherFilesAreNotABrowsers() {
        #expect(run("mkfifo pipe; echo '[]' >json") == 0)
        for name in ["pipe", "json", "missing"] {
            #expect(throws: Never.self, "\(name)") {
                let file = try BrowserCookieFile(scratch.path + "/" + name)
                #expect(file == nil)
            }
        }
    }

    @Test func aFolderWithoutCookiesNamesTheProfileInIt() {
        #expect(
            run(
                "mkdir -p empty above/Default/Network above/a; sqlite3 above/Default/Network/Cookies 'CREATE TABLE t (a)'"
            ) == 0)
        for (folder, hint) in [
            ("empty", "name the folder of a browser's profile, or a file"),
            ("above", "a profile is in it: '\(scratch.path)/above/Default'"),
        ] {
            let error = #expect(throws: FedauthError.self) { try BrowserCookieFile(scratch.path + "/" + folder) }
            #expect(error?.message == "'\(scratch.path)/\(folder)' has no browser's cookies" && error?.hint == hint)
        }
    }
}
