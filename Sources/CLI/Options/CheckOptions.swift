/// The address that shows whether a session is valid.
struct CheckOptions: OptionGroup {
    var check: String?

    mutating func declare(_ list: OptionList) {
        list.option("check", &check, "url", "Ask this address whether the session is valid.", form: .address)
    }
}
