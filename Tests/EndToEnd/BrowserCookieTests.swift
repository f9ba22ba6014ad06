import Testing

@testable import CommandSupport

/// Tests '--cookies' with the file of a browser: only named hosts, and the key in the keyring.
struct BrowserCookieTests {
    @Test func aBrowsersCookiesAreSentToTheHostsThatAreNamed() throws {
        let home = try Home(hasPassphrase: true)
        let lab = try Lab.get()
        let plain = try lab.scenario("plain")
        let host = try #require(plain.start.split(separator: "/").dropFirst().first?.split(separator: ":").first)
        let make = """
            printf s3cret | secret-tool store --label='Chromium Safe Storage' application chromium
            key=$(python3 -c "import hashlib; print(hashlib.pbkdf2_hmac('sha1', b's3cret', b'saltysalt', 1, 16).hex())")
            sealed=$(printf value | openssl enc -aes-128-cbc -K $key -iv 20202020202020202020202020202020 | xxd -p)
            sqlite3 $HOME/Cookies "CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('version', '18'); \\
            CREATE TABLE cookies (host_key, top_frame_site_key, name, value, encrypted_value BLOB, path, expires_utc, \\
            is_secure, is_httponly, samesite); INSERT INTO cookies VALUES \\
            ('\(host)', '', 'device', '', x'763131$sealed', '/', 0, 1, 1, 1), \\
            ('\(host)', '', 'spoilt', '', x'76313100', '/', 0, 1, 1, 1);"
            export FEDAUTH_STORE=file

            """
        let sign =
            "$FEDAUTH saml '\(plain.start)' --finish '\(plain.finish)' --user ada --no-input --cacert \(lab.caFile) "
            + "--cookies $HOME/Cookies"
        let unnamed = try home.desktop(make + sign)
        #expect(
            unnamed.status == 2 && unnamed.errors.contains("has a browser's cookies of all servers"), "\(unnamed)")
        let named = try home.desktop(
            sign.replacing("$FEDAUTH", with: "FEDAUTH_STORE=file $FEDAUTH")
                + " --allow-host '\(host)' --trace $HOME/trace")
        #expect(
            named.errors.contains(
                "left out: the cookie 'spoilt' cannot be decrypted: the desktop keyring has no key that fits\n"),
            "\(named)")
        #expect(try Files.text(home.path + "/trace").contains("cookie: device="), "\(named)")
        // The cookies are left out where the key cannot be read.
        let elsewhere = try home.fedauth(
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--no-input", "--cacert", lab.caFile,
            "--cookies",
            home.path + "/Cookies", "--allow-host", String(host))
        #expect(
            elsewhere.errors.contains(
                "left out: 2 cookies ('device', 'spoilt') cannot be decrypted: there is no session bus"), "\(elsewhere)"
        )
    }
}
