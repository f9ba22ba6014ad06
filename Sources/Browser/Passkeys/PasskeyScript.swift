/// The script that lets a document of a relying party wait for the authenticator, which is attached after the document was
/// committed, and keeps it and its frames from making passkeys. It runs among the scripts of that document, before them: the
/// document can undo it, to its own disadvantage only. Documents of others notice nothing: no page can read the list of relying
/// parties.
enum PasskeyScript {
    /// The function that ends the waiting.
    private static let name = "endsWaitingForPasskeys"

    /// Returns what runs at the beginning of each document. After fifteen seconds the document no longer waits.
    /// `parties`: the relying parties whose documents wait, and cannot make passkeys; nil: all wait, and can.
    static func beginning(at parties: [String]?) -> String {
        let list = parties.map { "[" + $0.map { "'\($0)'" }.joined(separator: ",") + "]" } ?? "null"
        return """
            (() => {
                const parties = \(list);
                const host = origin.replace(/^.*:\\/\\/|:\\d+$/g, '');
                if (!self.PublicKeyCredential || (parties ? !parties.some(party => ('.' + host).endsWith('.' + party))
                    : self !== top)) return;
                const inFrame = () => { try { return top['\(name)Of']; } catch {} };
                const waiting = self !== top ? inFrame() ?? Promise.resolve() : new Promise(end => {
                    Object.defineProperty(self, '\(name)', { value: end, configurable: true });
                    setTimeout(end, 15000);
                });
                if (self === top) Object.defineProperty(self, '\(name)Of', { value: waiting });
                const change = (object, name) => {
                    const native = object[name];
                    if (!native) return;
                    object[name] = function (...values) {
                        if (parties && name === 'create' && values[0]?.publicKey)
                            return Promise.reject(new DOMException('The operation is not allowed.', 'NotAllowedError'));
                        return waiting.then(() => native.apply(this, values));
                    };
                };
                for (const name of ['get', 'create']) change(CredentialsContainer.prototype, name);
                // What a page looks for before it shows what can be judged.
                for (const name of ['isUserVerifyingPlatformAuthenticatorAvailable', 'isConditionalMediationAvailable'])
                    if (PublicKeyCredential[name]) PublicKeyCredential[name] = async () => true;
                const capabilities = PublicKeyCredential.getClientCapabilities;
                if (capabilities) PublicKeyCredential.getClientCapabilities = async () => ({
                    ...await capabilities.call(PublicKeyCredential), conditionalGet: true,
                    passkeyPlatformAuthenticator: true, userVerifyingPlatformAuthenticator: true });
            })()
            """
    }

    /// Ends the waiting of the document.
    static let end = "self.\(name)?.(), delete self.\(name)"
}
