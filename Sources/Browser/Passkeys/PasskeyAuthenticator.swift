internal import Core
internal import Secrets

/// The authenticators with the passkeys of the store, one for each window that may use some (DevTools domain `WebAuthn`).
///
/// A window with such an authenticator uses no hardware key and no passkey of the system. So a sign-in attaches it only while
/// the store has a passkey for the page, and detaches it before the window goes elsewhere.
final class PasskeyAuthenticator {
    /// The events that `take` understands.
    static let events: Set<String> = ["WebAuthn.credentialAdded", "WebAuthn.credentialAsserted"]
    /// The events that tell of a page's own requests, for a window that ends by itself.
    static let endingEvents: Set<String> = [
        "Network.requestWillBeSent", "Network.loadingFinished", "Network.loadingFailed",
    ]

    private let connection: DevToolsConnection
    private let use: PasskeyUse
    private let clock: any WallClock
    private let reporter: any Reporter
    private var attached: [String: Attachment] = [:]
    /// Whether a page has used a passkey.
    private(set) var wasUsed = false
    /// Whether the window is for making a passkey.
    var makesPasskeys: Bool { use.makesPasskeys }
    private var requests: Set<String> = []
    private var quietSince: Int64
    /// Time for the browser itself to answer; no page is asked.
    private static let answerMilliseconds: Int64 = 5_000
    /// Time for the scripts of a page to send the new passkey to its server.
    private static let quietMilliseconds: Int64 = 2_000

    /// How many discoverable passkeys a virtual authenticator has room for when it makes one. The others are still known, so
    /// that a server can exclude them.
    private static let maximumKept = 3

    private struct Attachment {
        let authenticator: JSONValue
        var origin: Origin
        /// The passkeys by their identifiers.
        var passkeys: [[UInt8]: Passkey]
    }

    init(_ connection: DevToolsConnection, _ use: PasskeyUse, clock: any WallClock, reporter: any Reporter) {
        self.connection = connection
        self.use = use
        self.clock = clock
        self.reporter = reporter
        quietSince = clock.monotonicMilliseconds
    }

    /// Gives a window the passkeys for pages of `url`, and takes away all others. Call it before the page is loaded.
    func prepare(_ session: String, for url: WebURL) throws(FedauthError) {
        let origin = url.origin
        guard attached[session]?.origin != origin else { return }
        let usable = use.passkeys.usable(at: origin)
        guard use.makesPasskeys || !usable.isEmpty else {
            guard attached.removeValue(forKey: session) != nil else { return }
            _ = try ask("WebAuthn.disable", [:], session)
            return
        }
        guard var attachment = try attachment(of: session, at: origin) else { return }
        attachment.passkeys = [:]
        for (index, passkey) in usable.enumerated() {
            let isFound = !use.makesPasskeys || index < Self.maximumKept - 1
            let members = Self.credential(passkey, isDiscoverable: passkey.isDiscoverable && isFound)
            guard
                try ask(
                    "WebAuthn.addCredential",
                    ["authenticatorId": attachment.authenticator, "credential": members], session) != nil
            else { continue }
            attachment.passkeys[passkey.credentialID] = passkey
        }
        attached[session] = attachment
    }

    /// Returns an authenticator without passkeys; nil when the browser makes none.
    private func attachment(of session: String, at origin: Origin) throws(FedauthError) -> Attachment? {
        if var attachment = attached[session] {
            _ = try ask("WebAuthn.clearCredentials", ["authenticatorId": attachment.authenticator], session)
            attachment.origin = origin
            return attachment
        }
        let options: JSONValue = [
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
            "isUserVerified": true, "automaticPresenceSimulation": true,
        ]
        guard try ask("WebAuthn.enable", [:], session) != nil,
            let made = try ask("WebAuthn.addVirtualAuthenticator", ["options": options], session),
            let authenticator = made["authenticatorId"]
        else {
            guard use.makesPasskeys else { return nil }
            throw FedauthError(
                .browserFailed, "the browser takes no passkeys of fedauth",
                hint: "it may be too old; '--browser PATH' names another one")
        }
        return Attachment(authenticator: authenticator, origin: origin, passkeys: [:])
    }

    private func ask(_ method: String, _ parameters: JSONValue, _ session: String) throws(FedauthError) -> JSONValue? {
        switch try connection.ask(method, parameters, session: session, within: Self.answerMilliseconds) {
        case .result(let value): return value
        case .refusal(let words): reporter.detail("the browser refuses '\(method)': \(words)")
        case .none: reporter.detail("the browser does not answer '\(method)'")
        }
        return nil
    }

    /// Stores what an event tells: a new passkey, or the counter of one that was used. Throws when a passkey that the user
    /// makes cannot be stored.
    func take(_ event: DevToolsConnection.Event) throws(FedauthError) {
        if use.makesPasskeys, Self.endingEvents.contains(event.method) { note(event) }
        guard Self.events.contains(event.method), let session = event.session, let attachment = attached[session],
            let passkey = event.parameters["credential"].flatMap(Self.passkey)
        else { return }
        quietSince = clock.monotonicMilliseconds
        if event.method == "WebAuthn.credentialAsserted" {
            wasUsed = true
            // The passkeys of a page that has just been left are still those of the store.
            use.passkeys.count(passkey.signCount, of: attachment.passkeys[passkey.credentialID] ?? passkey)
            return
        }
        // The browser has checked this; a passkey of another relying party would be sent where the user never was.
        guard Passkey.isUsable(passkey.relyingParty, at: attachment.origin) else {
            return reporter.warning(
                "a passkey for '\(passkey.relyingParty.folded(to: 100))' was made at '\(attachment.origin.hostAndPort)', and is "
                    + "not stored")
        }
        do throws(FedauthError) {
            try use.passkeys.add(passkey)
            requests = []
            attached[session]?.passkeys[passkey.credentialID] = passkey
        } catch {
            guard !use.makesPasskeys else { throw error }
            reporter.warning("the page has made a passkey, which was not stored: \(error.message)")
        }
    }

    private func note(_ event: DevToolsConnection.Event) {
        quietSince = clock.monotonicMilliseconds
        guard let request = event.parameters["requestId"]?.text else { return }
        if event.method == "Network.requestWillBeSent" { requests.insert(request) } else { requests.remove(request) }
    }

    /// Whether a passkey was made, and the page's scripts have sent all that they had to send.
    var isDone: Bool {
        use.makesPasskeys && !use.passkeys.added.isEmpty && requests.isEmpty
            && clock.monotonicMilliseconds - quietSince >= Self.quietMilliseconds
    }
}

extension BrowserWindow {
    /// Gives a window the passkeys for pages of `url`: before the page is requested, and when it is shown, because a page that
    /// comes back from the browser's memory is not requested.
    func preparePasskeys(of session: String, for url: WebURL?) throws(FedauthError) {
        if let url { try passkeys?.prepare(session, for: url) }
    }
}

/// Conversion from and to `WebAuthn.Credential`.
extension PasskeyAuthenticator {
    static func credential(_ passkey: Passkey, isDiscoverable: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("credentialId", .string(Base64.encode(SharedSecret(Secret(passkey.credentialID))))),
            .init("isResidentCredential", .bool(isDiscoverable)), .init("rpId", .text(passkey.relyingParty)),
            .init("privateKey", .string(Base64.encode(passkey.privateKey))),
            .init("signCount", .number(String(passkey.signCount))),
            .init("backupEligibility", .bool(passkey.isBackupEligible)),
            .init("backupState", .bool(passkey.isBackedUp)),
        ]
        if let handle = passkey.userHandle { members.append(.init("userHandle", .string(Base64.encode(handle)))) }
        if !passkey.userName.isEmpty { members.append(.init("userName", .text(passkey.userName))) }
        if !passkey.displayName.isEmpty { members.append(.init("userDisplayName", .text(passkey.displayName))) }
        return .object(members)
    }

    /// Returns nil for a credential without a relying party or without a key.
    static func passkey(_ credential: JSONValue) -> Passkey? {
        guard let identifier = credential["credentialId"]?.secret.flatMap(Base64.decode),
            let key = credential["privateKey"]?.secret.flatMap(Base64.decode), !key.isEmpty, !identifier.isEmpty,
            let relyingParty = credential["rpId"]?.text, !relyingParty.isEmpty
        else { return nil }
        let handle = credential["userHandle"]?.secret.flatMap(Base64.decode)
        return Passkey(
            relyingParty: relyingParty, credentialID: identifier.withBytes { Array($0) }, privateKey: key,
            userHandle: handle?.isEmpty == false ? handle : nil, userName: credential["userName"]?.text ?? "",
            displayName: credential["userDisplayName"]?.text ?? "", signCount: credential["signCount"]?.integer ?? 0,
            isDiscoverable: credential["isResidentCredential"]?.bool ?? false,
            isBackupEligible: credential["backupEligibility"]?.bool ?? false,
            isBackedUp: credential["backupState"]?.bool ?? false)
    }
}
