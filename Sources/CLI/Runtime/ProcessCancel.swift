import Application
import Core
import System

/// Lets `fedauth cancel` end this process while it signs in. The messages are prepared before.
final class ProcessCancel: SignInCancellation {
    private let streams: StandardStreams
    private let isJSON: Bool

    /// - Parameter isJSON: also writes the error as an object to stdout.
    init(_ streams: StandardStreams, isJSON: Bool) {
        self.streams = streams
        self.isJSON = isJSON
    }

    func begin() {
        let error = FedauthError.signInCancelledElsewhere
        let words = streams.lines(of: error).map { $0 + "\n" }.joined()
        ProcessCancellation.begin(
            words: words, result: isJSON ? error.jsonLine : "",
            status: Int32(error.code.status.number))
    }

    func end() { ProcessCancellation.end() }
}
