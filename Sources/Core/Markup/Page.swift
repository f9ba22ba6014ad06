public import Secrets

/// What the form engine needs to know of an HTML page; made by the `MarkupReader`.
public struct Page: Sendable {
    /// The title's text, white space folded.
    public var title: String
    /// The `href` of the first `base` element.
    public var base: String?
    /// In document order, those within `template` left out.
    public var forms: [LoginForm]
    /// `<meta http-equiv=refresh>`: seconds and target as written (nil target: the same page).
    public var refresh: MetaRefresh?
    /// The readable text, scripts and styles left out, white space folded, cut to 4000 characters.
    public var text: String
    /// Texts of elements that name themselves errors or alerts (id, class or role holding `error`, `alert`, `warning`
    /// or `invalid`), non-empty, in order.
    public var errors: [String]
    /// The first UUID that stands alone in an element, shown or not: by it the server's operator finds the error.
    public var reference: String?
    /// What else the server's operator finds the error by: the texts of elements whose ids say so, shown or not.
    public var details: [Detail]
    /// True when the page holds a `script` element.
    public var hasScripts: Bool
    /// The `src` of every `iframe` and `frame` that can be seen, in order.
    public var frames: [String]
    /// Numbers of two to six digits that stand alone in an element, each once: what a person is to choose or to type
    /// on another device.
    public var numbers: [String]
    /// True when a script runs `submit()` or the body's `onload` does.
    public var submitsItself: Bool
    /// A thing that an error page tells its operator.
    public struct Detail: Sendable, Equatable {
        /// The element's id.
        public var name: String
        /// White space folded.
        public var text: String
        /// A detail as a reader found it.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Known marks of things that only a browser can do, found in scripts, frames and class names.
    public var obstacles: Set<Obstacle>

    /// What a form engine without scripts cannot do.
    public enum Obstacle: String, Sendable {
        /// `navigator.credentials` or a WebAuthn call.
        case webAuthn = "a security key or passkey (WebAuthn)"
        /// reCAPTCHA, hCaptcha, Turnstile and their like.
        case captcha = "a CAPTCHA"
    }

    /// What a reader found; an empty page unless told.
    public init(
        title: String = "", base: String? = nil, forms: [LoginForm] = [], refresh: MetaRefresh? = nil,
        text: String = "",
        errors: [String] = [], reference: String? = nil, details: [Detail] = [], hasScripts: Bool = false,
        frames: [String] = [], numbers: [String] = [], submitsItself: Bool = false,
        obstacles: Set<Obstacle> = []
    ) {
        self.title = title
        self.base = base
        self.forms = forms
        self.refresh = refresh
        self.text = text
        self.errors = errors
        self.reference = reference
        self.details = details
        self.hasScripts = hasScripts
        self.frames = frames
        self.numbers = numbers
        self.submitsItself = submitsItself
        self.obstacles = obstacles
    }
}

/// A `<meta http-equiv=refresh>` (HTML, section "Refresh state").
public struct MetaRefresh: Sendable, Equatable {
    /// Delay in whole seconds.
    public var delaySeconds: Int
    /// The address as written; nil: load the same page again.
    public var target: String?
    /// Within `noscript`: only for who runs no scripts.
    public var isForNoscript: Bool

    /// A refresh after `delaySeconds`; without a target the same page is loaded again.
    public init(delaySeconds: Int, target: String?, isForNoscript: Bool = false) {
        self.delaySeconds = delaySeconds
        self.target = target
        self.isForNoscript = isForNoscript
    }
}

/// A form of an HTML page.
public struct LoginForm: Sendable, Equatable {
    /// `id` attribute, or empty.
    public var identifier: String
    /// `name` attribute, or empty.
    public var name: String
    /// `action` as written; nil when the attribute is missing.
    public var action: String?
    /// GET or POST, from `method` (GET when missing or unknown; `dialog` forms are left out by the reader).
    public var method: Method
    /// `enctype` as written, lower case; `application/x-www-form-urlencoded` when missing.
    public var encoding: String
    /// What its content is encoded in: `accept-charset`, else the page's own, lower case; UTF-8 for pages in UTF-16.
    public var charset: String
    /// Controls that belong to the form, in document order, disabled ones left out.
    public var fields: [FormField]
    /// Things to press in it that are no controls: a script puts the value of the one that is pressed into the form's
    /// empty field, and sends it.
    public var offers: [FormField.Option]

    /// How a form is sent (HTML, "form submission attributes").
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// A form as a reader found it; by HTML's defaults (GET, URL-encoded) unless told.
    public init(
        identifier: String = "", name: String = "", action: String? = nil, method: Method = .get,
        encoding: String = "application/x-www-form-urlencoded", charset: String = "utf-8", fields: [FormField] = [],
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
    /// What a control is for, from its element and `type`.
    public enum Kind: String, Sendable {
        case hidden, text, email, telephone, number, password, checkbox, radio, select, textarea
        /// A button that submits (`input type=submit|image`, `button` of type submit or none).
        case submit
        /// A file chooser.
        case file
        /// A button that does not submit by itself, and anything else that posts nothing.
        case inert
    }

    /// What it is for.
    public var kind: Kind
    /// `name` attribute, or empty: then the control is never posted.
    public var name: String
    /// `id` attribute, or empty.
    public var identifier: String
    /// The initial value by HTML's rules (a select's is its selected option's; a textarea's without its first
    /// newline; a checkbox's `on` when it has none).
    public var value: SharedSecret
    /// Ticked, for checkboxes and radio buttons.
    public var isChecked: Bool
    /// What a person reads beside it: the `label`'s text, else `aria-label`, `placeholder`, `title`; for a button its
    /// text. White space folded; may be empty.
    public var label: String
    /// `autocomplete`, lower case, or empty.
    public var autocomplete: String
    /// `inputmode`, lower case, or empty.
    public var inputMode: String
    /// `maxlength`, when it is a number.
    public var maximumLength: Int?
    /// For a select: every option's value and text.
    public var options: [Option]
    /// Cannot be seen for another reason than being hidden by type (`hidden` attribute, `style` with `display:none` or
    /// `visibility:hidden`, on it or on an ancestor; `aria-hidden` on it).
    public var isInvisible: Bool
    /// `required` attribute.
    public var isRequired: Bool
    /// `readonly` attribute.
    public var isReadOnly: Bool
    /// A button that is a picture: it sends where it was clicked, and no value.
    public var isImage: Bool
    /// For a button: `formaction` as written.
    public var formAction: String?
    /// For a button: `formmethod`.
    public var formMethod: LoginForm.Method?

    /// An option of a select element.
    public struct Option: Sendable, Equatable {
        /// What is posted: `value`, else the option's text.
        public var value: String
        /// What a person reads, white space folded.
        public var text: String
        /// An option with what is posted and what is read.
        public init(value: String, text: String) {
            self.value = value
            self.text = text
        }
    }

    /// A control as a reader found it; texts that were not there are empty.
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
