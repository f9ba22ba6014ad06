import Secrets
import Testing

@testable import Core

struct FormContentTests {
    private func text(_ form: LoginForm, _ answers: [String: String] = [:], button: FormField? = nil) -> String {
        FormContent(form, answers: answers.mapValues(SharedSecret.init(text:)), button: button).finish()
            .withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func field(_ kind: FormField.Kind, _ name: String, _ value: String = "", isChecked: Bool = false)
        -> FormField
    {
        FormField(kind: kind, name: name, value: SharedSecret(text: value), isChecked: isChecked)
    }

    @Test(arguments: [
        (" a ", "+a+"), ("a&b=c%41+d", "a%26b%3Dc%2541%2Bd"), ("ü€😀", "%C3%BC%E2%82%AC%F0%9F%98%80"),
        ("'\"<>", "%27%22%3C%3E"),
        ("l1\nl2\r\nl3\rl4", "l1%0D%0Al2%0D%0Al3%0D%0Al4"), ("*-._~", "*-._%7E"), ("", ""),
    ])
    func encodesAsBrowsersDo(_ value: String, _ expected: String) {
        #expect(text(LoginForm(fields: [field(.password, "p")]), ["p": value]) == "p=" + expected)
    }

    @Test func sendsSuccessfulControlsOnly() {
        let button = field(.submit, "go", "Sign in")
        let form = LoginForm(fields: [
            field(.hidden, "state", "x"), field(.text, "user"), field(.text, ""), field(.checkbox, "off", "1"),
            field(.checkbox, "on", "1", isChecked: true), field(.radio, "r", "1"),
            field(.radio, "r", "2", isChecked: true),
            field(.select, "s", "b"), button, field(.submit, "cancel", "Cancel"), field(.inert, "file"),
        ])
        #expect(text(form, ["user": "ada"], button: button) == "state=x&user=ada&on=1&r=2&s=b&go=Sign+in")
        #expect(text(form, ["user": "ada"]) == "state=x&user=ada&on=1&r=2&s=b")
    }

    @Test func ticksAndChoosesWhatIsAnswered() {
        let form = LoginForm(fields: [
            field(.checkbox, "kmsi", "true"), field(.checkbox, "on", "1", isChecked: true),
            field(.radio, "r", "1", isChecked: true),
            field(.radio, "r", "2"), field(.select, "s", "b"),
        ])
        #expect(text(form, ["kmsi": "yes", "on": "no", "r": "2", "s": "z"]) == "kmsi=true&r=2&s=z")
    }

    /// HTML, "constructing the entry list": the field of this name gets the name of the encoding.
    @Test(arguments: [
        ("utf-8", "UTF-8"), ("windows-1252", "windows-1252"), ("shift_jis", "Shift_JIS"), ("iso-8859-2", "ISO-8859-2"),
        ("big5", "Big5"), ("euc-jp", "EUC-JP"), ("koi8-r", "KOI8-R"),
    ])
    func tellsTheEncoding(_ charset: String, _ name: String) {
        let form = LoginForm(
            charset: charset,
            fields: [field(.hidden, "_charset_"), field(.hidden, "_CHARSET_", "x"), field(.text, "_charset_")])
        #expect(text(form) == "_charset_=\(name)&_CHARSET_=\(name)&_charset_=")
    }
}
