internal import Secrets

/// Lets an external program show the login. fedauth trusts the program only with what it alone can know, and checks
/// what could do harm: the finish, and the cookies.
public final class ProgramPresenter: Presenter {
    /// `exec:PROGRAM`.
    public var name: String { "exec:" + program.name }
    private let program: any UserProgram
    private let surroundings: PresenterSurroundings
    private let suffixes: any PublicSuffixes
    private let reporter: any Reporter
    private let clock: any WallClock
    private var shown: String { program.name.folded(to: 100) }
    /// The program's file name without its directory, for progress messages.
    private var fileName: String {
        (program.name.split(separator: "/").last.map(String.init) ?? program.name).folded(to: 60)
    }

    /// Does not start the program yet.
    public init(
        _ program: any UserProgram, _ surroundings: PresenterSurroundings, suffixes: any PublicSuffixes,
        reporter: any Reporter, clock: any WallClock
    ) {
        (self.program, self.surroundings) = (program, surroundings)
        (self.suffixes, self.reporter, self.clock) = (suffixes, reporter, clock)
    }

    /// Runs the program until it reports the end of the sign-in; see `Presenter.present(_:)` for the errors, and
    /// `presenter-failed` for a failure of the program itself.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        try request.policy.check(request.start.url, by: "the authorization endpoint")
        reporter.detail("'\(shown)' shows '\(request.start.url.withoutQuery)'")
        let instructions = PresenterInstructions(request, surroundings, clock: clock).line
        let conversation = try program.start(
            [request.start.url.description, request.finish.url.description], instructions: instructions)
        defer { conversation.end() }
        var jar = CookieJar()
        while true {
            let text = try conversation.line(
                of: shown, .presenter, until: request.deadline, orElse: "did not say how the sign-in ended")
            switch try PresenterMessage.reading(text, from: program.name) {
            case .progress(let message): reporter.note("\(fileName): \(message.folded(to: 300))")
            case .cookies(let objects): try insert(objects, of: request.finish.url.origin, into: &jar)
            case .finish(let address, let form, let user):
                let url = try end(address, form, of: request, with: jar)
                return Presentation(
                    FinishAnswer(url, form: form), jar: jar, user: user.flatMap { $0.isEmpty ? nil : $0.folded() })
            case .failure(let failure): throw failure.error(.presenter, of: shown, silent: "could not sign in")
            case .cancel:
                throw FedauthError(
                    .cancelled, "the sign-in was given up in '\(shown)'",
                    hint: "nothing was stored; sign in again to go on")
            case .unknown(let type):
                reporter.detail("'\(shown)' sent a '\(type.folded(to: 40))', which this version does not know")
            case nil: continue
            }
        }
    }

    /// Adds cookies; one without another setter is of the finish.
    private func insert(_ objects: [JSONValue], of finish: Origin, into jar: inout CookieJar) throws(FedauthError) {
        for object in objects {
            do throws(CookieJSONReader.Mistake) {
                let cookie = try CookieJSONReader(object).cookie(suffixes: suffixes, finish: finish, now: clock.now)
                jar.insert(cookie, now: clock.now)
            } catch {
                throw FedauthError(
                    .presenterFailed,
                    "'\(shown)' gave a cookie that is none: '\(error.name.folded(to: 60))' \(error.what)",
                    hint: "nothing was stored; 'fedauth help presenters' describes cookies")
            }
        }
    }

    /// Returns the final address, if it is the finish.
    private func end(
        _ address: String, _ form: SharedSecret?, of request: PresentationRequest, with jar: CookieJar
    ) throws(FedauthError) -> WebURL {
        guard let url = try? WebURL(address) else {
            throw FedauthError(
                .presenterFailed, "'\(shown)' ended at something that is not an address",
                hint: "the 'url' of 'finish' is the whole address, with its query")
        }
        guard request.finish.matches(url) || request.finish.isEnded(by: url, form: form) else {
            throw FedauthError(
                .presenterFailed,
                "'\(shown)' ended at '\(url.withoutQuery)', which is not the finish "
                    + "'\(request.finish.url.withoutQuery)'",
                hint: "nothing was stored; scheme, host, port and path must be the same, and the parameters there")
        }
        guard request.finish.isKept(in: jar) else {
            throw FedauthError(
                .presenterFailed,
                "'\(shown)' ended without the cookie '\(request.finish.cookie?.folded(to: 60) ?? "")', which '--finish-cookie' "
                    + "wants",
                hint: "nothing was stored; 'finish' comes after the cookies")
        }
        try request.policy.check(url, by: "'\(shown)'")
        return url
    }
}
