import Application
import Core
import Crypto
import Loopback

/// Receives the result of a sign-in that finishes at an address of this machine. Listens there, for a port forwarded by
/// ssh, and at the same time accepts the pasted address that a browser could not reach.
struct RemoteAnswer {
    let port: UInt16?
    let context: CommandContext
    private var streams: StandardStreams { context.streams }
    private static let nonceBytes = 18

    /// Implements `Presenter.present(_:)`.
    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        let listener = try FinishListener(request, port: port) {
            () throws(FedauthError) in try SystemRandom.text(bytes: Self.nonceBytes)
        }
        let lines = NoEchoInput()
        instruct(listener, canPaste: lines != nil)
        return try listener.wait(
            watching: lines.map { [$0.descriptor] } ?? [], reporter: streams
        ) { (ready) throws(FedauthError) in
            guard let lines, !ready.isEmpty else { return }
            for line in try lines.take() { take(line.pasted, listener) }
        }
    }

    private func instruct(_ listener: FinishListener, canPaste: Bool) {
        for line in RemoteAccess(port: listener.port, context.environment).lines { streams.instruct(line) }
        let address = listener.start.url.withFragment
        streams.instruct("sign in at this address, in any browser:")
        streams.instruct("  " + address)
        streams.drawCode(of: address)
        if canPaste {
            streams.instruct(
                "if the browser ends at '\(listener.finish.withoutQuery)' and cannot show it, paste that address here "
                    + "(it is not shown) and press Return")
        }
    }

    private func take(_ text: String, _ listener: FinishListener) {
        guard let url = try? WebURL(text) else {
            streams.warning("the pasted text is not an address; copy the whole address from the browser's address bar")
            return
        }
        switch listener.deliver(url) {
        case .taken: break
        case .elsewhere:
            streams.warning(
                "the pasted address is '\(url.withoutQuery)', and the sign-in ends at '\(listener.finish.withoutQuery)'"
            )
        case .empty: streams.warning("the pasted address is the finish, but without an answer")
        case .foreign: streams.warning("the pasted address belongs to another sign-in, and was ignored")
        }
    }
}
