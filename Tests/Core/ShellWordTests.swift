import Testing

@testable import Core

/// Tests the words of command lines that are shown for the user to type.
@Suite struct ShellWordTests {
    @Test(arguments: [
        ("ada", "ada"), ("a/../b c", "'a/../b c'"), ("", "''"), ("-x", "-- -x"), ("-x y", "-- '-x y'"),
        ("it's", #"'it'\''s'"#), ("$(id)", "'$(id)'"), ("größe", "größe"), ("a\nb", "'a?b'"), ("~", "'~'"),
    ])
    func asItIsTyped(text: String, word: String) {
        #expect(text.shellWord == word)
    }
}
