import Secrets

/// Accepts pages, and stops at content longer than any page.
final class PageReading: ContentSink {
    /// The head of the stopped answer; nil when none was stopped.
    private(set) var head: Response?
    private var current: Response?
    private var count = 0
    private var beginning = Secret()
    /// Longer content is data, and no message.
    private static let messageBytes = 64 << 10

    func wants(_ head: Response) throws(FedauthError) -> Bool {
        guard let type = head.header("content-type"), head.status < 300, !head.mayBeSniffed, !MediaType(type).isHTML
        else { return false }
        current = head
        return true
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        count += bytes.count
        if count <= Self.messageBytes { beginning.append(bytes) }
        guard count > NavigationPolicy.maximumPageBytes else { return }
        head = current
        throw FedauthError(.badAnswer, "there is more than a page")
    }

    /// Gives short content that is no page back: it may say that the sign-in has failed.
    func giveBack(to response: inout Response) {
        guard response.body.isEmpty, current != nil, (1...Self.messageBytes).contains(count) else { return }
        response.body = SharedSecret(beginning.copy())
    }
}
