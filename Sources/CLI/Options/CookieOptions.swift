import Application
import Core

/// The options that select a session's cookies, and the format of a cookie file.
struct CookieOptions: OptionGroup {
    var dialect: CookieFileDialect?
    var url: String?
    var all = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "dialect", &dialect, "dialect", "The dialect of the cookie file: portable (default), curl, wget or python.")
        list.option("url", &url, "url", "Only the cookies that this address gets.", form: .address)
        list.flag("all", &all, "The cookies of all hosts of the sign-in, including the identity provider's.")
    }

    /// Throws `usage` for options that contradict one another.
    func check() throws(FedauthError) {
        if all && url != nil {
            throw FedauthError(.usage, "'--all' and '--url' exclude each other", hint: "give one of them")
        }
    }

    var values: CookieSettings {
        var values = CookieSettings()
        values.dialect = dialect ?? .portable
        values.url = url
        values.all = all
        return values
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
