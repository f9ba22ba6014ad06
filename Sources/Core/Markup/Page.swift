public import Secrets

/// The content of an HTML page that the form engine needs; created by the `MarkupReader`.
public struct Page: Sendable {
    /// The text of the title, white space folded.
    public var title: String
    /// The `href` of the first `base` element.
    public var base: String?
    /// The forms in document order, except those inside `template`.
    public var forms: [LoginForm]
    /// `<meta http-equiv=refresh>`, or the response's field `Refresh`: delay and target as written (no target: the same
    /// page). Without them, what the only script of an empty page does.
    public var refresh: MetaRefresh?
    /// The readable text without scripts and styles, white space folded, limited to 4000 characters.
    public var text: String
    /// The same without footer, navigation and asides, limited to 1000 characters.
    public var mainText: String
    /// The texts of the first headings of the content, in order.
    public var headings: [String] = []
    /// The texts of elements marked as errors or alerts (ID, class or role containing `error`, `alert`, `warning` or
    /// `invalid`), in order, without empty ones.
    public var errors: [String]
    /// The first UUID that is the whole text of an element, visible or not: the server's administrator finds the error
    /// by it.
    public var reference: String?
    /// Other information by which the server's administrator finds the error: the texts of elements with such IDs,
    /// visible or not.
    public var details: [Detail]
    /// Whether the page contains a `script` element.
    public var hasScripts: Bool
    /// The `src` of every visible `iframe` and `frame`, in order.
    public var frames: [String]
    /// Numbers of two to six digits that are the whole text of an element, without duplicates: the user may have to
    /// choose or type one on another device.
    public var numbers: [String]
    /// The links with a text, in order.
    public var links: [Link]
    /// The links that have a picture in place of a text, or are in a menu that is not shown: for who knows their names.
    public var namedLinks: [Link] = []
    /// Whether a script calls `submit()`, or the body's `onload` does.
    public var submitsItself: Bool
    /// A link (HTML, "links created by a elements").
    public struct Link: Sendable, Equatable {
        /// What the user reads, limited to 60 characters.
        public var text: String
        /// The `href` attribute as written; empty without one.
        public var target: String
        /// The number of the element in a rendered page; nil in a page that was sent by HTTP.
        public var node: Int?
        /// Creates a link.
        public init(_ text: String, to target: String = "", node: Int? = nil) {
            self.text = text
            self.target = target
            self.node = node
        }
    }

    /// Information on an error page for the server's administrator.
    public struct Detail: Sendable, Equatable {
        /// The ID of the element.
        public var name: String
        /// The text, white space folded.
        public var text: String
        /// Creates a detail.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The labels of what can be pressed and has no words or belongs to no form: a link with a picture, a button of a script. Empty
    /// for what has none.
    public var otherWays: [String] = []

    /// The texts in quotes in the page's own scripts that may be meant for people, without duplicates.
    public var scriptTexts: [String] = []

    /// The policies of its `meta` elements (Content Security Policy level 3 section 3.3).
    public var policies: [String] = []

    /// Signs of features that need a browser, found in scripts, frames and class names.
    public var obstacles: Set<Obstacle>

    /// A feature that a form engine without scripts does not support.
    public enum Obstacle: String, Sendable {
        /// `navigator.credentials` or a WebAuthn call.
        case webAuthn = "a security key or passkey (WebAuthn)"
        /// reCAPTCHA, hCaptcha, Turnstile and similar services, which ask the user.
        case captcha = "a CAPTCHA"
        /// Their scripts, which a form may not need.
        case captchaScript = "the script of a CAPTCHA"
        /// A script that sends what is typed in place of the form.
        case sendingScript = "scripts to send its form"
        /// A script that sends a form once something else has happened.
        case waitingScript = "scripts that wait"
    }

    /// Creates a page, by default empty.
    public init(
        title: String = "", base: String? = nil, forms: [LoginForm] = [], refresh: MetaRefresh? = nil,
        text: String = "", mainText: String = "",
        errors: [String] = [], reference: String? = nil, details: [Detail] = [], hasScripts: Bool = false,
        frames: [String] = [], numbers: [String] = [], links: [Link] = [], submitsItself: Bool = false,
        obstacles: Set<Obstacle> = []
    ) {
        self.title = title
        self.base = base
        self.forms = forms
        self.refresh = refresh
        self.text = text
        self.mainText = mainText
        self.errors = errors
        self.reference = reference
        self.details = details
        self.hasScripts = hasScripts
        self.frames = frames
        self.numbers = numbers
        self.links = links
        self.submitsItself = submitsItself
        self.obstacles = obstacles
    }
}

/// A `<meta http-equiv=refresh>` (HTML, section "Refresh state"), or a field `Refresh` of a response (HTML, "the
/// `Refresh` header").
public struct MetaRefresh: Sendable, Equatable {
    /// The delay in whole seconds.
    public var delaySeconds: Int
    /// The address as written; nil to reload the same page.
    public var target: String?
    /// Whether it is inside `noscript`, for browsers without scripts, or a script does it.
    public var isForNoscript: Bool

    /// Creates a refresh after `delaySeconds`; without a target it reloads the same page.
    public init(delaySeconds: Int, target: String?, isForNoscript: Bool = false) {
        self.delaySeconds = delaySeconds
        self.target = target
        self.isForNoscript = isForNoscript
    }
}

/// A form of an HTML page.
public struct LoginForm: Sendable, Equatable {
    /// The `id` attribute, or empty.
    public var identifier: String
    /// The `name` attribute, or empty.
    public var name: String
    /// The `action` attribute as written; nil when missing.
    public var action: String?
    /// GET or POST, from `method` (GET when missing or unknown; the reader skips `dialog` forms).
    public var method: Method
    /// The `enctype` attribute in lower case; `application/x-www-form-urlencoded` when missing.
    public var encoding: String
    /// The character encoding of its content: `accept-charset`, otherwise the page's own, in lower case; UTF-8 for
    /// pages in UTF-16.
    public var charset: String
    /// The form's controls in document order, except disabled ones.
    public var fields: [FormField]
    /// Elements to press that are not controls: a script writes the value of the pressed one into the form's empty
    /// field, and submits the form.
    public var offers: [FormField.Option]
    /// Whether its `onsubmit` calls a function, which may fill fields, or it says that it needs scripts.
    public var isSentByHandler = false
    /// Whether it is sent to another page than its own, where that says whether its fields are those of AD FS.
    var isOfOtherPage = false
    /// Whether all its buttons are disabled: a script lets the user press one later.
    public var isHeld = false
    /// Its disabled buttons: a script lets the user press one once a box is ticked.
    public var heldButtons: [FormField] = []
    /// Whether it stands for a link: its only button requests the address as it is written.
    public var isLink = false
    /// Whether a browser checks what is typed before it sends the form (HTML, "novalidate").
    public var isValidated = false

    /// The method of a form (HTML, "form submission attributes").
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// Creates a form, by default with HTML's defaults (GET, URL-encoded).
    public init(
        identifier: String = "", name: String = "", action: String? = nil, method: Method = .get,
        encoding: String = MediaType.form, charset: String = "utf-8", fields: [FormField] = [],
        offers: [FormField.Option] = []
    ) {
        self.identifier = identifier
        self.name = name
        self.action = action
        self.method = method
        self.encoding = encoding
        self.charset = charset
        self.fields = fields
        self.offers = offers
    }
}

/// A control of a form (HTML, "form-associated elements").
public struct FormField: Sendable, Equatable {
    /// The type of a control, from its element and `type`.
    public enum Kind: String, Sendable {
        case hidden, text, email, telephone, number, password, checkbox, radio, select, textarea
        /// A button that submits (`input type=submit|image`, `button` of type submit or none).
        case submit
        /// A file chooser.
        case file
        /// A button that does not submit by itself, and any other control that sends nothing.
        case inert
    }

    /// The type.
    public var kind: Kind
    /// The `name` attribute, or empty: then the control is never sent.
    public var name: String
    /// The `id` attribute, or empty.
    public var identifier: String
    /// The initial value by HTML's rules: of a select, that of the selected option; of a textarea, without a leading
    /// newline; of a checkbox, `on` when missing.
    public var value: SharedSecret
    /// Whether a checkbox or radio button is checked.
    public var isChecked: Bool
    /// The text that the user sees beside it: the `label`, otherwise `aria-label`, `placeholder`, `title`; of a button,
    /// its text. White space folded; may be empty.
    public var label: String
    /// The `autocomplete` attribute in lower case, or empty.
    public var autocomplete: String
    /// The `inputmode` attribute in lower case, or empty.
    public var inputMode: String
    /// The `maxlength` attribute, if it is a number.
    public var maximumLength: Int?
    /// The options of a select, with values and texts.
    public var options: [Option]
    /// Whether attributes hide it (`hidden`, or `style` with `display:none` or `visibility:hidden`, on it or on an
    /// ancestor; `aria-hidden` on it). Not set for controls that are hidden by their type.
    public var isInvisible: Bool
    /// Whether it has the `required` attribute.
    public var isRequired: Bool
    /// Whether it has the `readonly` attribute.
    public var isReadOnly: Bool
    /// Whether it is an image button, which sends the click position and no value.
    public var isImage: Bool
    /// The `formaction` of a button, as written.
    public var formAction: String?
    /// The `formmethod` of a button.
    public var formMethod: LoginForm.Method?
    /// Whether fedauth has ticked it, and not the page.
    public var isTicked = false
    /// Whether it takes the answer to what the page asks, whatever its names say.
    var isAnswer = false
    /// Whether it shows more of the page when it is pressed (`aria-expanded="false"`).
    public var isCollapsed = false
    /// What may be typed: `pattern`, a regular expression, and `title`, which says what that means (HTML, "the pattern attribute").
    public var pattern: Option?
    /// Whether it is a button that sends the form without a check of the fields (HTML, "formnovalidate").
    public var isUnvalidated = false
    /// The number of the element in a rendered page (`RenderedPage`); nil in a page that was sent by HTTP.
    public var node: Int?

    /// An option of a select element.
    public struct Option: Sendable, Equatable {
        /// The value that is sent: `value`, otherwise the text of the option.
        public var value: String
        /// The text that the user sees, white space folded.
        public var text: String
        /// Creates an option.
        public init(value: String, text: String) {
            self.value = value
            self.text = text
        }
    }

    /// Creates a control; missing texts are empty.
    public init(
        kind: Kind, name: String, identifier: String = "", value: SharedSecret = SharedSecret(text: ""),
        isChecked: Bool = false, label: String = "", autocomplete: String = "", inputMode: String = "",
        maximumLength: Int? = nil, options: [Option] = [], isInvisible: Bool = false, isRequired: Bool = false,
        isReadOnly: Bool = false, isImage: Bool = false, formAction: String? = nil, formMethod: LoginForm.Method? = nil
    ) {
        self.kind = kind
        self.name = name
        self.identifier = identifier
        self.value = value
        self.isChecked = isChecked
        self.label = label
        self.autocomplete = autocomplete
        self.inputMode = inputMode
        self.maximumLength = maximumLength
        self.options = options
        self.isInvisible = isInvisible
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.isImage = isImage
        self.formAction = formAction
        self.formMethod = formMethod
    }
}
