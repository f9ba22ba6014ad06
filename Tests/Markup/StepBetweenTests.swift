import Secrets
import Support
import Testing

@testable import Core

/// Pages between the password and the service: what only sets something up is left out, and what is a question is named.
struct StepBetweenTests {
    private func meaning(_ html: String) throws -> PageClassifier { try readPage(html: html).meaning }

    private static let next = "<form method=post action=/register><button name=do value=set>Next</button></form>"

    @Test(arguments: [
        "<h1>More information required</h1><a href=/next>Skip for now (14 days until this is required)</a>" + next,
        "<h1>Set up two-factor authentication</h1><a href=/mfa>Set up now</a> <a href=/next>Skip</a>",
        "<p>Is this your phone number?</p><form method=post action=/n><button name=do value=set>Confirm</button>"
            + "<button name=do value=go>Not now</button></form>",
        "<h1>Sign in faster with a passkey</h1><script>navigator.credentials.create({})</script><form method=post action=/n>"
            + "<button name=do value=set>Create a passkey</button><button name=do value=go>Remind me later</button></form>",
        "<h1>How do you like it?</h1><form method=post action=/f><textarea name=t></textarea><button>Send feedback</button></form>"
            + "<a href=/next>No thanks</a>",
        "<h1>Authentifizierung einrichten</h1><form method=post action=/n><button name=do value=set>Weiter</button>"
            + "<button name=do value=go>Überspringen</button></form>",
        "<h1>Sign in</h1><p>More information required</p><a href=/out>Use a different account</a><a href=/n>Skip for now</a>"
            + next,
        "<div role=alert>You must set up two factors.<form method=post action=/n><button>Configure it later</button></form></div>"
            + "<h1>Register an authenticator</h1><form method=post action=/r><input name=pin_code autocomplete=one-time-code>"
            + "<input type=password name=current_password><button>Register with two-factor app</button></form>",
        "<h1>Set up two-factor authentication</h1><form method=post action=/r><label>Current password <input type=password name=p>"
            + "</label><button>Set up</button></form><a href=/n>Remind me later</a>",
    ])
    func whatCanBeLeftOutIsLeftOut(_ html: String) throws {
        guard case .handOn(let form) = try meaning(html), let button = form.skipping else {
            Issue.record("\(try meaning(html))")
            return
        }
        #expect(Words.skips(button.label) && form.submitButtons == [button])
        #expect(try !readPage(html: html).onlySignsIn)
    }

    /// What begins to set something up is put off in every language, and not begun where that is not offered.
    @Test(arguments: [
        "Skip for now", "Ask later", "Configure it later", "Remind me later", "Not now", "Nicht jetzt",
        "Vorerst überspringen",
        "Später erinnern", "Pas maintenant", "Ignorer pour l'instant", "Me le rappeler plus tard", "Ahora no",
        "Omitir por ahora", "Recordármelo más tarde", "Non ora", "Ignora per ora", "Ricordamelo più tardi", "Niet nu",
        "Nu overslaan", "Later herinneren", "Agora não", "Ignorar por enquanto", "Lembrar mais tarde", "Nie teraz",
        "Pomiń na razie", "Przypomnij później", "Inte nu", "Hoppa över för tillfället", "Påminn mig senare", "今はしない",
        "今はスキップ", "後で通知する", "现在不要", "暂时跳过", "稍后提醒我", "以后再说", "지금은 안 함", "지금은 건너뛰기", "나중에 알림",
        "다음에 하기", "",
    ])
    func whatIsSetUpIsPutOff(_ label: String) throws {
        let headings = ["More information required", "詳細情報が必要", "Więcej informacji jest wymagane", "자세한 정보가 필요함"]
        for (heading, going) in zip(headings, ["Next", "次へ", "Dalej", "다음"]) {
            let meaning = try meaning(
                "<h1>\(heading)</h1><form method=post action=/set><button>\(going)</button></form><a href=/n>\(label)</a>"
            )
            switch meaning {
            case .handOn(let form): #expect(form.action == "/n" && form.skipping?.label == label, "\(label)")
            case .choice: #expect(label.isEmpty, "\(label): \(meaning)")
            default: Issue.record("\(label): \(meaning)")
            }
        }
    }

    /// "Continue" leaves a change for later where the page says what will end, and its other way changes that.
    @Test(arguments: [
        ("Your password will expire in 5 days", "Change", "Continue", true),
        ("Ihr Kennwort läuft in 5 Tagen ab", "Ändern", "Weiter", true),
        ("Votre mot de passe expire dans 5 jours", "Modifier", "Continuer", true),
        ("Your password has expired", "Change", "Continue", false),
        ("Your password will expire in 5 days", "Details", "Continue", false),
        ("Mail wants to access your account. This will expire in 5 days", "Change", "Continue", false),
    ])
    func whatWillEndIsNotChanged(_ text: String, _ other: String, _ label: String, _ isPutOff: Bool) throws {
        let url = try WebURL("https://sp.test/")
        for html in [
            "<form method=post action=/n><p>\(text)<p><button name=a value=1>\(other)</button><button name=a value=2>\(label)"
                + "</button></form>",
            "<p>\(text)<p><a href=/c>\(other)</a> <a href=/n>\(label)</a>",
        ] {
            let page = try readPage(html: "<h1>Information</h1>" + html)
            if case .handOn(let form) = page.meaning, page.onlyLeadsOn(at: url) {
                #expect(isPutOff && form.submitButtons.map(\.label) == [label], "\(html)")
            } else {
                #expect(!isPutOff, "\(html)")
            }
            #expect(try !readPage(html: html + "<a href=/out>Log out</a>").onlyLeadsOn(at: url))
        }
    }

    /// What comes between a login and its page: one way goes on.
    @Test(arguments: [
        ("Login Successful", "Click here to continue to your page", "Change password", true),
        ("Login Successful", "Click here to continue to your page", "Help", true),
        ("You have logged in successfully", "Go to your page", "Log out", true),
        ("Login Successful", "Go to your page", "Logout", true),
        ("Anmeldung erfolgreich", "Zurück zur Anwendung", "Kennwort ändern", false),
        ("Anmeldung erfolgreich", "Weiter zu Ihrer Seite", "Kennwort ändern", true),
        ("Login not successful", "Go to your page", "Help", false), ("Portal", "Go to your page", "Log out", false),
        ("Login Successful", "Change password", "Help", false),
    ])
    func theOneWayBehindALoginIsTaken(_ title: String, _ way: String, _ other: String, _ isTaken: Bool) throws {
        for links in [[way, other], [other, way]] {
            let html = links.enumerated().map { "<a href=/\($0)>\($1)</a> " }.joined()
            let page = try readPage(html: "<title>\(title)</title>\(html)")
            if case .handOn(let form) = page.meaning, !page.onlySignsIn {
                #expect(isTaken && form.goingOn?.label == way, "\(links)")
            } else {
                #expect(!isTaken, "\(links) \(page.meaning)")
            }
        }
    }

    /// A page waits for the user's phone or mail if it says that something was sent, and has no login.
    @Test(arguments: [
        ("<p>We have sent you a link. Check your inbox", true), ("<p>Approve the notification on your phone", true),
        ("<p>Enter the code, or approve on your phone<input name=c autocomplete=one-time-code>", true),
        ("<p>If someone sent you a link, open it", false),
        ("<p>If you received an email with a link, check your inbox<form><button>Continue</button></form>", false),
        ("<p>Never approve a notification that you did not ask for", false),
        ("<p>We sent you a link<form method=post><input name=user><input type=password name=p></form>", false),
        ("<p>Welcome<footer>We may send a push notification</footer>", false),
    ])
    func aPageWaitsForWhatWasSent(_ html: String, _ isWaiting: Bool) throws {
        #expect(try readPage(html: "<title>ACME</title>" + html).isWaiting == isWaiting)
    }

    /// What is paid later is ordered now, and who does not sign in as another user may leave it.
    @Test(arguments: ["Pay later", "Später bezahlen", "後で支払う", "Skip to content", "コンテンツへスキップ", "Přeskočit na obsah"])
    func otherThingsAreNotPutOff(_ label: String) throws {
        let html = "<h1>ACME</h1>\(Self.next)<a href=/n>\(label)</a>"
        if case .handOn(let form) = try meaning(html) { #expect(form.skipping == nil) }
        #expect(try readPage(html: "<h1>ACME</h1><a href=/a>Sign in</a><a href=/n>Maybe later</a>").onlySignsIn)
    }

    /// What does not agree often contains what agrees: it is judged first, wherever it stands.
    @Test(arguments: [
        ("同意する", "同意しない"), ("同意して続ける", "拒否"), ("承諾する", "キャンセル"), ("許可する", "許可しない"), ("同意", "不同意"), ("接受", "不接受"),
        ("동의", "동의하지 않음"), ("동의함", "거부"), ("허용", "허용 안 함"), ("Jag godkänner", "Avböj"), ("Godkänn", "Godkänn inte"),
        ("Jeg accepterer", "Jeg accepterer ikke"), ("Hyväksyn", "En hyväksy"), ("Souhlasím", "Nesouhlasím"),
        ("Принимаю", "Не принимаю"), ("Согласен", "Не согласен"), ("Ich stimme zu", "Ich stimme nicht zu"),
        ("Acepto", "No acepto"), ("Aceito", "Não aceito"), ("Accetto", "Non accetto"),
        ("J'accepte", "Je n'accepte pas"),
        ("J'accepte", "Je refuse"), ("Ik ga akkoord", "Ik ga niet akkoord"), ("Zgadzam się", "Nie zgadzam się"),
        ("I agree", "I do not agree"), ("Accept", "Decline"), ("はい、同意します", "いいえ"),
    ])
    func theNoIsJudgedFirst(_ yes: String, _ no: String) throws {
        let buttons = ["<button name=a value=0>\(no)</button>", "<button name=a value=1>\(yes)</button>"]
        for order in [buttons, buttons.reversed()] {
            let meaning = try meaning("<h1>ACME</h1><form method=post action=/t>\(order.joined())</form>")
            guard case .consent(_, let button) = meaning else {
                Issue.record("\(yes), \(no): \(meaning)")
                continue
            }
            #expect(button?.label == yes)
        }
        // The same where a link refuses, and with one answer only.
        let link = try meaning("<h1>ACME</h1><form method=post action=/t>\(buttons[1])</form><a href=/no>\(no)</a>")
        if case .handOn = link { Issue.record("\(yes), \(no): \(link)") }
        #expect(FormField(kind: .submit, name: "", label: no).saysNo)
        #expect(!FormField(kind: .submit, name: "", label: yes).saysNo)
    }

    /// A script frees the button of a form once its box is ticked: a browser sends it then. Of several, it is not known which.
    @Test(
        arguments: [
            ("<button name=a value=1 disabled>Continue</button>", "c=1&a=1"),
            ("<button name=a value=0>Decline</button><button name=a value=1 disabled>Continue</button>", "c=1&a=1"),
            (
                "<button name=a value=1 disabled>Continue</button><button name=a value=2 disabled>Continue with all</button>",
                nil
            ),
            ("<button disabled>Continue</button>", "c=1"), ("<button name=a value=1>Continue</button>", "c=1&a=1"),
        ] as [(String, String?)])
    func aHeldButtonIsSentWithItsBox(_ buttons: String, _ content: String?) throws {
        let page = try readPage(
            html:
                "<h1>Terms</h1><form method=post action=/t><label><input type=checkbox name=c value=1>I have read and accept them"
                + "</label>\(buttons)</form><script>c.onchange = () => { b.disabled = !c.checked }</script>")
        switch page.meaning {
        case .consent(let form, let button):
            #expect(FormContent(form, answers: [:], button: button).finish().text == content)
        case .needsBrowser(.scriptedForm): #expect(content == nil)
        default: Issue.record("\(page.meaning)")
        }
    }

    /// What passes over the head of the page is no way, and no answer to what the page asks.
    @Test(arguments: ["Skip to main content", "Zum Inhalt", "Aller au contenu", "コンテンツへスキップ"])
    func aWayWithinThePageIsNone(_ label: String) throws {
        let meaning = try meaning(
            "<form><button>\(label)</button></form><h2>Policy</h2><p>You must agree to this policy. Do you agree?"
                + "<form method=post action=/policy><input type=hidden name=agree value=1><button>Yes</button></form>"
                + "<form method=post action=/logout.php><button>No</button></form>")
        guard case .consent(_, let button) = meaning else {
            Issue.record("\(meaning)")
            return
        }
        #expect(button?.label == "Yes")
    }

    /// Neither an agreement, nor a choice of methods, nor the links to parts of a page, nor a name that only begins so.
    @Test(arguments: [
        "<h1>Mail requests access to your account</h1><form method=post action=/n><button>Allow</button><button>Not now</button></form>",
        "<form method=post action=/n><label><input type=checkbox name=a required>I agree</label><button>Next</button></form><a href=/s>Skip</a>",
        "<a href=/m#x>Skip to main content</a>" + next,
        "<form method=post action=/n><button name=p value=1>Continue with Atlassian</button></form>",
        "<form method=post action=/n><label><input type=radio name=m value=sms>SMS</label><label><input type=radio name=m value=app>"
            + "Authenticator app</label><button>Next</button></form><a href=/s>Skip</a>",
    ])
    func anAgreementIsNotLeftOut(_ html: String) throws {
        if case .handOn(let form) = try meaning(html) { #expect(form.skipping == nil) }
    }

    @Test(
        arguments: [
            ("<h1>Select an organisation</h1><a href=/t?1>North</a><a href=/t?2>South</a>", ["North", "South"]),
            ("<h1>What is new</h1><a href=/n>Close</a> <a href=/tour>Take the tour</a>", ["Close", "Take the tour"]),
            ("<h1>Welcome</h1><a href=/a>Reports</a> <a href=/b>Log out</a> <a href=/c>Home</a>", []),
            (
                "<a href=/a?1>Log In</a><a href=/f?1>Forgot</a><p>Untrusted request</p><a href=/a?2>Log In</a><a href=/f?2>Forgot</a>",
                []
            ),
            ("<h1>News</h1><a href=/a>One</a> <a href=/b>Two</a>" + String(repeating: " much text", count: 60), []),
            ("<h1>Sorry</h1><a href=/a>One</a>", []),
            (
                "<h1>Key / Clé</h1><a href=/e>English</a> <a href=/f>Français</a> <a href=/t>Terms</a> <a href=/a>Avis</a>",
                ["English", "Français", "Avis"]
            ),
            (
                "<h1>Roles</h1><form action=/cgi><a href=/r?e>Staff</a> <a href=/r?a>Guests</a></form>",
                ["Staff", "Guests"]
            ),
        ] as [(String, [String])])
    func theLinksOfAPageThatWaitsAreNamed(_ html: String, _ labels: [String]) throws {
        let page = try readPage(html: html)
        #expect(page.openLinks.map(\.label) == labels)
        #expect(try labels.isEmpty || page.onlyLink(at: WebURL("https://idp.test/m")) == nil)
        let error = Document(response: Response(status: 200, url: try WebURL("https://idp.test/m")), page: page)
            .deadEnd()
        #expect((error.code == .inputNeeded) == !labels.isEmpty)
        #expect(labels.allSatisfy { error.message.contains("'\($0)'") }, "\(error)")
    }

    @Test func theOnlyOrganisationIsTheWay() throws {
        guard case .handOn = try meaning("<h1>Sign in with:</h1><a href=/sso/okta>Okta corp</a>") else {
            Issue.record("not taken")
            return
        }
        if case .handOn = try meaning("<h1>Welcome</h1><a href=/sso/okta>Okta corp</a>") { Issue.record("taken") }
    }

    /// A list of accounts is a choice, also of links.
    @Test func accountsAreAChoice() throws {
        let accounts = ["ada@idp.test", "bob@idp.test", "Use another account"]
        let links = accounts.enumerated().map { "<a href='/login?u=\($0)'>\($1)</a> " }.joined()
        let page = try readPage(html: "<h1>Choose an account</h1>" + links)
        guard case .choice(let forms) = page.meaning else {
            return #expect(Bool(false), "\(page.meaning) \(page.links)")
        }
        #expect(forms.flatMap(\.ways).map(\.label) == accounts)
    }

    /// A page that only passes on has one link, which says nothing.
    @Test(arguments: [
        ("<title>Object moved</title><h2>Object moved to <a href=/n>here</a>.</h2>", true),
        ("<title>Weiterleitung</title><p>Falls nicht, klicken Sie <a href=/n>hier</a>.", true),
        ("<p>自動的に移動しない場合は<a href=/n>こちら</a>をクリックしてください。", true),
        ("<p>Our terms are <a href=/n>here</a>.", false), ("<title>Object moved</title><a href=/n>Reports</a>", false),
    ])
    func aPageThatPassesOnIsPassed(_ html: String, _ isPassed: Bool) throws {
        if case .handOn = try meaning(html) { #expect(isPassed) } else { #expect(!isPassed) }
    }

    /// Who presses "Continue" beside a way to refuse answers a question, and so does who is shown the code of another device.
    @Test(arguments: [
        ("<h1>Evil CLI</h1>", "Cancel", true), ("<h1>Evil CLI</h1>", "キャンセル", true),
        ("<h1>Evil CLI</h1>", "Help", false), ("<h1>Almost done</h1><p>Code: ABCD-EFGH", "", true),
        ("<h1>デバイスを接続</h1><p>コード ABCD-1234", "", true), ("<h1>Gerät anmelden</h1>", "", true),
        ("<p>Evil CLI wants access", "", true), ("<input type=hidden name=device_code value=x>", "", true),
        ("<p>You will be signed in to ACME", "", false), ("<p>Case 2026-1128, in UTF-8", "", false),
    ])
    func aQuestionIsNotPassed(_ text: String, _ link: String, _ isQuestion: Bool) throws {
        for label in ["Continue", "続行"] {
            let page = "<form method=post action=/n>\(text)<button>\(label)</button></form><a href=/no>\(link)</a>"
            switch try meaning(page) {
            case .consent: #expect(isQuestion)
            case .handOn: #expect(!isQuestion)
            default: Issue.record("\(try meaning(page))")
            }
        }
    }

    /// What a page must be told is asked for. What may stay empty is another form.
    @Test(arguments: [("required", true), ("", false)])
    func aReasonIsAskedFor(_ attribute: String, _ isAsked: Bool) throws {
        let box = "<label>Reason <textarea name=reason \(attribute)></textarea></label>"
        if case .login(let form) = try meaning("<form method=post action=/r>\(box)<button>OK</button></form>") {
            #expect(isAsked && form.roles == [.other, nil])
        } else {
            #expect(!isAsked)
        }
    }

    /// What only somebody else can type in is named, and no hidden field is.
    @Test func theBoxesOfAPageWithoutAWayAreNamed() throws {
        let page = try readPage(
            html: "<form method=post action=/save><input type=hidden name=csrf value=1>"
                + "<label>User name <input name=user_name required></label>"
                + "<label>E-mail <input type=email name=mail required></label><button>Register account</button></form>")
        let error = Document(response: Response(status: 200, url: try WebURL("https://idp.test/m")), page: page)
            .deadEnd()
        #expect(error.code == .noPresenter && error.message.contains("its fields are 'user_name, mail'"))
    }

    /// A page at the finish that shuts the account out is not the end of a sign-in.
    @Test(arguments: [
        ("<h2>Information</h2><p>You have been permanently banned from this board.", true),
        ("<p>No page assigned to this user! Click here to <a href=/out>logout</a>.", true),
        ("<h1>ログインに失敗しました</h1>", true), ("<h1>Welcome ada</h1><p>Your projects", false),
        ("<h1>Forum</h1><p>eve is banned</p>" + String(repeating: " and much more text", count: 60), false),
    ])
    func aClosedAccountIsNoContent(_ html: String, _ isClosed: Bool) throws {
        let page = try readPage(html: html)
        let document = Document(response: Response(status: 200, url: try WebURL("https://sp.test/app")), page: page)
        #expect((document.meaning == .failure(.refusal)) == isClosed)
        #expect((document.failure()?.code == .refused) == isClosed)
    }

    /// What a person does not see is not filled in.
    @Test(arguments: [
        "<form method=post action=/hidden style='display: none'><input name=username><input type=password name=password>"
            + "<button>x</button></form><script src=/app.js></script>",
        "<h1>Welcome ada</h1><details><summary>Account</summary><form method=post action=/pw><input type=password name=old>"
            + "<input type=password name=new><input type=password name=new2><button>Change</button></form></details>",
    ])
    func whatNobodySeesIsNoLogin(_ html: String) throws {
        switch try meaning(html) {
        case .login, .needsBrowser(.newPassword): Issue.record("\(try meaning(html))")
        default: break
        }
    }

    @Test func theSeenOfTwoLoginsIsFilled() throws {
        let fields = "<input name=user><input type=password name=pw><button>Log in</button></form>"
        let page =
            "<div id=m class=modal aria-hidden=true><form method=post action=/modal>\(fields)</div><form method=post action=/own>\(fields)"
        guard case .login(let form) = try meaning(page) else {
            Issue.record("no login")
            return
        }
        #expect(form.action == "/own")
        // The only one is filled in, wherever it is.
        guard
            case .login = try meaning(
                "<details><summary>By password</summary><form method=post action=/own>\(fields)</details>")
        else {
            Issue.record("no login in details")
            return
        }
    }

    /// The reason is a part of the message, wherever the page puts it, and a sign is none.
    @Test(arguments: [
        (
            "<div class=error-page><div class=error-title><h2>Access Denied</h2></div><div class=error-message>Artifact not found.</div></div>",
            "Access Denied: Artifact not found."
        ),
        (
            "<div class=govuk-error-summary><h2 class=govuk-error-summary__title>There is a problem</h2><ul class=govuk-error-summary__list>"
                + "<li><a href='#p'>Enter the right password</a></ul></div>", "Enter the right password"
        ),
        (
            "<div class=alert role=alert><span class=alert-icon>!</span><span class=alert-text>Invalid password</span></div>",
            "Invalid password"
        ),
    ])
    func theWholeMessageIsSaid(_ html: String, _ words: String) throws {
        let page = try readPage(html: html)
        #expect(page.complaint?.contains(words) == true, "\(page.errors)")
    }

    @Test func aScriptSaysWhy() throws {
        func page(_ message: String) throws -> Page {
            try readPage(html: "<script>var a = 'Please wait a moment', respMsg = \"\(message)\";</script><p>Login")
        }
        let before = try page("")
        #expect(
            try page("Authentication failure: Invalid username or password").saidByScripts(after: before)?.hasPrefix(
                "Auth") == true)
        #expect(try page("Sat Nov 28 of this year").saidByScripts(after: before) == nil)
        #expect(try page("Invalid user name").saidByScripts(after: page("Invalid user name")) == nil)
    }
}

/// Tests forms without a button: the page sends them, or a person does.
struct ButtonlessFormTests {
    @Test(arguments: [
        ("document.forms[0].submit()", "", true), ("document.forms[0].requestSubmit()", "", true),
        ("function go(){document.forms[0].submit()}go()", "", true),
        (
            "function del(){document.forms[0].submit()}", "<button type=button onclick='del()'>Delete account</button>",
            false
        ),
        ("function del(){if(confirm('sure?'))document.forms[0].submit()}", "", false), ("var a = 1", "", false),
        ("src=/post.js", "", true), ("src=/post.js", "<a href=/x>More</a>", false), ("", "", false),
        ("src=/a.js", "<button type=button onclick='f()'>Delete account</button>", false),
    ])
    func onlyTheFormThatThePageSendsIsSent(_ script: String, _ button: String, _ isSent: Bool) throws {
        let text = script.hasPrefix("src=") ? "<script \(script)></script>" : "<script>\(script)</script>"
        let page = try readPage(
            html: "<h1>News</h1>\(text)<form method=post action=/act><input type=hidden name=a value=1>\(button)</form>"
        )
        if case .handOn = page.meaning {
            #expect(isSent)
        } else {
            #expect(!isSent, "\(page.meaning)")
        }
    }

    /// The name of its field says nothing of who sends a form: a user may have written it into a page.
    @Test(arguments: ["SAMLResponse", "SAMLRequest", "wresult", "a"])
    func noNameSendsAForm(_ name: String) throws {
        let form = "<form method=post action=https://evil.example/><input type=hidden name=\(name) value=1>"
        let news = "<h1>News of the bank</h1><p>Some text that is shown to all users.</p>"
        for (html, isSent) in [
            (news + form, false), (news + "<script>var a = 1</script>" + form, false),
            (news + "<a href=/x>More</a><script src=/a.js></script>" + form, false),
            (news + form + "</form><script>document.forms[0].submit()</script>", true),
            (news + form + "<noscript><button>Continue</button></noscript>", false), (form, name != "a"),
            (news + "<script src=/a.js></script>" + form + "<noscript><button>Continue</button></noscript>", true),
        ] {
            if case .handOn = try readPage(html: html).meaning {
                #expect(isSent, "\(html)")
            } else {
                #expect(!isSent, "\(html)")
            }
        }
    }

    /// What stands in place of something else is shown by no browser of today.
    @Test(arguments: [
        "video", "audio", "canvas", "meter", "datalist", "svg><defs><foreignObject", "select", "object data=a.png",
    ])
    func whatStandsForSomethingElseIsNotPressed(_ element: String) throws {
        let form = "<form method=post action=/act><input type=hidden name=a value=1><button>Continue</button></form>"
        if case .handOn = try readPage(html: "<h1>News</h1><\(element)>\(form)").meaning { Issue.record("pressed") }
    }

    /// Where nothing is typed, a button that nobody sees is not pressed.
    @Test(arguments: [
        ("", "", true), ("", "hidden", false), ("", "style='display: none'", false), ("hidden", "", false),
        ("", "style='font-size:0'", false), ("", "style='font-size: 0.9em'", true), ("style='font-size:0'", "", true),
        ("", "style='font-size:0;background:url(go.png)'", true),
        ("inert", "", false), ("style='visibility:hidden'", "", false), ("class=h", "", false),
        ("details", "", false), ("popover", "", false), ("details name=a open", "", false),
        ("", "aria-hidden=true", true), ("aria-hidden=true", "", true),
    ])
    func aButtonThatNobodySeesIsNotPressed(_ around: String, _ button: String, _ isPressed: Bool) throws {
        let style = "<style>.h{display:none}</style>"
        let form =
            "<form id=f method=post action=/act><input type=hidden name=a value=1><button \(button)>Continue</button></form>"
        let first = "<details name=a open><summary>First</summary></details>"
        let (start, end) =
            around.hasPrefix("details")
            ? ("\(first)<\(around)><summary>More</summary>", "</details>") : ("<div \(around)>", "</div>")
        let html = style + "<h1>News</h1>" + start + form + end
        if case .handOn = try readPage(html: html).meaning {
            #expect(isPressed)
        } else {
            #expect(!isPressed)
        }
        // One outside belongs to it.
        let outside = try readPage(html: html + "<button form=f>Go on</button>")
        #expect(outside.forms[0].goingOn?.label == (isPressed ? "Continue" : "Go on"))
    }
}
