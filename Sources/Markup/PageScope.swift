/// The state inside an element of a page, inherited by its children.
struct PageScope {
    var isInvisible = false
    /// Whether its style hides it, or it is not there for programs that read pages aloud: so are fields for robots.
    var isUnseen = false
    /// Whether nobody can press it: its style hides it, it is inert, or what is around it is closed.
    var isUnreachable = false
    /// Whether it shows only its summary. Not inherited.
    var isClosed = false
    /// Whether a class name hides it: its messages are ignored.
    var isConcealed = false
    /// Whether it belongs to every page of the server: a footer, or navigation.
    var isMarginal = false
    /// Whether the element does not separate words. Not inherited.
    var isInline = false
    /// Whether the element is a heading. Not inherited.
    var isHeading = false
    var isDisabled = false
    /// The value of `isDisabled` outside the nearest fieldset, which applies to the legend.
    var isDisabledOutsideFieldset = false
    var isNoscript = false
    /// Whether it is the head, which has no readable text.
    var isHead = false
    /// Whether it has no readable text: scripts, styles, options, the head.
    var isSilent = false
    var isForeign = false
    var form: Int?
    var select: Int?
    var option: FoldedText?
    var textarea: Int?
    var button: FoldedText?
    var label: Int?
    var title: FoldedText?
    var error: FoldedText?
    /// The heading around it.
    var headline: FoldedText?
    /// Whether it is within a link.
    var isLink = false
    /// The text of the link around it.
    var link: FoldedText?
    /// The text of what can be pressed around it, and is no link.
    var looseWay: FoldedText?
    /// What else tells where the link around it leads.
    var linkName: FoldedText?
    var offer: FoldedText?
    var detail: FoldedText?
}
