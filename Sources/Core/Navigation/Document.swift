/// Where a navigation came to rest: an answer that is no redirect, as a browser would commit it.
struct Document {
    var response: Response
    /// Whether it was asked for by GET: then its address alone shows it again.
    var isReachedByGET = true
    /// The page, if the answer is HTML.
    var page: Page?
    /// What would have been sent to a finish endpoint that is not asked. There is no answer then, and no page.
    var finishAnswer: FinishAnswer?
    var url: WebURL { response.url }

    /// The title, or the address where there is none: what messages call the page.
    var name: String { title.isEmpty ? url.withoutQuery : title }

    /// The title as a message can hold it; may be empty.
    var title: String { page?.title.folded(to: 80) ?? "" }

    /// True for a challenge, and for a page that asks for a password or calls a field a one-time code: at the finish
    /// endpoint too that is the beginning of a sign-in, not its end. Other fields are the service's own business.
    var asksForSignIn: Bool {
        if SAMLChallenge.isPresent(in: response, page: page) { return true }
        return page?.forms.contains { form in
            form.fields.contains { field in
                field.isTyped && (field.kind == .password || field.autocomplete.contains("one-time-code"))
                    || field.role == .password
            }
        } ?? false
    }

    /// True for a page that shows itself again after a second or more.
    var asksToWait: Bool {
        guard case .refresh(let refresh)? = page?.meaning, refresh.delaySeconds >= 1 else { return false }
        guard let target = refresh.target else { return true }
        return (try? resolve(target, by: "")) == url
    }

    /// Resolves a reference of the page against its document base URL (HTML); `source` says what on the page holds it.
    func resolve(_ reference: String, by source: String) throws(FedauthError) -> WebURL {
        var base = url
        if let written = page?.base { base = (try? url.resolving(written)) ?? url }
        do {
            return try base.resolving(reference)
        } catch {
            throw FedauthError(
                .badAnswer, "\(source) leads to an address that cannot be followed: \(error.message)",
                hint: "nothing was sent there; look at the pages with '--trace FILE'")
        }
    }
}
