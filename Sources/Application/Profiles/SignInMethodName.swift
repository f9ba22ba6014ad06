/// The methods that `method` of a profile can name.
public enum SignInMethodName: String {
    case saml, basic, adfs, sls
}
