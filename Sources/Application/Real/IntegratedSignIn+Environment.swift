public import Core
internal import Glibc

extension IntegratedSignIn {
    /// Creates the value from the user's wish, and whether there may be a ticket on this machine.
    public init(_ wish: Wish, in environment: Environment) {
        self.init(wish, mayHaveTicket: wish == .auto && Self.mayHaveTicket(environment))
    }

    /// Returns whether there is a credential cache (krb5.conf(5), "KRB5CCNAME"), so that fedauth does not act as
    /// another browser for users without Kerberos. Assumes that caches other than files exist.
    private static func mayHaveTicket(_ environment: Environment) -> Bool {
        if let name = environment["KRB5CCNAME"], !name.isEmpty { return isThere(name) }
        // Without such a setting: MIT's default file, or the socket of Heimdal's and sssd's daemon.
        return isThere("/tmp/krb5cc_\(geteuid())") || isThere("/run/.heim_org.h5l.kcm-socket")
    }

    private static func isThere(_ name: String) -> Bool {
        guard let colon = name.firstIndex(of: ":"), !name.hasPrefix("/") else { return access(name, R_OK) == 0 }
        switch name[..<colon].uppercased() {
        case "FILE", "DIR": return access(String(name[name.index(after: colon)...]), R_OK) == 0
        default: return true
        }
    }
}
