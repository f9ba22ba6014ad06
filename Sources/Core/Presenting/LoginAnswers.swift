public import Secrets

/// A field that needs a value, as the form engine classified it.
public struct LoginQuestion: Sendable {
    /// The purpose of the value.
    public enum Role: String, Sendable {
        case userName = "user name"
        case password
        case oneTimeCode = "one-time code"
        case other = "answer"

        /// Whether it must not be shown or sent in an address.
        var isSecret: Bool { self == .password || self == .oneTimeCode }
    }

    /// The form that sends the value.
    struct Submission: Sendable {
        /// The number of the form in its series. Fields of one form may have the same value.
        var number: Int
        /// The forms of one presenter: another one that takes over begins again.
        var series = Series()
        /// The origins of the page and of the form's target.
        var origins: Set<Origin>
        /// What to report if another form has sent the value before; nil if the refusal was reported.
        var refusal: LoginRefusal?
        /// Whether the server has accepted what was sent, and asks for more: for a higher level of authentication.
        var wasAccepted = false
    }

    /// The identity of a series of forms.
    final class Series: Sendable {}

    /// The origin of the page, which receives the value.
    public var origin: Origin
    /// The purpose of the value.
    public var role: Role
    /// The control in the page.
    public var field: FormField
    /// The user name given earlier in this sign-in.
    public var user: String?
    /// The page's instructions, if the label alone is not enough; for the user.
    public var instructions: String?
    /// Whether only a mail address is accepted, whatever the user name elsewhere.
    public var wantsAddress = false
    /// Whether the server has sent the code to the user, so that no key computes it.
    public var isDelivered = false
    /// Whether the user has chosen it, so that no key computes it: a PIN.
    var isChosen = false
    /// Whether the input is hidden, whatever its purpose.
    public var isHidden = false
    /// The server's suggestion, used when the user types nothing or cannot be asked.
    public var preset: SharedSecret?
    /// Whether the user may be asked; otherwise a value that only the user knows is `input-needed`.
    var mayAsk = true
    /// The form that sends the value; nil when the caller itself finds out whether a value was refused.
    var submission: Submission?
    /// The servers that receive the value: those of the page and of its form's target.
    var receivers: Set<Origin> { (submission?.origins ?? []).union([origin]) }
    /// Whether the form sends it to the server of its page.
    var staysAtOrigin: Bool { receivers == [origin] }
}

/// A form that came back after it was posted.
public struct LoginRefusal: Sendable {
    /// The origin that refused it.
    public var origin: Origin
    /// The roles of the form's fields.
    public var roles: Set<LoginQuestion.Role>
    /// The error message of the page, or fedauth's own when it has none.
    public var complaint: String
    /// The user name so far.
    public var user: String?
    /// A hint about the possible cause, as far as the page tells.
    public var hint: String?
    /// What it says about the password, if one was sent.
    public var blame = Blame.password

    /// What was refused.
    public enum Blame: Sendable {
        /// User name or password.
        case password
        /// What may be these, or that the user may not do something.
        case unknown
        /// The page names another cause, such as its own age or a check for robots.
        case other
        /// Nothing of it: it was another answer, or a server that has failed or is busy, and has not looked at it.
        case none
    }
}

/// A page that asks whether the user agrees.
public struct ConsentQuestion: Sendable {
    /// The title of the page.
    public var title: String
    /// The text of the page.
    public var text: String
    /// The labels of the boxes that are ticked when the user agrees.
    public var boxes: [String]
    /// The labels of the page's buttons.
    public var buttons: [String]
    /// The origin of the page.
    public var origin: Origin

    init(_ page: Page, _ form: LoginForm, at origin: Origin) {
        title = page.title
        text = page.text
        boxes = form.agreements
        var seen: Set<String> = []
        buttons = (page.forms + page.linkSteps).flatMap(\.submitButtons).filter { !$0.isFooting && !$0.leadsAside }.map(
            \.label
        )
        .filter { !$0.isEmpty && seen.insert($0).inserted }
        self.origin = origin
    }

    /// The buttons for messages: ` (buttons 'Accept', 'Cancel')`; empty without buttons.
    var listedButtons: String {
        guard !buttons.isEmpty else { return "" }
        let list = buttons.prefix(4).map { "'\($0.folded(to: 40))'" }.joined(separator: ", ")
        return " (button\(buttons.count > 1 ? "s" : "") \(list))"
    }

    /// The boxes for messages: ` (its boxes: 'I agree')`; empty without boxes.
    var listedBoxes: String {
        guard !boxes.isEmpty else { return "" }
        let list = boxes.prefix(10).map { "'\($0.folded(to: 120))'" }.joined(separator: ", ")
        return boxes.count == 1 ? ", and to tick \(list)" : ", and to tick \(boxes.count) boxes: \(list)"
    }
}

/// Provides values for the fields of a login: from options, the store, or the user.
public protocol LoginAnswers: AnyObject {
    /// The user to sign in, if known before the first page.
    var user: String? { get }
    /// Whether to answer "stay signed in" and "trust this device" with yes.
    var keepsSignedIn: Bool { get }
    /// The purposes for which options give a value: of several ways to sign in, one that asks for it is taken.
    var givenRoles: Set<LoginQuestion.Role> { get }
    /// Whether a key computes one-time codes.
    var computesCodes: Bool { get }
    /// Whether to accept consent pages without asking.
    var acceptsConsent: Bool { get }
    /// The scopes that the request asks for: of a list of boxes, those that consent means.
    var scopes: Set<Substring> { get }
    /// The home organisation of the account, by its name or the URI of its identity provider; nil when unknown.
    var homeRealm: String? { get }
    /// Whether a page had that organisation.
    var isHomeRealmChosen: Bool { get }

    /// Called when a page had the organisation of the options.
    func choseHomeRealm()

    /// Returns the value for one field. Throws `input-needed`, naming the field, when nobody can be asked.
    func answer(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret

    /// Called when a browser takes over: the form engine will not learn whether the answers were right. If `isAgain`,
    /// the login begins again, so that what was sent is sent once more.
    func wasHandedOver(isAgain: Bool)

    /// Called before a page gets what was answered, and when an answer of a provider has passed: that was taken.
    func sends(isTaken: Bool)

    /// Called when something else signs the user in.
    func signedIn(by proof: ProofWithoutPassword)

    /// Called before the fields of a refused form are requested again. Throws `refused` when there is no other answer.
    func reject(_ refusal: LoginRefusal) throws(FedauthError)

    /// Called when a sign-in ends with a refusal and without another form.
    func end(by refusal: LoginRefusal) throws(FedauthError)

    /// Returns whether the server has signed in a user of this name before, as far as that is known.
    func wasTaken(_ user: String, at origin: Origin) -> Bool

    /// Returns a value for an optional field, sent to `origins`; nil leaves it unchanged, as does a secret that is not
    /// for these servers. A value that is compared with what a page offers counts as sent: the choice tells it.
    func preset(for field: FormField, sentTo origins: Set<Origin>) throws(FedauthError) -> SharedSecret?

    /// Returns whether an option gives the field a value that is secret.
    func hasSecret(for field: FormField) -> Bool

    /// Accepts a consent page, or throws `input-needed` or `cancelled`.
    func consent(_ question: ConsentQuestion) throws(FedauthError)

    /// Chooses one of several ways to continue, such as second factors; nil when the user cannot be asked.
    func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int?

    /// Returns the source of user name and password for HTTP authentication at `origin`, which a step of the sign-in has
    /// named; nil when such authentication is not answered.
    func httpCredentials(for origin: Origin) throws(FedauthError) -> HTTPCredentials?

    /// Allows a login form to be sent from one origin to another that was not named before, or throws.
    func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError)
}

extension LoginAnswers {
    /// Sends user name and password, and records when that ends without an answer, as one of a busy server.
    func hear<T>(_ user: String?, at origin: Origin, _ send: () throws(FedauthError) -> T) throws(FedauthError) -> T {
        do throws(FedauthError) { return try send() } catch {
            if error.endsWait { try noteUnclear(error, of: user, at: origin, status: 429) }
            throw error
        }
    }

    /// Records the answer to user name and password that is not what was asked for: with status 401 a refusal for
    /// certain, none if its status (nil: it says nothing) says that the server is busy, or nothing is there.
    func noteUnclear(_ error: FedauthError, of user: String?, at origin: Origin, status: Int?) throws(FedauthError) {
        switch status.flatMap({ AnswerMeaning.Failure(status: $0) }) {
        case .fault where status != 429, .missing: break
        case .fault, .refusal, .endedSession, .other, nil:
            try end(
                by: LoginRefusal(
                    origin: origin, roles: [.userName, .password], complaint: error.message, user: user,
                    blame: status == 401 ? .password : status == 429 ? .other : .unknown))
        }
    }

    /// Nil: unknown.
    public var homeRealm: String? { nil }
    /// False.
    public var isHomeRealmChosen: Bool { false }

    /// Ignores it.
    public func choseHomeRealm() {}

    /// False: nothing is known.
    public func wasTaken(_ user: String, at origin: Origin) -> Bool { false }

    /// None: the user is asked.
    public var givenRoles: Set<LoginQuestion.Role> { [] }
    /// False: the user is asked.
    public var computesCodes: Bool { false }
    /// False: the user is asked.
    public var acceptsConsent: Bool { false }
    /// None is known.
    public var scopes: Set<Substring> { [] }

    /// Ignores it.
    public func sends(isTaken: Bool) {}

    /// Ignores it.
    public func signedIn(by proof: ProofWithoutPassword) {}

    /// Ignores it.
    public func end(by refusal: LoginRefusal) throws(FedauthError) {}

    /// False: no option gives one.
    public func hasSecret(for field: FormField) -> Bool { false }

    /// Nil: not answered.
    public func httpCredentials(for origin: Origin) throws(FedauthError) -> HTTPCredentials? { nil }
}
