import Core
import System

/// Ends this process by a timer (`timer_create(2)`), from a signal handler. The messages are prepared before.
final class ProcessTimeLimit: CallTimeLimit {
    private let streams: StandardStreams
    private let isJSON: Bool

    /// Creates the limit; `isJSON` also writes the error as an object to stdout.
    init(_ streams: StandardStreams, isJSON: Bool) { (self.streams, self.isJSON) = (streams, isJSON) }

    func begin(milliseconds: Int64, _ error: FedauthError) {
        let words = streams.lines(of: error).map { $0 + "\n" }.joined()
        let result = isJSON ? error.jsonLine : ""
        ProcessTimer.begin(
            milliseconds: milliseconds, words: words, result: result, status: Int32(error.code.status.number))
    }

    func lift() { ProcessTimer.lift() }
}
