/// Pages that wait, often for the user to act elsewhere.
extension FormPresenter {
    /// Announces the wait once: the user has to find a push notification on a phone, and choose or type a number there.
    func announceWait(at document: Document, _ page: Page, _ walk: inout FormWalk) {
        guard walk.isFirstWait(at: document) else { return }
        reporter.note(page.waitingNote(at: document.url.origin))
    }

    /// Waits, and shows a progress indicator.
    func pass(_ milliseconds: Int64) {
        var left = milliseconds
        while left > 0 {
            reporter.stillWaiting()
            let slice = min(left, 1000)
            wait(slice)
            left -= slice
        }
        reporter.stillWaiting()
    }
}
