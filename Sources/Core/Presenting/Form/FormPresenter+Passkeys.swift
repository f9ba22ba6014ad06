/// Pages at which a browser can sign in by a passkey.
extension FormPresenter {
    /// Returns whether the page also takes a passkey that a browser has, and no password is given.
    func offersPasskey(_ page: Page, at origin: Origin) -> Bool {
        guard hasPasskey(origin), !answers.givenRoles.contains(.password) else { return false }
        let labels = page.forms.flatMap(\.fields).map(\.label) + page.links.map(\.text)
        return page.obstacles.contains(.webAuthn) || labels.contains(where: Words.namesPasskey)
    }
}
