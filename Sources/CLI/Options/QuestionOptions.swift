/// The answers to what a login asks besides user name and password, and whether a typed password is kept.
struct QuestionOptions: OptionGroup {
    var totp: String?
    var field: [String] = []
    var remember = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "totp", &totp, "entry",
            "Fill in one-time codes from this entry of the store. The entry is a key of kind totp.",
            completion: .names(.entries), form: .codeEntry)
        list.option(
            "field", &field, "name=source",
            "Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or "
                + "text:VALUE. Repeat it for more fields.", completion: .names(.fieldSources), form: .field)
        list.flag("remember", &remember, "Store a typed password after the sign-in has succeeded.")
    }
}
