import Application

/// The options for the end of a sign-in with pages, and for what is stored of it.
extension FinishSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.finish(&finish)
        list.option(
            "finish-token", &finishToken, "name",
            "The result is not a cookie but this parameter of the finish address, of its fragment, or of the form posted "
                + "to it; the address itself is not requested.")
        list.option(
            "finish-cookie", &finishCookie, "name",
            "A cookie that must be set too before the sign-in is complete, for applications that set it by a script.")
        list.option(
            "logout-url", &logoutURL, "url", "The service's sign-out address, used by 'fedauth logout'.", form: .address
        )
        list.flag(
            "keep-assertion", &keepsAssertion,
            "Keep the identity provider's response with the session, for 'fedauth token'.")
    }
}
