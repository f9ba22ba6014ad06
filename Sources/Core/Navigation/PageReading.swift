/// Accepts pages, and stops at content longer than any page.
final class PageReading: ContentSink {
    /// The head of the stopped answer; nil when none was stopped.
    private(set) var head: Response?
    private var current: Response?
    private var count = 0

    func wants(_ head: Response) throws(FedauthError) -> Bool {
        guard let type = head.header("content-type"), head.status < 300, !head.mayBeSniffed, !MediaType(type).isHTML
        else { return false }
        current = head
        return true
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        count += bytes.count
        guard count > NavigationPolicy.maximumPageBytes else { return }
        head = current
        throw FedauthError(.badAnswer, "there is more than a page")
    }
}
