import Application

/// The options that select a session's cookies, and the format of a cookie file.
extension CookieSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "dialect", &dialect, "dialect", "The dialect of the cookie file: portable (default), curl, wget or python.")
        list.option("url", &url, "url", "Only the cookies that this address gets.", form: .address)
        list.flag("all", &all, "The cookies of all hosts of the sign-in, including the identity provider's.")
    }
}

extension CookieFileDialect: OptionValue {}

extension CookieFormat: OptionValue {}

extension HeaderFormat: OptionValue {}

extension TokenOutput: OptionValue {}

extension ShellChoice: OptionValue {
    /// The values, for help and completion.
    static var choices: [String] { words }
}
