import Core
import Markup
import Secrets
import Testing

/// Tests login pages as products send them.
@Suite struct PageTests {
    /// A trace masks the beginning of a secret in front of `…`, so a truncated title ends with it.
    @Test(arguments: [200, 201, 5000]) func aTitleThatIsCutSaysSo(_ count: Int) throws {
        let text = SharedSecret(text: "<title>" + String(repeating: "x", count: count) + "</title>")
        let title = try LibXMLReader().page(html: text, charset: nil).title
        #expect(title == String(repeating: "x", count: 200) + (count > 200 ? "…" : ""))
    }

    @Test func simpleSAMLphp() throws {
        let page = try readPage("simplesamlphp.html", charset: "UTF-8")
        #expect(page.title == "Enter your username and password")
        #expect(page.forms.count == 2)
        #expect(page.forms[0].summary == ["select language=en"])
        #expect(page.forms[0].fields[0].options.map(\.text) == ["English", "Deutsch"])
        let form = page.forms[1]
        #expect(form.action == "?")
        #expect(form.method == .post)
        #expect(form.name == "f")
        #expect(
            form.summary == [
                "text username= (Username)", "password password= (Password)", "submit = (Login)",
                "hidden AuthState=_5f3e2c:https://idp.example.org/saml2/idp/SSOService.php"
                    + "?spentityid=https%3A%2F%2Fsp&cookieTime=1",
            ])
        #expect(form.fields[1].autocomplete == "current-password")
        #expect(page.errors.count == 1)
        #expect(page.errors[0].hasPrefix("Error: Incorrect username or password: Either no user"))
        #expect(!page.submitsItself)
        #expect(page.text.hasPrefix("Login & more"))
        #expect(!page.text.contains("Processing"))
    }

    @Test func simpleSAMLphpPost() throws {
        let page = try readPage("simplesamlphp-post.html")
        #expect(page.forms.count == 1)
        #expect(page.submitsItself)
        let form = page.forms[0]
        #expect(form.action == "https://sp.example.org/acs?x=1&y=2")
        #expect(
            form.summary == [
                "hidden SAMLResponse=PHNhbWxwOlJlc3BvbnNl\nIHhtbG5zOnNhbWxwPSJ1cm46\r\nb2FzaXM6bmFtZXM6dGM=",
                "hidden RelayState=ss:mem:\"a\"&<b>'c'", "submit =Submit (Submit)",
            ])
        #expect(page.errors.isEmpty)
        #expect(page.text.contains("you must press the button"))
    }

    @Test func adfs() throws {
        let page = try readPage("adfs2019.html", charset: "utf-8")
        #expect(page.forms.map(\.identifier) == ["loginForm", "options"])
        #expect(page.forms[0].action == "/adfs/ls/?SAMLRequest=fZI%2B&RelayState=a%20b&client-request-id=7e")
        #expect(
            page.forms[0].summary == [
                "email UserName=anna@example.org (User Account)", "password Password= (Password)",
                "checkbox Kmsi=true invisible (Keep me signed in)", "hidden AuthMethod=FormsAuthentication",
            ])
        #expect(page.forms[1].summary == ["hidden AuthMethod=", "hidden UserName="])
        #expect(
            page.errors == [
                "Incorrect user ID or password. Type the correct user ID and password, and try again."
            ])
        #expect(page.hasScripts)
        #expect(page.title == "Sign In")
    }

    @Test func shibboleth() throws {
        let page = try readPage("shibboleth.html")
        #expect(page.title == "Example University Login Service")
        let form = try #require(page.forms.first)
        #expect(
            form.summary == [
                "hidden csrf_token=_abc123=", "text j_username= (Username)",
                "password j_password= (Password)",
                "checkbox donotcache=1 (Don't Remember Login)",
                "checkbox _shib_idp_revokeConsent=true (Clear prior granting of permission)",
                "submit _eventId_proceed= (Login)",
            ])
        #expect(form.fields[2].isRequired)
        #expect(form.fields[2].maximumLength == 64)
        #expect(page.errors == ["The password you entered was incorrect."])
        #expect(!page.hasScripts)
    }

    @Test(arguments: [
        ("<div class=error>It failed. <a href=/>Go to portal</a></div>", ["It failed. Go to portal"]),
        ("<div class=error><a href=/>Go to portal</a></div>", []),
        ("<a class=error href=/>Go to portal</a>", []),
        ("<p class=error>It failed.</p><p class=error><a href=/>Go to portal</a></p>", ["It failed."]),
        ("<p class=error>If you forgot it, <button role=link>reset it.</button></p>", ["If you forgot it, reset it."]),
        ("<p class=error><button role=link>Reset it.</button></p>", []),
        ("<p class=error>It failed. <button>Close</button></p>", ["It failed."]),
    ])
    func aLinkIsNoError(_ html: String, _ errors: [String]) throws {
        #expect(try LibXMLReader().page(html: SharedSecret(text: html), charset: nil).errors == errors)
    }

    /// Shibboleth shows what it would release in such rows.
    @Test func aBoxInACellIsNamedByItsRow() throws {
        let html =
            "<form><table><tr><td>mail</td><td>ada@test</td><td><input type=checkbox name=a></td></tr>"
            + "<tr><td><p>text</p><input type=checkbox name=b></td></tr></table><div>no <input type=checkbox name=c></div></form>"
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.first?.fields.map(\.label) == ["mail ada@test", "text", ""])
    }

    @Test func aButtonMaySendTheFormUnchecked() throws {
        let html =
            "<form><button formnovalidate>Skip</button><button>Next</button>"
            + "<button type=button formnovalidate></form>"
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.first?.fields.map(\.isUnvalidated) == [true, false, false])
    }

    @Test func keycloak() throws {
        let page = try readPage("keycloak.html")
        #expect(page.base == "https://sso.example.org/auth/")
        let form = try #require(page.forms.first)
        #expect(form.method == .post)
        #expect(form.action == "realms/x/login-actions/authenticate?session_code=s&tab_id=t")
        #expect(
            form.summary == [
                "text username= (Username or email)", "password password= (Password)",
                "inert = (Show password)",
                "checkbox rememberMe=on checked (Remember me)", "hidden credentialId=",
                "submit login=Sign In (Sign In)",
            ])
        #expect(form.fields[1].autocomplete == "current-password")
        #expect(page.errors == ["Invalid username or password."])
        #expect(page.obstacles.isEmpty)
    }

    @Test(arguments: [
        ("<iframe src=/login></iframe>", true), ("<frameset><frame src=/login></frameset>", true),
        ("<iframe></iframe>", false), ("<iframe sandbox src=/mail></iframe>", false),
        ("<iframe sandbox='allow-scripts allow-forms' src=/login></iframe>", true),
        ("<noscript><iframe src=/tag></iframe></noscript>", false),
        ("<iframe src=/tag style='display:none'></iframe>", false), ("<p>no frame", false),
        ("<iframe src=/tag width=0 height=9></iframe>", false), ("<iframe src=/tag height='0px'></iframe>", false),
        ("<iframe src=/login width=100% height=90></iframe>", true),
    ])
    func framesThatCanBeSeen(_ html: String, _ expected: Bool) throws {
        #expect(try readPage(html: html).frames.isEmpty != expected)
    }

    @Test func pagesOfScripts() throws {
        let azure = try readPage("azure.html")
        #expect(azure.forms.isEmpty)
        #expect(azure.hasScripts)
        #expect(azure.obstacles == [.webAuthn])
        #expect(
            azure.refresh
                == MetaRefresh(delaySeconds: 0, target: "https://login.example.com/jsdisabled", isForNoscript: true))
        #expect(azure.title == "Sign in to your account")
        let okta = try readPage("okta.html")
        #expect(okta.forms.isEmpty)
        #expect(okta.obstacles == [.captchaScript])
        #expect(okta.errors.isEmpty)
        #expect(!okta.submitsItself)
        #expect(okta.text == "JavaScript is required")
    }

    @Test func sapIdentityService() throws {
        let page = try readPage("sap-ias.html")
        #expect(page.errors.isEmpty)
        #expect(page.obstacles.isEmpty)
        #expect(
            page.forms[0].summary == [
                "hidden utf8=✓", "hidden authenticity_token=mO+7Zk/w==", "hidden xsrfProtection=abc.def",
                "hidden method=POST", "hidden idpSSOEndpoint=https://accounts.example.com/saml2/idp/sso",
                "hidden sp=https://sp", "hidden RelayState=line1\nline2",
                "text j_username= (E-Mail, ID, or Login Name)", "password j_password= (Password)",
                "text inLegend=yes", "submit = (Continue)",
            ])
    }

    @Test func formsThatStraddleTables() throws {
        let page = try readPage("tables.html")
        #expect(page.forms.count == 2)
        #expect(
            page.forms[0].summary == [
                "text user= (User)", "password pass= (Password)", "select domain=ext",
                "textarea note=\nfirst <b>line</b> & second\n", "submit go= (Go)", "inert =",
            ])
        #expect(page.forms[0].fields[2].options.map(\.value) == ["CORP", "ext"])
        #expect(page.forms[1].summary == ["text q=", "submit =Search (Search)"])
        #expect(page.forms[1].method == .get)
    }

    @Test func formsInFormsAreTheOuterOne() throws {
        let page = try readPage("nested.html")
        #expect(page.forms.map(\.identifier) == ["outer", "late"])
        #expect(page.forms[0].summary == ["text one=1", "text two=2", "text three=3"])
        #expect(page.forms[1].summary == ["text four=4", "text five=5"])
        #expect(page.errors == ["ignored"])
    }

    @Test func letters() throws {
        let latin = try readPage("latin1.html")
        #expect(latin.title == "Müller € “quoted”")
        #expect(latin.forms[0].summary == ["text n=Straße"])
        // The charset of the server takes precedence over the one of the page.
        #expect(try readPage("latin1.html", charset: "iso-8859-5").title.hasPrefix("Mќller"))
        #expect(try readPage("latin1.html", charset: "no-such-thing").title == "Müller € “quoted”")
        let wide = try readPage("utf16.html")
        #expect(wide.title == "Grüße 😀")
        #expect(wide.forms[0].action == "/ä")
        #expect(wide.forms[0].summary == ["text näme=w€rt"])
        let japanese = try readPage("shiftjis.html")
        #expect(japanese.title == "ログイン")
        #expect(japanese.forms[0].summary == ["text user= (表示名)"])
        #expect(try readPage("shiftjis.html", charset: "shift_jis").title == "ログイン")
    }

    @Test func unsaidLettersAreUTF8OrWindows1252() throws {
        let reader = LibXMLReader()
        #expect(try reader.page(html: SharedSecret(text: "<title>ü"), charset: nil).title == "ü")
        #expect(try reader.page(html: shared("<title>".utf8 + [0xFC]), charset: nil).title == "ü")
        #expect(
            try reader.page(html: shared("<title>a".utf8 + [0xFF, 0x62]), charset: "utf-8").title
                == "a\u{FFFD}b")
    }

    @Test func nulsAndTruncation() throws {
        let nul = try readPage("nul.html")
        #expect(nul.forms[0].action == "/ok")
        #expect(nul.forms[0].summary == ["text a=x\u{FFFD}y"])
        // HTML drops a tag that is incomplete at the end of the page.
        let cut = try readPage("truncated.html")
        #expect(cut.forms[0].summary == ["text user=", "password pass="])
        #expect(try readPage(html: "").forms.isEmpty)
        #expect(try readPage(html: "just text").text == "just text")
    }

    @Test func refreshesAndSelfSubmission() throws {
        let page = try readPage("refresh.html")
        #expect(page.title == "Please wait<meta>")
        #expect(page.refresh == MetaRefresh(delaySeconds: 3, target: "/next?a=1&b=2"))
        #expect(page.submitsItself)
    }

    @Test(arguments: [
        ("5", MetaRefresh(delaySeconds: 5, target: nil)),
        ("0;/x", MetaRefresh(delaySeconds: 0, target: "/x")),
        ("0;URL=", MetaRefresh(delaySeconds: 0, target: nil)),
        ("1.5, url=\"a b\"c", MetaRefresh(delaySeconds: 1, target: "a b")),
        ("99999999999999999999", MetaRefresh(delaySeconds: Int(Int32.max), target: nil)), ("x", nil),
        ("", nil),
        ("3x", nil), ("0; urls", MetaRefresh(delaySeconds: 0, target: "urls")),
    ])
    func refreshTexts(_ content: String, _ expected: MetaRefresh?) throws {
        let escaped = content.split(separator: "\"", omittingEmptySubsequences: false).joined(
            separator: "&quot;")
        #expect(try readPage(html: "<meta http-equiv=REFRESH content=\"\(escaped)\">").refresh == expected)
    }

    // MARK: size

    @Test func manyElements() throws {
        let flat = try readPage(
            html: String(repeating: "<div>", count: 200_000) + "<form><input name=a></form>")
        #expect(flat.forms[0].summary == ["text a="])
        let deep = try readPage(
            html: String(repeating: "<b>", count: 100_000) + "<form><input name=a></form>")
        #expect(deep.forms[0].summary == ["text a="])
        for tag in [
            "<p>", "<table><tr><td>", "<form>", "<label>", "<select>", "<fieldset>", "<div class=error>",
        ] {
            let page = try readPage(
                html: String(repeating: tag, count: 20_000) + "<form><input type=password name=p></form>")
            #expect(page.forms.last?.fields.contains { $0.kind == .password } == true, "\(tag)")
        }
    }

    @Test func pagesBeyondTheLimitAreRefused() throws {
        let page = SharedSecret(Secret(repeatElement(UInt8(0x61), count: (4 << 20) + 1)))
        do {
            _ = try LibXMLReader().page(html: page, charset: nil)
            Issue.record("nothing thrown")
        } catch { #expect(error.code == .badAnswer) }
    }

    @Test func noBytesCrashIt() throws {
        var generator = Dice(seed: 7)
        let pieces = [
            "<", ">", "</", "<!--", "-->", "<![CDATA[", "<form", "</form>", "<input", " name=", "\"", "'",
            "&", "&#",
            ";", "<script>", "</script>", "<textarea>", "</textarea>", "<select>", "<option>", "<template>",
            "\0",
            "<table>", "</table>", "=", "<title>", "<meta charset=", "<label for=", "<base href=", "ü",
            "<svg>",
        ].map { Array($0.utf8) }
        let pages = try ["adfs2019.html", "tables.html", "keycloak.html", "utf16.html"].map(pageBytes)
        let reader = LibXMLReader()
        for round in 0..<600 {
            var bytes: [UInt8]
            switch round % 3 {
            case 0: bytes = (0..<generator.below(400)).map { _ in UInt8(generator.below(256)) }
            case 1: bytes = (0..<generator.below(120)).flatMap { _ in pieces[generator.below(pieces.count)] }
            default:
                bytes = pages[generator.below(pages.count)]
                for _ in 0..<(1 + generator.below(20)) {
                    let index = generator.below(bytes.count)
                    switch generator.below(3) {
                    case 0: bytes[index] = UInt8(generator.below(256))
                    case 1: bytes.remove(at: index)
                    default: bytes.insert(contentsOf: pieces[generator.below(pieces.count)], at: index)
                    }
                }
            }
            let charset = [nil, "utf-8", "utf-16", "shift_jis", "iso-2022-jp", "gb18030"][generator.below(6)]
            _ = try reader.page(html: shared(bytes), charset: charset)
            _ = try? reader.samlResponse(xml: shared(bytes))
            _ = try? reader.ecpRequest(xml: shared(bytes))
        }
    }
}

/// Returns the same numbers in every run (xorshift64*).
struct Dice {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, limit)
    }
}
