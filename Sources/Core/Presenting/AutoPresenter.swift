/// The default presenter: the form engine, then a browser from the first page that the engine cannot handle. The
/// browser receives cookies and address of the page, and nothing that was typed: the page can ask for it.
public final class AutoPresenter: Presenter {
    /// `auto`.
    public let name = PresenterName.auto.rawValue
    private let form: FormPresenter
    private let answers: any LoginAnswers
    private let reporter: any Reporter
    private let isUnattended: Bool
    private let hasPasskey: (Origin) -> Bool
    private let browser: () throws(FedauthError) -> any Presenter

    /// `answers` are those of `form`. `isUnattended`: the browser is invisible, of no use for a page that needs the
    /// user. `hasPasskey`: it has a passkey for pages of an origin, and needs no user for it. `browser` creates its
    /// presenter when needed, and throws `no-browser`, or `usage` for options that it does not know, at once.
    public init(
        form: FormPresenter, answers: any LoginAnswers, reporter: any Reporter, isUnattended: Bool,
        hasPasskey: @escaping (Origin) -> Bool = { _ in false },
        browser: @escaping () throws(FedauthError) -> any Presenter
    ) {
        (self.form, self.answers, self.reporter) = (form, answers, reporter)
        (self.isUnattended, self.hasPasskey) = (isUnattended, hasPasskey)
        // The user who can be asked may have no display: only an invisible browser is preferred to a question.
        if isUnattended { form.hasPasskey = hasPasskey }
        self.browser = browser
    }

    /// Fills forms up to the finish, or shows a browser from the first page that needs one; see `Presenter.present(_:)`
    /// for the errors. `no-presenter` names what the page needs and what is missing for it.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        do throws(FedauthError) {
            var presentation = try form.present(request)
            presentation.presenter = form.name
            return presentation
        } catch {
            guard let handOver = form.handOver else { throw error }
            return try goOn(from: handOver, request, after: error)
        }
    }

    private func goOn(
        from handOver: BrowserHandOver, _ request: PresentationRequest, after error: FedauthError
    ) throws(FedauthError) -> Presentation {
        let presenter = try presenter(for: handOver, after: error)
        answers.wasHandedOver(isAgain: !handOver.isReachedByGET)
        reporter.note(
            "\(handOver.place) needs \(handOver.need.text); "
                + (isUnattended ? "a browser without a window continues" : "a browser opens"))
        var rest = request
        rest.start = handOver.start(of: request)
        rest.jar = handOver.jar
        var presentation: Presentation
        do throws(FedauthError) {
            presentation = try presenter.present(rest)
        } catch  where isUnattended && error.code == .inputNeeded {
            let hint = error.hint.map { $0 + "; " + Self.windowHint } ?? Self.windowHint
            throw FedauthError(error.code, error.message, hint: hint, causes: error.causes)
        }
        presentation.presenter = presentation.presenter ?? presenter.name
        presentation.user = presentation.user ?? handOver.user
        presentation.federationAnswer = presentation.federationAnswer ?? handOver.federationAnswer
        if presentation.samlResponse == nil {
            presentation.samlResponse = handOver.samlResponse
            presentation.samlMessage = handOver.samlMessage
        }
        return presentation
    }

    private func presenter(
        for handOver: BrowserHandOver, after error: FedauthError
    ) throws(FedauthError) -> any Presenter {
        let reason: FedauthError
        do throws(FedauthError) {
            let isByPasskey = handOver.need == .webAuthn && hasPasskey(handOver.url.origin)
            // A browser sees whether the page only mentions it, or offers another way, and takes the way to a given code.
            let hasOtherWay = handOver.need == .webAuthn || handOver.need == .unknownStep
            let mayBeUnneeded = handOver.need == .captcha || hasOtherWay && answers.computesCodes
            if isUnattended && handOver.need.requiresUser && !isByPasskey && !mayBeUnneeded {
                throw FedauthError(.noPresenter, "a browser without a window cannot be seen", hint: Self.windowHint)
            }
            return try browser()
        } catch  where error.code.status == .noPresenter || error.code == .usage { reason = error }
        // '--headless', which the error may name, does not help with a page for the user.
        let isOfRoot = reason.message == Self.ofRoot
        let isWindowWanted = handOver.need.requiresUser && reason.code == .noBrowser && !isOfRoot
        let hint = isWindowWanted ? Self.windowHint : reason.hint
        // Options could have answered the page, so the original error is the better advice.
        if handOver.need == .unknownStep {
            let way =
                isOfRoot
                ? "a browser would show the page, but \(reason.message): \(reason.hint ?? "")"
                : "'--presenter remote' shows the page on another machine"
            throw FedauthError(error.code, error.message, hint: (error.hint.map { $0 + "; " } ?? "") + way)
        }
        throw FedauthError(error.code, "\(error.message), but \(reason.message)", hint: hint ?? error.hint)
    }

    /// Why root alone has no browser, here or on another machine.
    public static let ofRoot = "a browser's sandbox does not work for root"

    /// What shows a page that the user has to see. Names all options that prevent a window at once.
    private static let windowHint =
        "a window shows it, on a machine with a display and without '--no-input' and '--headless'; '--presenter remote' shows "
        + "it on the machine that you sit at"
}
