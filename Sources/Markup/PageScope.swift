/// What holds inside an element of a page, handed on to its children.
struct PageScope {
    var isInvisible = false
    /// By a class name: what it says is not said.
    var isConcealed = false
    var isDisabled = false
    /// What `isDisabled` was outside the nearest fieldset: its legend is exempt.
    var isDisabledOutsideFieldset = false
    var isNoscript = false
    /// No readable text: scripts, styles, options, the head.
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
    var offer: FoldedText?
    var detail: FoldedText?
}
