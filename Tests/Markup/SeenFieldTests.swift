import Core
import Secrets
import Testing

@testable import Core

/// What a person sees of a form: fields for robots stay empty, and a check for robots counts only where it asks something.
struct SeenFieldTests {
    private static let real =
        "<label>User name<input name=username></label><label>Password<input type=password name=password></label>"

    /// Returns the form of a page with something before or around the fields of a login.
    private func roles(_ html: String) throws -> [String: LoginQuestion.Role] {
        let page = try readPage(html: "<form method=post action=/login>\(html)<button>Sign in</button></form>")
        guard case .login(let form) = page.meaning else { return [:] }
        var roles: [String: LoginQuestion.Role] = [:]
        for (field, role) in zip(form.fields, form.roles) { roles[field.name] = role }
        return roles
    }

    @Test(arguments: [
        "<input style='display:none' name=fake_user><input type=password style='display: none' name=pw2>",
        "<div style='position:absolute;left:-9999px' aria-hidden=true><label>Leave this empty <input name=email_hp tabindex=-1></label></div>",
        "<div style='position: absolute; left: -5000px'><input name=login2></div>",
        "<div aria-hidden=true><input name=user_email></div>", "<input name=email2 tabindex=-1 autocomplete=off>",
        "<div style='opacity:0;height:0'><input name=user2></div>",
        "<input name=user2 style='opacity: 0.0 !important'>",
        "<span style='clip: rect(0 0 0 0); position: absolute'><input name=user2></span>",
        "<span style='clip-path: inset(50%)'><input name=user2></span>",
        "<div style='width:1px;height:1px;overflow:hidden'><input name=user2><input type=password name=pw2></div>",
        "<div style='transform: translate(-9999px, 0)'><input name=user2></div>",
        "<div style='visibility:hidden'><input name=user2></div>",
        "<div hidden><input name=user2><input type=password name=pw2></div>",
        "<style>.hp{display:none}</style><p class=hp><input name=website></p><p class='x hp'><input type=password name=pw2></p>",
        "<style>/* trap */ form .hp, .other { position: absolute; left: -10000px }</style><p class=hp><input name=user2></p>",
        "<style>#trap input.a{opacity:0}</style><div id=trap><input class=a name=user2></div>",
        "<style>@media print{.b{color:red}} div.b > input.c{DISPLAY:NONE!important} .c{display:block}</style><div class=b><input class=c name=user2></div>",
        "<label>Leave this field blank <input name=email_check></label>", "<input name=honeypot_user>",
        "<label>Bitte nicht ausfüllen <input name=user2></label>",
    ])
    func decoysStayEmpty(_ decoy: String) throws {
        #expect(try roles(decoy + Self.real) == ["username": .userName, "password": .password])
        #expect(try roles(Self.real + decoy) == ["username": .userName, "password": .password])
    }

    @Test(arguments: [
        "<style>.pane{display:none}.pane.active{display:block}</style><div class='pane active'>\(real)</div>",
        "<style>body{display:none}#x.login{color:red}</style><div id=x class=login>\(real)</div>",
        "<noscript><style>.login{display:none}</style></noscript><div class=login>\(real)</div>",
        "<style>.login{display:none}</style><div class=login style='display:block'>\(real)</div>",
        "<style>.login{display:none}</style><div class=login>\(real)</div>",
        "<div style='left:0;top:-10px;opacity:1'>\(real)</div>",
        "<style>.wrap{overflow:hidden;width:100%;height:400px}</style><div class=wrap>\(real)</div>",
        "<style>.modal .field{display:none} .a:hover .field{opacity:0} [x] .field{display:none}</style><div class=field>\(real)</div>",
        "<div aria-hidden=true>\(real)</div>",
        "<style>.step2{display:none}</style>" + real.replacing("<label>P", with: "<label class=step2>P"),
        real.replacing("name=username", with: "name=username tabindex=1 autocomplete=off"),
        real.replacing("User name", with: "User name (do not leave this field empty)"),
    ])
    func realFieldsAreFilled(_ html: String) throws {
        #expect(try roles(html) == ["username": .userName, "password": .password])
    }

    /// Against password managers, pages give the field of a password another type; a script may change it.
    @Test(arguments: [
        "<label>Password <input name=f2></label>", "<input name=passwd placeholder=Password>", "<input name=password>",
        "<label>Kennwort <input name=f2 onfocus=\"this.type='password'\"></label>",
    ])
    func aPasswordOfAnotherTypeIsOne(_ field: String) throws {
        let user = "<label>User name <input name=username></label>"
        let name = field.contains("f2") ? "f2" : field.contains("passwd") ? "passwd" : "password"
        #expect(try roles(user + field) == ["username": .userName, name: .password])
    }

    /// One box for the password, alone or with a code behind it, gets no code alone.
    @Test(arguments: [
        "Password or Password+One-Time Password", "Passwort oder Passwort+Einmalpasswort",
        "Mot de passe ou mot de passe+mot de passe à usage unique", "パスワードまたはパスワード+ワンタイムパスワード",
        "Password, followed by your one-time code if you have one", "Password + one-time code",
    ])
    func aPasswordWithACodeIsAPassword(_ label: String) throws {
        let html = Self.real.replacing("<label>Password", with: "<label>\(label)")
        #expect(try roles(html) == ["username": .userName, "password": .password])
        #expect(try roles(html.replacing(label, with: "One-time password"))["password"] == .oneTimeCode)
    }

    /// A script lets the user type it.
    @Test func aPasswordThatCannotBeTypedNeedsScripts() throws {
        let html =
            "<form method=post><label>User <input name=user></label><input type=password name=p disabled><button>Go</button></form>"
        guard case .needsBrowser(.scriptedForm) = try readPage(html: html + "<script src=/a.js></script>").meaning
        else {
            return #expect(Bool(false))
        }
    }

    /// A page that shows nothing is drawn by its scripts, which fill in what is hidden. What is hidden beside a text may be opened.
    @Test(arguments: [
        "<style>.h{display:none}</style><div class=h>", "<dialog>", "<div class='modal fade' aria-hidden=true>",
        "<div inert style='position:absolute;left:-9999px'>", "<div style='height:0;width:0;overflow:hidden'>",
        "<div class=hidden>", "<div class=d-none>", "<div style='display:none'>",
    ])
    func aHiddenFormOfABlankPageIsForItsScripts(_ hidden: String) throws {
        let form =
            "<div id=root></div>\(hidden)<form method=post action=/trap>\(Self.real)<input type=submit value='Log in'></form>"
        for (text, isFilled) in [("", false), ("<p>Welcome to the portal. Please log in to go on.</p>", true)] {
            let page = try readPage(html: text + form + "<script src=/app.js></script>")
            switch page.meaning {
            case .login: #expect(isFilled)
            case .needsBrowser: #expect(!isFilled || hidden.contains("display:none'"))
            default: Issue.record("\(page.meaning)")
            }
        }
    }

    @Test(arguments: [
        ("<script src='https://www.google.com/recaptcha/api.js?render=explicit' async></script>", false),
        ("<script src='https://www.google.com/recaptcha/api.js?render=KEY'></script>", false),
        ("<script src='https://challenges.cloudflare.com/turnstile/v0/api.js'></script>", false),
        ("<div class=g-recaptcha data-sitekey=k></div>", true), ("<div class=h-captcha data-sitekey=k></div>", true),
        ("<div class=cf-turnstile data-sitekey=k></div>", true),
        ("<div class=g-recaptcha data-size=invisible data-sitekey=k></div>", false),
        ("<button class=g-recaptcha data-size=invisible data-sitekey=k data-callback=f>Log in</button>", true),
        ("<!-- captcha --><script>var captchaEnabled=false;</script>", false),
        (
            "<link rel=stylesheet href=/captcha.css><div class=captcha-container style='display:none'><img src=a></div>",
            false
        ),
        ("<style>.captcha-box{display:none}</style><div class=captcha-box><img src=a></div>", false),
        ("<div class='captcha hidden'><img src=a></div>", false), ("<div class=captcha-container></div>", false),
        ("<div class=captcha><img src=/captcha.png><input name=answer></div>", true), ("<input name=captcha>", true),
        ("<iframe src='https://newassets.hcaptcha.com/captcha/v1'></iframe>", true),
        ("<iframe style='display:none' src='https://www.google.com/recaptcha/api2/anchor'></iframe>", false),
        ("<iframe src='https://www.google.com/recaptcha/api2/anchor?size=invisible'></iframe>", false),
    ])
    func onlyACheckThatAsksIsAnObstacle(_ html: String, _ isObstacle: Bool) throws {
        let page = try readPage(
            html:
                "<body class=captcha-page><form method=post action=/login>\(html)\(Self.real)<button>Log in</button></form>"
        )
        switch page.meaning {
        case .login: #expect(!isObstacle)
        case .needsBrowser(.captcha): #expect(isObstacle)
        default: Issue.record("\(page.meaning)")
        }
    }

    /// The check itself is on the page of nothing else.
    @Test func aPageOfNothingElseIsTheCheck() throws {
        let script =
            "<title>Just a moment...</title><script src='https://challenges.cloudflare.com/turnstile/v0/api.js'></script>"
        for form in ["", "<form id=challenge-form method=post action=/x><input type=hidden name=a value=b></form>"] {
            guard case .needsBrowser(.captcha) = try readPage(html: script + form).meaning else {
                return #expect(Bool(false))
            }
        }
        guard case .handOn = try readPage(html: script + "<form method=post><button>Continue</button></form>").meaning
        else {
            return #expect(Bool(false))
        }
    }

    /// HTML 5's names of characters, in values, addresses and texts; each is decoded once.
    @Test(arguments: [
        ("a&equals;b", "a=b"), ("&plus;&sol;&colon;&NewLine;&period;", "+/:\n."),
        ("&lpar;&rpar;&quest;&commat;&lowbar;", "()?@_"),
        ("&fjlig;&num;&percnt;&dollar;&excl;&ast;&comma;&semi;", "fj#%$!*,;"),
        ("&lsqb;&rsqb;&lcub;&rcub;&bsol;&Hat;&grave;&vert;", "[]{}\\^`|"),
        ("&amp;equals;", "&equals;"), ("&equals", "&equals"), ("&unknownname;", "&unknownname;"),
        ("&QUOT;&quot;&LT;&AMP;", "\"\"<&"),
        ("&lstrok;&Scaron;&odblac;&pcy;&Acy;", "łŠőпА"), ("a=1&lt;2&copy=3&tab=4", "a=1<2&copy=3&tab=4"),
        ("&auml;&apos;&#61;&#x2B;", "ä'=+"),
    ])
    func namesOfCharactersAreRead(_ written: String, _ text: String) throws {
        let form = try readPage(
            html:
                "<form action=\"/\(written)\"><input type=hidden name=a value=\"\(written)\"><input type=hidden name=b value='\(written)'>"
                + "<textarea name=c>\(written)</textarea></form><script>\"\(written)\"</script>"
        ).forms[0]
        #expect(form.action == "/" + text)
        #expect(form.fields.map(\.value.text) == [text, text, text])
    }
}
