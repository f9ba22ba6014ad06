import Application
import Testing

@testable import CLI

struct LocaleLettersTests {
    @Test(arguments: [
        (["LC_ALL": "C"], true), (["LC_ALL": "C.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "POSIX"], true),
        (["LC_CTYPE": "de_DE.UTF-8", "LANG": "C"], false), (["LANG": "C"], true), ([:], false),
    ])
    func theFirstVariableDecides(_ variables: [String: String], _ isASCII: Bool) {
        let letters = LocaleLetters(Environment(values: variables))
        #expect(letters.isASCII == isASCII)
        #expect(letters.shown("NAME …") == (isASCII ? "NAME ..." : "NAME …"))
    }
}
