public import Secrets

/// A remote viewer that sees a browser's window and controls it. One thread waits for both the browser's pipe and the
/// viewer's socket. So what drives the browser lets the viewer wait, and passes the pipe as a descriptor.
public protocol WindowViewer: AnyObject {
    /// Serves the viewer until `descriptor` is readable, the viewer has acted, or `milliseconds` have passed.
    func wait(for descriptor: Int32, milliseconds: Int64) throws(FedauthError)

    /// Returns what the viewer did since the last call, in order.
    func takeActions() -> [WindowAction]

    /// Shows the content of the window: a JPEG in base64. Only the last one counts.
    func show(picture: SharedSecret)

    /// Shows the caption of the window.
    func show(caption: WindowCaption)

    /// Shows a dialog of the page until it is answered (`WindowAction.answer`); nil: it is gone.
    func show(dialog: WindowDialog?)
}

/// A dialog that a script opens (HTML, section "Simple dialogs"). The page waits for its answer.
public struct WindowDialog: Sendable, Equatable {
    /// The function that opened it.
    public enum Kind: String, Sendable { case alert, confirm, prompt }

    /// The function that opened it.
    public var kind: Kind
    /// The text of the page.
    public var text: String
    /// The text that a prompt proposes.
    public var proposal: String

    /// Describes a dialog.
    public init(_ kind: Kind, text: String, proposal: String = "") {
        (self.kind, self.text, self.proposal) = (kind, text, proposal)
    }
}

/// Shows which site a window displays. A page can imitate any picture, but not this caption.
public struct WindowCaption: Sendable, Equatable {
    /// The address, of which origin and path are shown; nil before the first one.
    public var address: WebURL?
    /// The title of the page.
    public var title: String

    /// Creates a caption.
    public init(address: WebURL? = nil, title: String = "") { (self.address, self.title) = (address, title) }

    /// Compares the visible parts of both.
    public static func == (left: WindowCaption, right: WindowCaption) -> Bool {
        left.title == right.title && left.address?.withoutQuery == right.address?.withoutQuery
    }
}
