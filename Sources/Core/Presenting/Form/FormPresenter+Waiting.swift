/// Pages that wait for the user to act elsewhere.
extension FormPresenter {
    /// Announces the wait once: the user has to find a push notification on a phone, and choose or type a number there.
    func announceWait(at document: Document, _ page: Page, _ walk: inout FormWalk) {
        guard walk.isFirstWait(at: document) else { return }
        reporter.note(page.waitingNote(at: document.url.origin))
    }
}
