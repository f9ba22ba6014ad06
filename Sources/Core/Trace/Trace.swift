/// Takes the lines of a `--trace`. They are struck out before they come here unless secrets were asked for.
public protocol TraceSink: AnyObject {
    /// Writes one line; `text` holds no line break.
    func write(_ text: String)
}
