public import Secrets

/// A field that wants a value, as the form engine understood it.
public struct LoginQuestion: Sendable {
    /// What the value is for.
    public enum Role: String, Sendable {
        case userName = "user name"
        case password
        case oneTimeCode = "one-time code"
        case other = "answer"

        /// Not to be seen, and not to stand in an address.
        var isSecret: Bool { self == .password || self == .oneTimeCode }
    }

    /// The page's origin: who will see the value.
    public var origin: Origin
    /// What the value is for.
    public var role: Role
    /// The control as the page has it.
    public var field: FormField
    /// The user name already given in this sign-in.
    public var user: String?
    /// Not to be seen while it is typed, whatever it is for.
    public var isHidden = false
    /// What the server suggests: taken when nothing is typed, and where nobody can be asked.
    public var preset: SharedSecret?

    /// A question about one field.
    public init(origin: Origin, role: Role, field: FormField, user: String? = nil) {
        self.origin = origin
        self.role = role
        self.field = field
        self.user = user
    }
}

/// A form that came back after it was posted.
public struct LoginRefusal: Sendable {
    /// Who refused.
    public var origin: Origin
    /// What the form had asked for.
    public var roles: Set<LoginQuestion.Role>
    /// The page's own words, or ours where it says nothing.
    public var complaint: String
    /// The user name given so far.
    public var user: String?
}

/// Knows the values for a login's fields: from options, the store, or by asking.
public protocol LoginAnswers: AnyObject {
    /// Who is to be signed in, when that is known before the first page.
    var user: String? { get }

    /// "Stay signed in" and "trust this device" are answered by yes; otherwise by no.
    var keepsSignedIn: Bool { get }

    /// The value for one field. Throws `input-needed` naming the field when there is none and nobody can be asked.
    func answer(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret

    /// Told when a browser takes over: whether what was given so far is right is not going to be known here.
    func wasHandedOver()

    /// Told before the fields of a refused form are asked for again. Throws `refused` when there is no other answer to
    /// give.
    func wasRefused(_ refusal: LoginRefusal) throws(FedauthError)

    /// A value for a field that need not be filled; nil leaves it as it is.
    func preset(for field: FormField) throws(FedauthError) -> SharedSecret?

    /// Says yes to a consent page, or throws `input-needed` or `refused`.
    func consent(title: String, text: String, origin: Origin) throws(FedauthError)

    /// Chooses one of several ways on, such as methods of a second step; nil when nobody can be asked.
    func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int?

    /// Allows a login form to send its content from one origin to another that no step named, or throws.
    func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError)
}
