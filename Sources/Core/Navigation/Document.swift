/// The end of a navigation: an answer that is not a redirect, as a browser would show it.
struct Document {
    var response: Response
    /// Whether it was requested with GET, so that its address is enough to load it again.
    var isReachedByGET = true
    /// The page, if the answer is HTML.
    var page: Page?
    /// What would have been sent to a finish endpoint of moment `asked`. In this case there is no answer and no page.
    var finishAnswer: FinishAnswer?
    var url: WebURL { response.url }
    /// The title, or the address if there is none; the name of the page in messages.
    var name: String { title.isEmpty ? url.withoutQuery : title }
    /// The title for messages; may be empty.
    var title: String { page?.title.folded(to: 80) ?? "" }
    /// What it means where a sign-in should have ended.
    var meaning: AnswerMeaning { AnswerMeaning(response, page: page, expecting: .content(isPosted: !isReachedByGET)) }

    /// Resolves a reference against the document base URL (HTML); `source` names the element that contains it.
    func resolve(_ reference: String, by source: String) throws(FedauthError) -> WebURL {
        do {
            return try (page?.baseAddress(at: url) ?? url).resolving(reference)
        } catch {
            throw FedauthError(
                .badAnswer, "\(source) leads to an address that cannot be followed: \(error.message)",
                hint: "nothing was sent there; look at the pages with '--trace FILE'")
        }
    }
}

extension Page {
    /// The address to which the page's references are relative (HTML, "document base URL"); `url` is that of the page.
    func baseAddress(at url: WebURL) -> WebURL { base.flatMap { try? url.resolving($0) } ?? url }
}
