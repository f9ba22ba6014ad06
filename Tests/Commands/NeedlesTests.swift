import Testing

@testable import CommandSupport

/// Tests the search for secrets in what servers receive: a leak that it does not see is a test that cannot fail.
struct NeedlesTests {
    private let needles = Needles(["Pässwörd-12 & more", "864209"])

    @Test(arguments: [
        "Pässwörd-12 & more", "x=P%C3%A4ssw%C3%B6rd-12", "x=P%E4ssw%F6rd-12+%26", "P%25C3%25A4ssw%25C3%25B6rd",
        "code=864209",
        "{\"p\":\"UMOkc3N3w7ZyZC0xMiAmIG1vcmU=\"}", "YTpQw6Rzc3fDtnJkLTEyICYgbW9yZQ",
        "p=eDpQw6Rzc3fDtnJkLTEyICYgbW9yZQ%3D%3D",
        "50c3a4737377c3b672642d3132", "Pässwö", "3:864209",
    ])
    func aSecretIsSeen(_ text: String) {
        #expect(needles.occur(in: Array("POST / HTTP/1.1 ".utf8) + Array(text.utf8)))
    }

    @Test func otherEncodingsAreSeen() {
        #expect(needles.occur(in: "Pässwörd-12".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
        #expect(needles.occur(in: "Pässwörd-12".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
        #expect(needles.occur(in: "a=Pässwörd".unicodeScalars.map { UInt8($0.value) }))
    }

    @Test(arguments: ["", "user=ada&password=", "Päss", "86420", "UMOkc3M=", "password=Passwort"])
    func otherTextIsNone(_ text: String) {
        #expect(!needles.occur(in: Array(text.utf8)))
    }
}
