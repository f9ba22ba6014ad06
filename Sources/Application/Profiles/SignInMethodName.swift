internal import Core

/// The methods that `method` of a profile can name.
public enum SignInMethodName: String, CaseIterable, Sendable {
    case saml, basic, adfs, sls, oauth

    /// The settings of which one names the method's server.
    public var serverSettings: [String] {
        AddressSetting.all.filter { $0.serverOf == self }.map(\.key) + (self == .oauth ? ["resource"] : [])
    }

    /// The setting for the address that the user names first.
    public var addressSetting: String {
        switch self {
        case .saml: "authorization-url"
        case .basic: "resource"
        case .adfs: "adfs"
        case .sls: "base-url"
        case .oauth: "issuer"
        }
    }

    /// The hint for a profile without any of these settings.
    public var serverHint: String {
        switch self {
        case .saml: "give 'authorization-url' and 'finish', or 'sap'"
        case .basic: "give 'resource'"
        case .adfs: "give 'adfs', the host of the farm, and 'realm'"
        case .sls: "give 'base-url'"
        case .oauth: "give 'issuer', or the 'resource' that names it"
        }
    }

    /// Returns the contradiction in the settings of a profile, which name the server; nil: none.
    func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? {
        if self == .adfs { return OptionConflicts(settings).mistake }
        guard self == .saml, settings.says("ecp"), !settings.says("ecp-endpoint") else { return nil }
        return OptionConflicts.Mistake(
            key: "ecp", message: "'ecp' needs the identity provider's SOAP endpoint", hint: "add 'ecp-endpoint'")
    }
}

extension [Profile.Setting] {
    /// Returns whether a setting of this name is given.
    func says(_ key: String) -> Bool { contains { $0.key == key && !$0.isOff } }
}

/// A setting of a sign-in method that names an address.
public struct AddressSetting: Sendable {
    /// The setting's name.
    public let key: String
    /// The method whose server it names; nil when it does not say where the sign-in begins.
    public let serverOf: SignInMethodName?
    /// Whether the address belongs to the service for which the sign-in is.
    public let isOfService: Bool
    /// Whether fedauth sends requests there.
    public let isContacted: Bool

    private init(_ key: String, serverOf: SignInMethodName? = nil, isOfService: Bool = true, isContacted: Bool = true) {
        self.key = key
        self.serverOf = serverOf
        self.isOfService = isOfService
        self.isContacted = isContacted
    }

    /// All of them; what identifies a service best is first.
    public static let all = [
        AddressSetting("finish"),
        AddressSetting("sap", serverOf: .saml),
        AddressSetting("resource", serverOf: .basic),
        AddressSetting("authorization-url", serverOf: .saml),
        AddressSetting("check"),
        AddressSetting("post-to"),
        AddressSetting("exchange-for", isContacted: false),
        AddressSetting("exchange-url"),
        AddressSetting("reply"),
        AddressSetting("metadata-url"),
        AddressSetting("adfs", serverOf: .adfs, isOfService: false),
        AddressSetting("trust-endpoint", isOfService: false),
        AddressSetting("ecp-endpoint", isOfService: false),
        AddressSetting("logout-url", isOfService: false),
        AddressSetting("issuer", serverOf: .oauth, isOfService: false),
        AddressSetting("base-url", serverOf: .sls, isOfService: false),
    ]

    /// The settings that name an address of the service.
    public static let ofService = all.filter(\.isOfService).map(\.key)
}
