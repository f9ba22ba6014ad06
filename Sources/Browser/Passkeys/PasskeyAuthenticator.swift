internal import Core
internal import Secrets

/// The authenticators with the passkeys of the store, one for each window that may use some (DevTools domain
/// `WebAuthn`). A window with such an authenticator uses no hardware key and no passkey of the system, and each page
/// and frame in it can notice the authenticator. So it is attached after the document of a relying party that the store
/// has a passkey for was committed, and is judged to be a step of a sign-in, since its scripts may ask without a press;
/// and detached before the window requests a document of another origin: a navigation that comes to nothing (status
/// 204, a slow page that is stopped) tells the page where it began nothing, and no other site's page is ever above a
/// frame that uses a passkey. `PasskeyScript` lets the document's scripts wait meanwhile. A page in another window can
/// lead this one to an empty document of its own, for which nothing is requested. So there is no authenticator while
/// another window shows, or requests, a page of another server, apart from the service itself.
final class PasskeyAuthenticator {
    /// The events that `take` understands.
    static let events: Set<String> = ["WebAuthn.credentialAdded", "WebAuthn.credentialAsserted"]
    /// The events that tell of a page's own requests, for a window that ends by itself.
    static let endingEvents: Set<String> = [
        "Network.requestWillBeSent", "Network.loadingFinished", "Network.loadingFailed",
    ]

    private let connection: DevToolsConnection
    private let use: PasskeyUse
    /// The servers that the user named, whose windows may stand beside that of a relying party.
    private let named: Set<Origin>
    private let isUnseen: Bool
    private let clock: any WallClock
    private let reporter: any Reporter
    private var attached: [String: Attachment] = [:]
    private var hasWarned = false
    /// Whether a page has used a passkey.
    private(set) var wasUsed = false
    /// Whether a page has used a passkey, or has one to use: its use is known only when the browser has told of it.
    var mayBeUsed: Bool { wasUsed || !attached.isEmpty }
    /// Whether documents wait (`PasskeyScript`).
    private var delays = false
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
        let origin: Origin
        /// The document.
        var loader: String?
        /// The passkeys by their identifiers.
        var passkeys: [[UInt8]: Passkey]
    }

    init(
        _ connection: DevToolsConnection, _ use: PasskeyUse, named: Set<Origin>, isUnseen: Bool, clock: any WallClock,
        reporter: any Reporter
    ) {
        (self.connection, self.use, self.named) = (connection, use, named)
        (self.isUnseen, self.clock, self.reporter) = (isUnseen, clock, reporter)
        quietSince = clock.monotonicMilliseconds
    }

    /// Prepares a window before its first document. Without a user, no authenticator but ours can answer: a page that asks for
    /// one hears so at once, and can offer another way.
    func begin(_ session: String) throws(FedauthError) {
        if isUnseen { try connection.post("WebAuthn.enable", session: session) }
        let parties = use.makesPasskeys ? nil : use.passkeys.relyingParties
        guard parties?.isEmpty != true else { return }
        let source: JSONValue = ["source": .text(PasskeyScript.beginning(at: parties))]
        delays = true
        try connection.post("Page.addScriptToEvaluateOnNewDocument", source, session: session)
    }

    /// Takes away the passkeys that may not be where a window shows, or is about to request, a document of this origin; nil:
    /// of none, or of one that is not known.
    func leave(_ session: String, for origin: Origin?) throws(FedauthError) {
        for (window, known) in attached
        where window == session ? known.origin != origin : !mayBeBeside(known.origin, origin) { try detach(window) }
    }

    /// Whether a window may show a page of this origin, nil: of none, while another one has the passkeys of `origin`.
    private func mayBeBeside(_ origin: Origin, _ other: Origin?) -> Bool {
        use.makesPasskeys || other.map { $0 == origin || named.contains($0) } ?? false
    }

    private func detach(_ session: String) throws(FedauthError) {
        guard let old = attached.removeValue(forKey: session) else { return }
        _ =
            try isUnseen
            ? ask("WebAuthn.removeVirtualAuthenticator", ["authenticatorId": old.authenticator], session)
            : ask("WebAuthn.disable", [:], session)
    }

    /// Gives a window the passkeys for the document that it shows (`loader`), if that is to have them, and takes away
    /// all others. `isAllowed`: it is a step of a sign-in, or the user acts there; nil: not judged, so that those of
    /// the same document stay. A sandbox has no `origin`; `others` are those of the other windows.
    func arrive(
        _ session: String, at origin: Origin?, beside others: [Origin?], loader: String?, isAllowed: Bool?
    ) throws(FedauthError) {
        try leave(session, for: origin)
        if isAllowed == false || attached[session].map({ $0.loader != loader }) == true { try detach(session) }
        guard isAllowed == true || makesPasskeys else { return }
        if let origin, attached[session] == nil, others.allSatisfy({ mayBeBeside(origin, $0) }) {
            try attach(session, at: origin)
            attached[session]?.loader = loader
        }
        guard delays else { return }
        try connection.post("Runtime.evaluate", ["expression": .text(PasskeyScript.end)], session: session)
    }

    private func attach(_ session: String, at origin: Origin) throws(FedauthError) {
        let usable = use.passkeys.usable(at: origin)
        guard use.makesPasskeys || !usable.isEmpty else { return }
        guard var attachment = try attachment(of: session, at: origin) else { return }
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

    /// Stores what an event tells: the counter of a passkey that was used, or a new passkey if the window is for that. Throws when
    /// a passkey that the user makes cannot be stored.
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
        // No page of a sign-in makes a passkey: neither the user nor the store has asked for one.
        guard use.makesPasskeys else {
            attached[session]?.passkeys[passkey.credentialID] = nil
            let identifier: JSONValue = .string(Base64.encode(SharedSecret(Secret(passkey.credentialID))))
            let members: JSONValue = ["authenticatorId": attachment.authenticator, "credentialId": identifier]
            try connection.post("WebAuthn.removeCredential", members, session: session)
            guard !hasWarned else { return }
            hasWarned = true
            return reporter.warning(
                "a page of '\(attachment.origin.hostAndPort)' has made a passkey, which is not stored; 'fedauth passkey add URL' "
                    + "makes one that is")
        }
        // The browser has checked this; a passkey of another relying party would be sent where the user never was.
        guard Passkey.isUsable(passkey.relyingParty, at: attachment.origin) else {
            return reporter.warning(
                "a passkey for '\(passkey.relyingParty.folded(to: 100))' was made at '\(attachment.origin.hostAndPort)', and is "
                    + "not stored")
        }
        try use.passkeys.add(passkey)
        requests = []
        attached[session]?.passkeys[passkey.credentialID] = passkey
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
    func withholdPasskeys(from session: String, for url: WebURL?) throws(FedauthError) {
        try passkeys?.leave(session, for: url?.origin)
    }

    func offerPasskeys(to session: String, isAllowed: Bool?) throws(FedauthError) {
        guard let page = pages[session] else { return }
        // A page that changes its address while another document is requested, or was not committed, gets none back.
        guard page.loader == page.asked?.loader else {
            try passkeys?.leave(session, for: page.origin)
            return
        }
        // Another window that has requested a document may be about to show one of any origin.
        let others = pages.filter { $0.key != session }.values.map { $0.loader == $0.asked?.loader ? $0.origin : nil }
        try passkeys?.arrive(session, at: page.origin, beside: others, loader: page.loader, isAllowed: isAllowed)
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
