/// Receives the lines of a `--trace`, which are already masked unless secrets were requested.
public protocol TraceSink: AnyObject {
    /// Writes one line; `text` contains no line break.
    func write(_ text: String)
}
