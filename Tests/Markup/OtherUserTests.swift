import Secrets
import Support
import Testing

@testable import Core

/// The password of one user is never sent for another one whom the page names or lists.
struct OtherUserTests {
    private static let password = "<label>Password<input type=password name=pw></label><button>Log in</button></form>"
    private static let form = "<form method=post action=/in>"

    private func filling(_ user: String = "ada", _ fields: [String: String] = [:]) -> FormFilling {
        var known = LoginCredentials.Known()
        known.user = user
        known.fields = fields.mapValues { FixedSource($0) }
        return FormFilling(
            LoginCredentials(
                known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
                reporter: RecordingReporter(), clock: TestClock()))
    }

    private func login(_ html: String) throws -> (form: LoginForm, page: Page) {
        let page = try readPage(html: html.contains("<form") ? html : Self.form + html + Self.password)
        guard case .login(let form) = page.meaning else { throw NoLogin() }
        return (form, page)
    }

    private struct NoLogin: Error {}

    /// Returns what the form would send as `user`.
    private func sent(_ html: String, as user: String = "ada", _ fields: [String: String] = [:]) throws -> String {
        let origin = try WebURL("https://idp.test/").origin
        let form = try filling(user, fields).settled(try login(html).form, sentTo: [origin])
        let field = form.fields.first { $0.name == "user" && ($0.kind == .select || $0.isChecked) }
        return field.map { $0.value.withBytes { String(decoding: $0, as: UTF8.self) } } ?? ""
    }

    @Test(arguments: [
        "<select name=user><option>bob<option>ada</select>",
        "<select name=user><option value=''>choose<option value=7>ADA<option value=8 selected>bob</select>",
        "<select name=user><option value='CORP\\ada'>Ada<option selected>bob</select>",
        "<label><input type=radio name=user value=bob checked>bob</label><label><input type=radio name=user value=ada>ada</label>",
        "<label><input type=radio name=user value=1 checked>bob</label><label><input type=radio name=user value=2>ada</label>",
    ])
    func theUserIsChosen(_ html: String) throws {
        let own = try sent(html)
        #expect(["ada", "7", "CORP\\ada", "2"].contains(own), "\(own)")
        #expect(failure { _ = try sent(html, as: "eve") }?.code == .inputNeeded)
    }

    /// Lists that are for something else keep what the page has chosen; one of the options is sent by its value.
    @Test func otherListsStay() throws {
        let html = "<input name=name><select name=user><option>bob<option>ada</select>"
        #expect(try sent(html) == "bob")
        let role =
            "<select name=user id=r><option value=1>Local users<option value=2 selected>CORP</select><input name=login>"
        #expect(try sent(role, ["user": "Local users"]) == "1")
        #expect(failure { _ = try sent(role, ["user": "Nowhere"]) }?.code == .inputNeeded)
    }

    @Test(
        arguments: [
            ("<p>Signing in as <b>bob</b></p><input type=hidden name=username value=bob>", "bob"),
            ("<p>Welcome back, BOB<input type=hidden name='form[username]' value=bob>", "bob"),
            ("<input name=j_username value=bob readonly>", "bob"),
            ("<input type=hidden name=email value=bob@corp.test>", "bob@corp.test"),
            ("<p>As ada<input type=hidden name=username value=ada>", nil),
            ("<p>As ada<input type=hidden name=username value='CORP\\ada'>", nil),
            ("<input type=hidden name=email value=Ada@corp.test>", nil),
            ("<input type=hidden name=login value=1><input type=hidden name=user value=x7f>", nil),
            ("<p>bob is away<input type=hidden name=username value=bob><input name=user>", nil),
        ] as [(String, String?)])
    func aPageForAnotherUserIsKnown(_ html: String, _ other: String?) throws {
        let (form, page) = try login(html)
        #expect(filling().otherUser(of: form, on: page) == other)
        if let other { #expect(filling(other).otherUser(of: form, on: page) == nil) }
    }

    @Test(arguments: [
        "<a href=/login?other=1>Not you?</a>", "<a href=/switch>Use another account</a>", "<a href=/x>Not bob?</a>",
        "<form action=/y><button>Log in as a different user</button></form>",
    ])
    func theWayToTheOwnAccountIsFound(_ html: String) throws {
        let page = try readPage(html: html + "<a href=/help>Help</a>")
        #expect(page.wayToOtherUser(than: "bob")?.label.isEmpty == false)
        #expect(
            page.wayToOtherUser(than: "Help me") == nil || html.contains("you") || html.contains("other")
                || html.contains("different"))
    }

    /// A button that names another user is not pressed by itself, nor one beside a question that does not name the own one.
    @Test(arguments: [
        ("{}<button>Log in as Eve</button>", false), ("{}<button>Login eve@evil</button>", false),
        ("{}<button>Log in as Ada Lovelace</button>", true),
        ("{}<button>Log in as A. L.</button><p>ada@idp.test</p>", true),
        ("{}<button>Log in ada@idp.test</button>", true), ("{}<button>Sign in</button>", true),
        ("<p>AnyConnect on EVE-LAPTOP has been authenticated. Continue?<button>Continue</button>", false),
        ("<p>Do you want to continue?<button>Continue</button>", false),
        ("<p>You are signed in as ada. Continue?<button>Continue</button>", true),
        ("<p>Signed in. Any questions? Ask us.<button>Continue</button>", true),
        ("<label>Amount <input name=amount value=900></label><button>Continue</button>", false),
        (
            "{}<label>To <input name=to value=eve readonly></label><label>Amount <input name=amount value=900></label>"
                + "<button>Continue</button>", false
        ),
    ])
    func whatNamesAnotherUserIsAChoice(_ html: String, _ isPressed: Bool) throws {
        let origin = try WebURL("https://idp.test/").origin
        var filling = filling("ada", ["pw": "secret"])
        if html.hasPrefix("<p>") {
            let (form, page) = try login("<label>User<input name=u></label>")
            let presented = try filling.inspect(form, on: page, at: origin, with: CookieJar([]))
            _ = try filling.values(for: form, presented, sendingTo: origin, missing: { _ in }) { $0 }
        }
        let box = "<h1>Account</h1><label>Password<input type=password name=p></label>"
        let page = try readPage(html: Self.form + html.replacing("{}", with: box) + "</form>")
        switch filling.judged(page.meaning, on: page) {
        case .choice: #expect(!isPressed, "\(html)")
        case .handOn, .login: #expect(isPressed, "\(html)")
        default: Issue.record("\(page.meaning)")
        }
    }

    /// A code that the page calls optional, and a mail address beside the name, stay empty.
    @Test(arguments: [
        ("<label>One-time code (optional)<input name=x autocomplete=one-time-code></label>", true),
        ("<label>Code facultatif à usage unique<input name=x></label>", true),
        ("<label>E-mail<input name=x type=email></label>", true),
        ("<label>One-time code<input name=x autocomplete=one-time-code></label>", false),
        ("<label>One-time code (optional)<input name=x required autocomplete=one-time-code></label>", false),
    ])
    func whatIsOptionalStaysEmpty(_ html: String, _ isLeft: Bool) throws {
        let (form, page) = try login("<label>User<input name=username></label>" + html)
        let origin = try WebURL("https://idp.test/").origin
        var filling = filling("ada", ["pw": "secret"])
        let presented = try filling.inspect(form, on: page, at: origin, with: CookieJar([]))
        var missing: [FedauthError] = []
        let values = try filling.values(for: form, presented, sendingTo: origin, missing: { missing.append($0) }) { $0 }
        #expect(values["x"] == nil)
        #expect(missing.contains { $0.message.contains("one-time code") } != isLeft || isLeft)
        #expect(isLeft ? missing.allSatisfy { !$0.message.contains("code") } : !missing.isEmpty)
    }
}
