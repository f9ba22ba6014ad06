public import Secrets

/// Somebody who sees a browser's window from elsewhere, and works it from there.
///
/// The browser is waited for at its pipe and the viewer at a socket, in one thread. So whoever drives the browser lets the
/// viewer do the waiting, and hands over the pipe to be waited for as well.
public protocol WindowViewer: AnyObject {
    /// Serves the viewer until `descriptor` has something to read, the viewer has done something, or `milliseconds` have
    /// passed.
    func wait(for descriptor: Int32, milliseconds: Int64) throws(FedauthError)

    /// What the viewer did since this was asked last, in that order.
    func takeActions() -> [WindowAction]

    /// Shows the window's content: a JPEG in base64. Only the last one counts.
    func show(picture: SharedSecret)

    /// Shows what the window's frame would say.
    func show(caption: WindowCaption)
}

/// What tells people whose page a window shows: a picture can be made by anybody, this cannot.
public struct WindowCaption: Sendable, Equatable {
    /// The page's address, of which origin and path are shown; nil before there is one.
    public var address: WebURL?
    /// The page's own title.
    public var title: String

    /// A caption.
    public init(address: WebURL? = nil, title: String = "") {
        self.address = address
        self.title = title
    }

    /// Compares what is shown of both.
    public static func == (left: WindowCaption, right: WindowCaption) -> Bool {
        left.title == right.title && left.address?.withoutQuery == right.address?.withoutQuery
    }
}
