public import Secrets

/// A remote viewer that sees a browser's window and controls it.
///
/// One thread waits for both the browser's pipe and the viewer's socket. Therefore the code that drives the browser
/// lets the viewer wait, and passes the pipe as an additional descriptor.
public protocol WindowViewer: AnyObject {
    /// Serves the viewer until `descriptor` is readable, the viewer has acted, or `milliseconds` have passed.
    func wait(for descriptor: Int32, milliseconds: Int64) throws(FedauthError)

    /// Returns what the viewer did since the last call, in order.
    func takeActions() -> [WindowAction]

    /// Shows the content of the window: a JPEG in base64. Only the last one counts.
    func show(picture: SharedSecret)

    /// Shows the caption of the window.
    func show(caption: WindowCaption)
}

/// Shows which site a window displays. A page can imitate any picture, but not this caption.
public struct WindowCaption: Sendable, Equatable {
    /// The address, of which origin and path are shown; nil before the first one.
    public var address: WebURL?
    /// The title of the page.
    public var title: String

    /// Creates a caption.
    public init(address: WebURL? = nil, title: String = "") {
        self.address = address
        self.title = title
    }

    /// Compares the visible parts of both.
    public static func == (left: WindowCaption, right: WindowCaption) -> Bool {
        left.title == right.title && left.address?.withoutQuery == right.address?.withoutQuery
    }
}
