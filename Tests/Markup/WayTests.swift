import Markup
import Secrets
import Support
import Testing

@testable import Core

/// Which pages lead on by themselves, whatever their status, and which are an end.
struct WayTests {
    static func document(
        _ html: String, status: Int = 200, _ fields: [(String, String)] = []
    ) throws -> Document {
        let response = Response(
            status: status, url: try WebURL("https://idp.example/sso?a=1"),
            headers: [(name: "content-type", value: "text/html; charset=utf-8")]
                + fields.map { (name: $0.0, value: $0.1) },
            body: SharedSecret(text: html))
        let agent = UserAgent(ScriptedWeb(), reader: LibXMLReader(), clock: TestClock())
        return Document(response: response, page: try agent.page(response))
    }

    private static let moment = "<title>One moment</title><p>Taking you to the sign-in"

    /// HTML, "the `Refresh` header": the field comes before the element, and a page is not necessary.
    @Test(arguments: [
        ("0; url=/next", moment, "/next"), ("0;URL='https://a.example/b?c=d'", moment, "https://a.example/b?c=d"),
        ("0, /next", "", "/next"), (".5; \"next\"", "", "next"), ("3", moment, nil),
        ("0; url=/field", "<meta http-equiv=refresh content='0;url=/element'>" + moment, "/field"),
        ("soon", "<meta http-equiv=refresh content='0;url=/element'>" + moment, "/element"),
    ])
    func aFieldRefreshes(_ field: String, _ html: String, _ target: String?) throws {
        guard case .refresh(let refresh)? = try Self.document(html, [("refresh", field)]).page?.meaning else {
            return #expect(Bool(false))
        }
        #expect(refresh.target == target)
    }

    /// The forms of AD FS are sent to their own page. Others may name their fields so.
    @Test(arguments: [("", true), ("/sso?b=2", true), ("/act", false), ("https://evil.example/sso", false)])
    func aFactorIsSentToItsOwnPage(_ action: String, _ isFactor: Bool) throws {
        let form =
            "<h1>News</h1><form method=post action='\(action)'><input type=hidden name=AuthMethod value=Push>"
            + "<input type=hidden name=Context value=c></form>"
        if case .handOn? = try Self.document(form).page?.meaning {
            #expect(isFactor)
        } else {
            #expect(!isFactor)
        }
    }

    /// A browser sends no form to where the page's own policy does not let it.
    @Test(arguments: [
        ("form-action 'self'", 1), ("default-src 'self'; FORM-ACTION 'none'", 0), ("default-src 'self'", 2),
        ("form-action 'self' https://b.example", 1), ("form-action 'self', form-action 'none'", 0), ("form-action", 0),
        ("form-action 'none'; form-action *", 0), ("form-action *", 2), ("form-action https:", 2),
        ("form-action *.example", 2), ("form-action EVIL.example", 1), ("form-action evil.example/i/ 'self'", 1),
        ("form-action http://evil.example/in", 1), ("form-action evil.example:8443", 0), ("form-action *:443", 2),
    ])
    func aPolicyKeepsForms(_ policy: String, _ count: Int) throws {
        let forms = ["/in", "https://evil.example/in"].map { "<form method=post action='\($0)'><input name=u></form>" }
        let element = "<meta http-equiv=Content-Security-Policy content=\"\(policy)\">"
        let field = try Self.document(forms.joined(), [("content-security-policy", policy)])
        #expect(field.page?.forms.count == count)
        #expect(try Self.document(element + forms.joined()).page?.forms.count == count)
    }

    /// A button with an address of its own is left out alone.
    @Test func aPolicyKeepsButtons() throws {
        let buttons = "<button formaction=https://evil.example/>A</button><button>B</button>"
        let form = "<form method=post action=/in>\(buttons)</form>"
        let document = try Self.document(form, [("content-security-policy", "form-action 'self'")])
        #expect(document.page?.forms.flatMap(\.submitButtons).map(\.label) == ["B"])
    }

    /// The field by which servers end a session that is not used is no way on.
    @Test func aTimeLimitIsNoWay() throws {
        let button = "<form method=post action=/go><input name=go type=submit value=Continue></form>"
        guard case .handOn = try Self.document(button, [("refresh", "1800; url=/out")]).page?.meaning else {
            return #expect(Bool(false))
        }
    }

    @Test(arguments: [
        "<body onload='document.forms[0].submit()'><form method=post action=/go?x=1><noscript><input type=submit value=CONTINUE>"
            + "</noscript></form>",
        "<body onload='document.forms[0].submit()'><form method=post action=/go><input type=hidden name=t value=1></form>",
        "<form method=post action=/go><input type=hidden name=t value=1><button>Continue without Kerberos</button></form>",
        "<form method=post action=/in><input name=username><input type=password name=password><button>Log in</button></form>",
        "<meta http-equiv=refresh content='3; url=/password'><p>No ticket",
    ])
    func aChallengeIsPassedByTheWayOfItsPage(_ html: String) throws {
        for schemes in [["Negotiate"], ["Negotiate", "NTLM"], ["NTLM", "Negotiate", "Basic realm=\"x\""]] {
            #expect(try Self.document(html, status: 401, schemes.map { ("www-authenticate", $0) }).leadsOn)
        }
    }

    @Test(arguments: [
        (401, "<h1>Unauthorized</h1><p>This server could not verify that you are authorized."),
        (401, "<h1>Unauthorized</h1><form action=/search><input name=q><button>Search</button></form>"),
        (401, "<meta http-equiv=refresh content='0; url=/sso?a=1'><p>No ticket"),
        (403, "<meta http-equiv=refresh content='5; url=/'><p>You may not use this service"),
        (403, "<meta http-equiv=refresh content='0; url=/'><p class=error>You may not use this service"),
        (403, "<form method=post action=/><button>Back</button></form><p>You may not use this service"),
        (503, "<meta http-equiv=refresh content=1><p>Maintenance"), (500, "<script src=a></script>"),
    ])
    func aFailureIsAnEnd(_ status: Int, _ html: String) throws {
        #expect(try !Self.document(html, status: status, [("www-authenticate", "Negotiate")]).leadsOn)
    }

    @Test(arguments: [400, 403, 404, 500])
    func aPageThatGoesOnByItselfIsNoFailure(_ status: Int) throws {
        #expect(try Self.document("<meta http-equiv=refresh content='0; url=/next'>", status: status).leadsOn)
        #expect(try Self.document("", status: status, [("refresh", "0; url=/next")]).leadsOn)
    }

    // MARK: The finish

    /// To who is signed in already, a refusal that offers to sign in as somebody else is an end. A lost session is none.
    @Test(arguments: [
        (
            "<h1>Forbidden</h1><p>You do not have permission to access this.<form action=/app><button>Go back</button></form>"
                + "<form action=/in><button>Sign in</button></form>", true
        ),
        ("<h1>Forbidden</h1><p>ada may not use this.<form action=/in><button>Sign in</button></form>", true),
        ("<h1>Access denied</h1><a href=/in>Log in</a>", true),
        ("<title>Sign In</title><form action=/in><button>Sign in with OpenID</button></form>", false),
        ("<h1>Forbidden</h1><p>No valid CSRF token.<form action=/in><button>Sign in</button></form>", false),
        ("<h1>Not authorized</h1><p>Please <a href=/in>log in</a>.", false),
    ])
    func whoIsSignedInIsRefused(_ html: String, _ isEnd: Bool) throws {
        let document = try Self.document(html, status: 403)
        #expect(document.failure() == nil)
        let error = document.failure(again: true)
        #expect(isEnd ? error?.code == .refused && error?.message.contains("403") == true : error == nil, "\(html)")
    }

    /// A refusal of who is not signed in, which offers to sign in; beside a message it is one of the account.
    @Test(arguments: [
        (
            "<title>Sign In</title><form action=/oauth2/start><input type=hidden name=rd value=/><button>Sign in with OpenID"
                + " Connect</button></form>", true
        ),
        ("<h1>No session</h1><a href=/sso>Log in</a>", true), ("<h1>Forbidden</h1><p>ada has no role", false),
        ("<h1>Forbidden</h1><form action=/find><button>Search</button></form>", false),
    ])
    func whoIsNotSignedInIsLedOn(_ html: String, _ leadsOn: Bool) throws {
        for status in [401, 403] { #expect(try Self.document(html, status: status).leadsOn == leadsOn) }
        #expect(try !Self.document(html, status: 404).leadsOn && !Self.document(html, status: 500).leadsOn)
    }

    /// One form around the whole page: the login's button is the one behind the password.
    @Test(arguments: [
        "<input name=q><input type=submit value=Search><input name=u><input type=password name=p><input type=submit value='Log In'>",
        "<button name=x>Go</button><input name=u><input type=password name=p><button>Cancel</button><button>Log In</button>",
        "<input name=u><button>Log In</button><input type=password name=p>",
        "<input name=u><input type=password name=p><button name=b value=show>Show</button><button>Log In</button>",
        "<input name=u><input type=password name=p><button>Log In</button><button name=g value=1>Sign in with Google</button>",
    ])
    func theButtonIsBehindThePassword(_ html: String) throws {
        #expect(try readPage(html: "<form method=post>\(html)</form>").forms.first?.goingOn?.label == "Log In")
    }

    /// What a script presses, fills in or holds back needs the script.
    @Test(arguments: [
        // Outlook on the web: the only button that sends is hidden.
        "<form method=post action=/in><input name=u><input type=password name=p><div class=b role=button onclick=go()>"
            + "<span>sign in</span></div><input type=submit style='display: none'></form><script src=a></script>",
        copied("<button type=button onclick='real.value=p.value;f.submit()'>Log in</button>"),
        // Scripts copy the password, or send it themselves.
        copied("<button>Log in</button>")
            + "<script>f.addEventListener('submit', () => { f.real.value = f.p.value })</script>",
        copied("<button>Log in</button>")
            + "<script>document.forms.f.onsubmit = () => { f.real.value = f.p.value }</script>",
        copied("<button>Log in</button>") + "<script>$('#f').submit(e => { $('#real').val($('#p').val()) })</script>",
        copied("<button onclick='real.value=p.value'>Log in</button>"),
        copied("<button>Log in</button>", "onsubmit='real.value=p.value'"),
        field("<button>Log in</button>")
            + "<script>f.addEventListener('submit', e => { e.preventDefault(); fetch('/x', { method: 'POST' }) })</script>",
        // GitLab: the field is one for a password only after its script.
        "<form method=post action=/in><label>Username<input name=u></label><label for=p>Password</label>"
            + "<input class=js-password data-name=p><button>Sign in</button></form><script src=a></script>",
        // MikroTik's hotspot: another form is sent, with a digest.
        digest("onsubmit='return go()'", "function go() { \(digested) return false }"),
        digest("onsubmit='return go()'", "function go() {\n  \(digested)\n  return !1;\n}"),
        digest("onsubmit='go(); return false;'", "var go = function () { \(digested) }"),
        digest("onsubmit='go(event)'", "function go(e) { log(e); e.preventDefault(); \(digested) }"),
        digest("", "f.addEventListener('submit', function (e) { e.preventDefault(); \(digested) })"),
        digest(
            "", "f.addEventListener(\"submit\", go); function go(e) { check();\n e.preventDefault()\n \(digested) }"),
        digest("", "f.onsubmit = function () { \(digested) return false }"),
        digest("", "$('#f').submit(function (e) { e.preventDefault(); $.post('/api', { p: hx($('#p').val()) }) })"),
        digest(
            "onsubmit='return go(this)'",
            "function go(f) { var x = new XMLHttpRequest(); x.onload = () => { location = '/ok' }; x.send(hx(f.p.value));"
                + " return false }"),
        // A pad of buttons types the PIN.
        "<form method=post action=/in><input name=username><input type=password name=pin readonly><button type=button>1</button>"
            + "<button>Log in</button></form><script src=a></script>",
        "<form method=post action=/a><label>User name <input name=u></label></form>"
            + "<form method=post action=/b><label>Password <input type=password name=p></label></form>",
        // OpenAM: a form for each box, and another one that is sent.
        "<form method=post action=blank onsubmit='go(); return false'><input name=u></form><form method=post action=blank "
            + "onsubmit='go(); return false;'><input type=password name=p></form><form name=o method=post action=/in>"
            + "<input type=hidden name=u><input type=hidden name=p></form><script>function go() { o.submit() }</script>",
        // A link whose script fills what is hidden.
        copied("<a onclick='go()'>Log in</a>")
            + "<script>function go() { f.real.value = hx(f.p.value); f.submit() }</script>",
        copied("<a href='javascript:go()'>Log in</a><a onclick='no()'>Cancel</a>")
            + "<script>function go() { f.real.value = 'a'; f.p.value = ''; send() }"
            + "function send() { f.submit() }</script>",
        "<h1>App</h1><input id=u><input type=password id=p><button onclick='go()'>Sign in</button><script src=a></script>",
    ])
    func whatAScriptSendsNeedsIt(_ html: String) throws {
        guard case .needsBrowser(.scriptedForm) = try readPage(html: html).meaning else { return #expect(Bool(false)) }
    }

    /// Scripts that disable a button, count visits, show the password or belong to another form.
    @Test(arguments: [
        field("<button id=b>Log in</button>", "onsubmit='b.disabled = true; return true'"),
        field("<button>Log in</button>", "onsubmit='return check()'")
            + "<script>function check() { return u.value != '' }</script>",
        field("<button id=b>Log in</button>")
            + "<script>f.addEventListener('submit', () => { b.disabled = true })</script>",
        field("<button>Log in</button>") + "<script>$('#f').submit(e => { $('#b').prop('disabled', true) })</script>",
        copied("<button>Log in</button>") + "<script>real.value = 'UTC'</script>",
        copied("<button id=b onclick=\"this.value='Please wait'\">Log in</button>"),
        copied("<button>Log in</button>", "onsubmit=\"this.b.value='Please wait'\""),
        copied("<button>Log in</button>") + "<script>f.addEventListener('submit', () => { b.value = 'Wait' })</script>",
        field("<button>Log in</button>") + "<form id=n><input name=mail><button>News</button></form>"
            + "<script>n.addEventListener('submit', e => { e.preventDefault(); fetch('/n') })</script>",
        "<form method=post><input name=username><input type=password autocomplete=new-password name=p><button>Sign in</button></form>",
        field("<button>Log in</button>") + "<script>s.addEventListener('change', () => { p.type = 'text' })</script>",
        "<form action=/q><input name=q type=search></form>" + field("<button>Log in</button>")
            + "<script>q.addEventListener('submit', e => { e.preventDefault() })</script>",
        // A check that may keep the form back, or that sends it itself.
        digest("onsubmit='return go(f)'", "function go(f) { if (!f.u.value) { alert(1); return false } return true }"),
        digest("onsubmit='return go(f)'", "function go(f) { f.u.value = f.u.id; if (!f.p.value) return false }"),
        digest("onsubmit='return go(f)'", "function go(f) { f.u.value = f.u.value.trim(); return f.p.value != '' }"),
        digest("onsubmit='go(); return false'", "function go() { f.b.disabled = true; f.submit() }"),
        digest("onsubmit='go(); return false'", ""),
        digest("", "f.addEventListener('submit', e => { if (f.u) return; f.t.value = f.u.id; e.preventDefault() })"),
        digest("", "f.addEventListener('submit', e => { f.t.value = f.u.value; if (!f.u.value) e.preventDefault() })"),
        digest("", "f.addEventListener('submit', e => { f.t.value = f.u.id; if (!f.u.value) { e.preventDefault() } })"),
    ])
    func aHarmlessScriptIsNotNeeded(_ html: String) throws {
        guard case .login = try readPage(html: html).meaning else { return #expect(Bool(false)) }
    }

    private static func field(_ button: String, _ attributes: String = "") -> String {
        "<form id=f method=post action=/in \(attributes)><input name=u><input type=password id=p name=p>\(button)</form>"
    }

    /// The only link of a page without anything else is the way on before a login, whatever it says.
    @Test(arguments: [
        ("<p>Your session could not be established. Please <a href=/n>create a new session</a>.", true),
        ("<p>Logged out successfully.<p>To open a new session, please <a href=/n>click here</a>.", true),
        ("<p>Ihre Sitzung ist abgelaufen.<a href=/n>Neue Sitzung starten</a><a href=/i>Imprint</a>", true),
        ("<p>Vous êtes déconnecté.<a href=/n>Se reconnecter</a>", true),
        ("<p>ログアウトしました。<a href=/n>新しいセッション</a>", true),
        ("<p>To go on, please <a href=https://idp.example/n>click here</a>.", true),
        ("<p>To go on, please <a href=https://evil.example/n>click here</a>.", false),
        ("<p>Your session has expired.<a href=https://sso.example/n>Click here to log in again</a>", true),
        ("<p>Hello<a href=/n>one</a><a href=/m>two</a>", false), ("<p>Bye<a href=/n>Log out</a>", false),
        ("<p>Hello<a href=/logout>here</a>", false), ("<p>Hello<a href=/n>Delete my account</a>", false),
        ("<p>Hello<a href=/n>Change password</a>", false), ("<p>Hello<a href=/n>Forgot password?</a>", false),
        ("<p>Hello<a href=/n>Cancel</a>", false), ("<p>Access denied.<a href=/n>Portal</a>", false),
        ("<p>Your account is locked.<a href=/n>Portal</a>", false),
        ("<p class=error>Bad request<a href=/n>Portal</a>", false),
        ("<p>Hello<a href=/n>here</a><form action=/f><input name=q></form>", false),
        ("<p>Hello<a href=/n>here</a><form method=post action=/f><button>Go</button></form>", false),
        ("<p>Hello<a href=/n>here</a><iframe src=/f></iframe>", false),
        ("<p>The plug-in is required.<a href=/epa>Download</a>", false),
        ("<p>The plug-in is required.<a href=/epa.deb>Get it now</a>", false),
        ("<p>" + String(repeating: "Much text. ", count: 100) + "<a href=/n>here</a>", false),
    ])
    func theOnlyLinkLeadsOn(_ html: String, _ leadsOn: Bool) throws {
        let link = try readPage(html: "<title>Portal</title>" + html).onlyLink(at: WebURL("https://idp.example/a"))
        #expect((link != nil) == leadsOn)
    }

    /// A menu that is not shown, and a logo, have names, too: for who knows them, and for nobody else.
    @Test(arguments: [
        "<ul hidden><li><a href=/spid/p>Poste ID</a><li><a href=/spid/a>Aruba ID</a></ul>",
        "<div style='display:none'><a href=/spid/p><span>Poste ID</span><img alt='Poste ID'></a></div>",
        "<a href=/spid/p><img alt='Poste ID'></a>",
    ])
    func anOrganisationInAMenuIsFoundByItsName(_ menu: String) throws {
        let page = try readPage(html: "<a href=# id=b>Entra con SPID</a>" + menu)
        #expect(page.provider(named: "Poste ID")?.pressed.0.action == "/spid/p")
        #expect(page.linkSteps.isEmpty && page.provider(named: "Sielte") == nil)
    }

    /// An organisation is looked for where nothing else is to be typed, and nothing is changed.
    @Test(arguments: [
        ("<form action=/wayf><input type=hidden name=r value=x><input type=search name=q></form>", true),
        ("<form action=https://evil.example/><input type=search name=q></form>", false),
        ("<form method=post action=/wayf><input type=search name=q></form>", false),
        ("<form action=/wayf><input name=comment></form>", false),
        ("<form action=/wayf><input type=search name=q></form><form method=post><input name=u></form>", false),
    ])
    func anOrganisationIsLookedFor(_ html: String, _ isFound: Bool) throws {
        let form = try readPage(html: html).search(for: "Example University", at: WebURL("https://idp.example/a"))
        #expect((form?.field(named: "q")?.value.text == "Example University") == isFound)
    }

    /// Dex: links around buttons. Each is one way, by the name of which it is found; in a rendered page its nodes have numbers.
    @Test(arguments: [false, true])
    func aLinkAroundAButtonIsOneWay(_ isRendered: Bool) throws {
        let names = ["Email", "Corporate LDAP", "GitHub"]
        let links = names.enumerated().map { number, name in
            let (link, button) =
                isRendered
                ? ("data-fedauth-node=\(2 * number)", "data-fedauth-node=\(2 * number + 1) form=fedauth-page")
                : ("", "")
            return "<a \(link) href=/auth/\(number)><button \(button)><span>Log in with \(name)</span></button></a>"
        }
        let page = try readPage(
            html: "<title>dex</title><p>" + links.joined(separator: "<p>")
                + (isRendered ? "<form id=fedauth-page method=post></form>" : ""))
        guard case .choice(let forms) = page.meaning else { return #expect(Bool(false)) }
        #expect(forms.flatMap(\.ways).map(\.label) == names.map { "Log in with \($0)" })
        for (number, name) in names.enumerated() {
            for wanted in [name, "Log in with \(name)"] {
                let way = page.provider(named: wanted)
                #expect(way?.pressed.0.action == "/auth/\(number)")
                #expect(way?.control?.node == (isRendered ? 2 * number : nil))
            }
        }
    }

    private static let digested = "o.p.value = hx(f.p.value); o.submit();"

    /// With another form that nobody sees.
    private static func digest(_ attributes: String, _ script: String) -> String {
        "<form name=o method=post action=/in><input type=hidden name=u><input type=hidden name=p></form>"
            + field("<button name=b>Log in</button>", attributes) + "<script>\(script)</script>"
    }

    /// A link may say which of several ways it is: what its script sets is sent.
    @Test func whatAPressSetsIsSent() throws {
        let links = "<a onclick='go()'>Log in</a><a onclick='stop()'>Cancel</a>"
        let html =
            Self.copied("<input type=hidden name=no>" + links)
            + "<script>function go() { f['real'].value = 'clicked'; send() }"
            + "function stop() { f['no'].value = 'x'; send() }"
            + "function send() { f.submit() }</script>"
        guard case .login(let form) = try readPage(html: html).meaning else { return #expect(Bool(false)) }
        let values = form.fields.filter { $0.kind == .hidden }.map { "\($0.name)=\($0.value.text)" }
        #expect(values == ["real=clicked", "no="])
    }

    /// A check of the browser: a timer completes the form, and sends it.
    @Test(arguments: [("md", "", true), ("md", "1", false)])
    func whatATimerCompletesNeedsIt(_ name: String, _ value: String, _ isNeeded: Bool) throws {
        let html =
            "<h1>Checking your browser</h1><form id=c method=post action=/c><input type=hidden name=r value=1>"
            + "<input type=hidden id=a name=\(name) value='\(value)'>"
        let script =
            "<script>setTimeout(function () { document.getElementById('a').value = String(6 * 7); "
            + "document.getElementById('c').submit() }, 3000)</script>"
        for status in [200, 403, 503] {
            let document = try Self.document(html + "</form>" + script, status: status)
            #expect(document.leadsOn && document.meaning != .content)
            switch try #require(document.page).meaning {
            case .needsBrowser(.scriptedForm): #expect(isNeeded)
            case .handOn: #expect(!isNeeded)
            default: #expect(Bool(false))
            }
        }
        // One for browsers without scripts is sent.
        let page = try readPage(html: html + "<noscript><button>Continue</button></noscript></form>" + script)
        guard case .handOn = page.meaning else { return #expect(Bool(false)) }
    }

    /// With an empty field that nobody sees.
    private static func copied(_ button: String, _ attributes: String = "") -> String {
        field("<input type=hidden id=real name=real value=''>" + button, attributes)
    }

    /// Nothing is sent before the user has chosen.
    @Test(arguments: [
        "<form method=post action=/go><input type=hidden name=t value=1><select name=way onchange=go()><option value='' selected>"
            + "<option value=w>Windows<option value=f>Forms</select></form>",
        "<form method=post action=/go><select name=tz><option value=''>(choose)<option>UTC<option>CET</select><button>Save</button></form>",
        "<form method=post action=/go><input type=hidden name=t value=1><input type=submit value='Complete' disabled></form>",
        "<p>Choose a second factor<p><a href=/1>TOTP (Authenticator app)</a> <a href=/2>Backup code</a> <a href=/3>Cancel login</a>",
        "<form method=post action=/go><input type=hidden name=t value=1><select name=way onchange=go()><option value=none selected>-"
            + "<option value=w>Windows<option value=f>Forms</select></form>",
        "<form method=post action=/go><select name=m2><option value='-' selected>Select<option>a<option>b</select><button>Continue"
            + "</button><button>Cancel</button></form>",
        "<form method=post action=/go><select name=m2><option value=0 selected>--<option>a<option>b</select><button>Continue</button>",
        "<h3>Select your Identity Provider</h3><a href=/a>A</a> <a href=/b>B</a><form>Account <input name=user><button>Submit</button></form>",
        "<title>Login - Cluster</title><h1>Log in with…</h1><a href=/a>htpasswd</a> <a href=/b>corp-ldap</a>",
        "<h1>Log in with</h1><a href=/a>Log in with A</a> <a href=/b>Log in with B</a> <a href=/c>Log in with C</a>",
    ])
    func whatIsNotChosenIsAChoice(_ html: String) throws {
        guard case .choice = try readPage(html: html).meaning else { return #expect(Bool(false)) }
    }

    @Test(arguments: ["Don't Trust", "Don’t trust", "Do not trust", "No", "Not now"])
    func whatIsNotToBeDoneIsANo(_ label: String) throws {
        let page = try readPage(
            html: "<title>Trust this Browser?</title><form method=post action=/t>"
                + "<button name=a value=t>Trust for 14 days</button><button name=a value=s>\(label)</button><button form=o>Cancel</button></form>"
                + "<form id=o method=post action=/out><input type=hidden name=n value=1></form>")
        guard case .keepSignedIn(_, let no) = page.meaning else { return #expect(Bool(false), "\(page.meaning)") }
        #expect(no.button?.label == label)
    }

    /// What the server itself calls another user's is no way of the page, wherever it leads first.
    @Test(arguments: [("nofollow", true), ("nofollow UGC", false), ("sponsored", false)])
    func anotherUsersLinkIsNoWay(_ rel: String, _ isWay: Bool) throws {
        let link = "<a rel='\(rel)' href='/out?to=https://evil.example/in'>Sign in</a>"
        let meaning = try readPage(html: "<h1>Forum</h1><p>" + link).meaning
        if case .handOn = meaning { #expect(isWay) } else { #expect(!isWay, "\(meaning)") }
    }

    /// The boxes of one name are a list of what is agreed to.
    @Test func aListOfBoxesIsTicked() throws {
        let page = try readPage(
            html: "<form method=post action=/c><label><input type=checkbox name=scope value=a>a</label>"
                + "<label><input type=checkbox name=scope value=b>b</label><label><input type=checkbox name=keep value=1>"
                + "Do not ask again</label><button name=s value=y>Allow access</button><button name=s value=n>Deny access</button></form>"
        )
        guard case .consent(let form, _) = page.meaning else { return #expect(Bool(false)) }
        #expect(form.fields.filter(\.isChecked).map(\.name) == ["scope", "scope"])
    }

    /// What lets only browsers pass leads on, whatever its status.
    @Test(arguments: [403, 503]) func aGateForBrowsersIsNoRefusal(_ status: Int) throws {
        let gate = "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue<script>go()</script>"
        #expect(try Self.document(gate, status: status).isScriptGate)
        #expect(try !Self.document("<p>You may not use this service<script>go()</script>", status: status).isScriptGate)
    }

    /// The button of another provider beside a login is an offer; a page that sends its message itself is none.
    @Test func aMessageBesideALoginIsAnOffer() throws {
        let login =
            "<form method=post action=/in><input name=u><input type=password name=p><button>Sign in</button></form>"
        let partner =
            "<form method=post action=https://p.example/sso><input type=hidden name=SAMLRequest value=a>"
            + "<button>Sign in with Partner</button></form>"
        for html in [login + partner, partner + login] {
            guard case .login(let form) = try readPage(html: html).meaning else { return #expect(Bool(false)) }
            #expect(form.action == "/in")
        }
        let sent = try readPage(html: "<body onload='document.forms[0].submit()'>" + partner)
        guard case .handOn(let form) = sent.meaning else { return #expect(Bool(false)) }
        #expect(form.action == "https://p.example/sso")
    }

    /// A form with a name that hides it is shown by a script, and so is what it says.
    @Test func aFormThatIsFilledInIsSeen() throws {
        let page = try readPage(
            html: "<form class='hide js-show'><div role=alert class=alert-danger>Connection refused</div><input name=u>"
                + "<input type=password name=p><button>Log in</button></form><div class=hide><p class=error>Old</div>")
        #expect(page.complaint == "Connection refused")
    }

    /// What will come is no error.
    @Test func aNoticeIsNoError() throws {
        let page = try readPage(
            html: "<div class=ping-error>Your password will expire in 4 day(s). Would you like to change it now?</div>"
                + "<a href=/go>Continue</a> <a href=/change>Change Password</a>")
        guard page.complaint == nil, case .handOn(let form) = page.meaning else { return #expect(Bool(false)) }
        #expect(form.action == "/go")
    }

    /// A link that carries the answer of a provider is the way on, whatever it says; scripts that draw nothing do not hide
    /// a refusal.
    @Test func otherWaysAndEnds() throws {
        let warning = try readPage(
            html: "<p>You asked to be warned. <a href='https://sp/app?ticket=ST-1'>https://sp/app</a>")
        guard case .handOn(let form) = warning.meaning else { return #expect(Bool(false)) }
        #expect(form.action == "https://sp/app?ticket=ST-1")
        let ended = try readPage(
            html: "<script src=a.js></script><body onload='OnLoad()'>Access was denied by the access policy."
                + " <a href=/>click here</a><script>f()</script>")
        guard case .deadEnd = ended.meaning else { return #expect(Bool(false)) }
    }

    private static let idp = "https://idp.other/sso?SAMLRequest=abc"

    /// Pages at a finish that have no content, and lead to the login.
    @Test(arguments: [
        "<meta http-equiv=refresh content='0;url=\(idp)'><title>Redirecting</title>",
        "<meta http-equiv=refresh content='5;url=/login'><p>You are not signed in",
        "<title>Redirecting</title><script>window.location.replace(\"\(idp)\")</script>",
        "<script>window.location.href = 'https:\\/\\/idp.other\\/sso'</script><noscript>Turn scripts on</noscript>",
        "<script>top.location='/remote/saml/start?x=1';</script>",
        "<script>if (window!=top) top.location=window.location;top.location=\"/remote/login?lang=en\";</script>",
        "<script>setTimeout(function(){ document.location.assign('/login') }, 500)</script><p>One moment",
        "<body onload=\"location.href='\(idp)'\"></body>",
        "<h1>You are not signed in</h1><a href='\(idp)'>Sign in with SSO</a>",
        "<h1>Welcome</h1><a href=/saml>Log in</a> <a href=/privacy>Privacy</a>",
        "<form action='\(idp)'><input type=hidden name=SAMLx value=1><button>Sign in with SSO</button></form>",
        "<title>Sign in</title><form method=post action=/in><input name=username><button>Next</button></form>",
        "<p>Willkommen<form method=post action=/sso><button>Anmelden</button></form>",
        "<body onload='document.forms[0].submit()'><form method=post action=/oidc><input type=hidden name=s value=1></form>",
    ])
    func aPageThatOnlyLeadsOnIsNoEnd(_ html: String) throws {
        let document = try Self.document(html)
        #expect(
            document.page?.onlyLeadsOn(at: document.url) == true && !document.isContent,
            "\(String(describing: document.page?.meaning))")
    }

    @Test(arguments: [
        "<h1>Welcome ada</h1><p>Your projects",
        "<h1>Welcome ada</h1><a href=/out>Sign out</a> <a href=/sso>Sign in as another</a>",
        "<meta http-equiv=refresh content=300><h1>Dashboard</h1>",
        "<meta http-equiv=refresh content='300;url=/next'><h1>News</h1>",
        "<meta http-equiv=refresh content='1;url=/sso?a=1'><h1>Queue</h1>",
        "<h1>Wiki</h1><p>\(String(repeating: "A long article. ", count: 50))<a href=/login>Log in</a>",
        "<h1>App</h1><button>New project</button><a href=/a>A</a><a href=/b>B</a>", "",
    ])
    func contentIsAnEnd(_ html: String) throws {
        let document = try Self.document(html)
        #expect(
            document.page?.onlyLeadsOn(at: document.url) != true && document.isContent,
            "\(String(describing: document.page?.meaning))")
    }

    /// Only a script that does nothing else is followed without running it.
    @Test(arguments: [
        "<script>location = base + '/login'</script>", "<script>location.href = '/login?to=' + here</script>",
        "<script>if (a) location = '/a'; else location = '/b'</script>",
        "<script src=app.js></script><script>location='/a'</script>",
        "<script>if (location.href == '/a') go()</script>", "<script>var geolocation = '/a'</script>",
        "<script>location = '/a'</script><p>\(String(repeating: "A page with text. ", count: 30))",
        "<script type=application/json>location = '/a'</script><p>x",
        // What stands in a text may be another user's.
        "<script>window.data = {\"text\": \"see location='https://evil.example/in' there\"}</script>",
        "<script>let a = `location='/a'`</script>", "<script>// don't\nlet a = \"location='/a'\"</script>",
        "<script>let a = /[\"]/, b = \"location='/a'\"</script>", "<script>let a = 'location=\\'/a\\''</script>",
    ])
    func otherScriptsAreNotGuessed(_ html: String) throws {
        #expect(try Self.document(html).page?.refresh == nil)
    }
}
