import Application
package import Core
package import Secrets
import Support

/// Shows a login with a closure and records the requests.
package final class FakePresenter: Presenter {
    /// The name of the presenter.
    package var name = "form"
    /// The requests so far.
    package private(set) var asked: [PresentationRequest] = []
    /// Shows a request. By default it reaches the finish and sets the cookie `sid`.
    package var show: (PresentationRequest) throws(FedauthError) -> Presentation = { request in
        var jar = CookieJar()
        jar.store(
            Response(
                status: 200, url: request.finish.url, headers: [], setCookies: [SharedSecret(text: "sid=new")],
                body: SharedSecret(text: "")),
            suffixes: NoSuffixes(), now: TestClock().now)
        return Presentation(FinishAnswer(request.finish.url), jar: jar, user: "ada")
    }

    package init() {}

    package func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        asked.append(request)
        return try show(request)
    }
}

/// Returns the answers of security token services by their text.
package final class FakeTokenReader: SecurityTokenReader {
    package var answers: [String: SecurityTokenAnswer] = [:]

    package init() {}

    package func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
        let text = bytes.withBytes { String(decoding: $0, as: UTF8.self) }
        guard let answer = answers[text] else { throw FedauthError(.badAnswer, "no answer is scripted") }
        return answer
    }

    package func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] { [] }

    package func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] { [] }
    package func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature {
        throw FedauthError(.badAnswer, "no assertion")
    }
}

/// A lock that is either free or held by another process.
package final class FakeLock: SignInLock {
    /// The process that holds the lock; nil if the lock is free.
    package var holder: SignInHolder?
    /// Runs while a flow waits for the lock.
    package var meanwhile: (() throws(FedauthError) -> Void)?
    /// The reason that the flow left for waiting processes when it gave up; nil if it did not give up.
    package fileprivate(set) var givenUp: SignInGivenUp?

    /// The names for which it was taken.
    package fileprivate(set) var names: [String] = []
    /// Whether a flow has it.
    package fileprivate(set) var isHeld = false

    private final class Held: HeldSignInLock {
        let hadToWait: Bool
        private let lock: FakeLock

        init(_ lock: FakeLock, hadToWait: Bool) {
            self.lock = lock
            self.hadToWait = hadToWait
            lock.isHeld = true
        }

        deinit { lock.isHeld = false }

        func giveUp(_ reason: SignInGivenUp) { lock.givenUp = reason }
    }

    package init() {}

    package func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock {
        names.append(name)
        guard let holder else { return Held(self, hadToWait: false) }
        guard waits else { throw FedauthError(.signInInProgress, "process \(holder.processID ?? 0) signs in") }
        onWait(holder)
        try meanwhile?()
        return Held(self, hadToWait: true)
    }
}

/// Has no hash function, so that Digest challenges are not answered.
package final class NoHashing: DigestHashing {
    package init() {}

    package func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? { nil }

    package func nonce() throws(FedauthError) -> String { "nonce" }
}
