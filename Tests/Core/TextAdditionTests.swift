import Testing

@testable import Core

/// Tests what a page has added to its text.
struct TextAdditionTests {
    @Test(arguments: [
        ("Sign in User Password Help", "Sign in Wrong password. User Password Help", "Wrong password."),
        ("Sign in", "Sign in Try it again", "Try it again"), ("Sign in", "Sorry. Sign in", "Sorry."),
        ("Sign in now", "Sign out now", "out"), ("", "Wrong", "Wrong"),
    ])
    func addedWordsAreFound(_ before: String, _ after: String, _ added: String) {
        #expect(after.addition(to: before) == added)
    }

    @Test(arguments: [
        ("Sign in", "Sign in"), ("Sign in now", "Sign in"), ("Sign in", "Sign in Checking…"),
        ("Go", "Go Please wait..."),
    ])
    func nothingIsSaid(_ before: String, _ after: String) { #expect(after.addition(to: before) == nil) }

    @Test func anotherPageIsNoMessage() {
        #expect(String(repeating: "word ", count: 100).addition(to: "Sign in") == nil)
    }
}
