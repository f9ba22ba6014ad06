/// Pages that wait for the user to act elsewhere.
extension FormPresenter {
    /// Announces the wait once: the user has to find a push notification on a phone, and choose or type a number there.
    func announceWait(at document: Document, _ page: Page, _ walk: inout FormWalk) {
        guard walk.isFirstWait(at: document) else { return }
        let number = page.numbers.count == 1 ? page.numbers.first : nil
        let first = number.map { "the number is \($0); " } ?? ""
        let words = page.mainText.isEmpty ? page.text : page.mainText
        reporter.note("'\(document.url.origin.hostAndPort)' is waiting: \(first)\(words.folded(to: 300))")
    }
}
