import Secrets

@testable import Core
@testable import Markup

/// A page, after a byte that chooses the charset of its Content-Type. Parsing it twice gives the same page within the limits of
/// `Page`, and the posted body parses as a form.
@Sendable func checkHTML(_ input: FuzzInput) throws {
    let charsets: [String?] = [
        nil, "utf-8", "shift_jis", "gb18030", "utf-16", "iso-2022-jp", "big5", "euc-jp", "windows-1251", "iso-8859-15",
        "utf-16be", "koi8-r",
    ]
    let (choice, html) = input.choice(among: charsets.count)
    let reader = LibXMLReader()
    let read: () throws(FedauthError) -> Page = { () throws(FedauthError) in
        try reader.page(html: html.secret, charset: charsets[choice])
    }
    guard let page = try attempt(read) else { return }
    let other = try again("it is not read again") { try read() }
    try require(page.forms == other.forms && page.text == other.text && page.title == other.title, "two readings")
    try require(page.text.count <= 4000, "a text of \(page.text.count) characters")
    for form in page.forms { try checkForm(form) }
    let answers = ["user": SharedSecret(text: "ü"), "password": SharedSecret(text: "€字")]
    switch page.meaning {
    case .login(let form), .handOn(let form), .consent(let form, _):
        let content = FormContent(form, answers: answers, button: form.fields.first).finish()
        let names = Set(form.fields.flatMap { [$0.name, $0.name + ".x", $0.name + ".y", "x", "y"] }.map(unbroken))
        for name in FormBody(content).names {
            try require(names.contains(unbroken(name)), "the field \(name.debugDescription) is not the form's")
        }
    case .refresh(let refresh):
        try require(refresh.delaySeconds >= 0, "a refresh after \(refresh.delaySeconds) s")
    default: break
    }
    if let complaint = page.complaint { try require(complaint == complaint.printable, "a complaint cannot be shown") }
}

/// Returns the name without line breaks, which a form writes in its own way.
private func unbroken(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
}

private func checkForm(_ form: LoginForm) throws {
    try require(Charset(label: form.charset) != nil, "the form's charset is '\(form.charset)'")
    for field in form.fields {
        let text = field.value.withBytes { String(validating: $0, as: UTF8.self) }
        try require(text != nil, "the value of '\(field.name)' is not UTF-8")
        try require(field.maximumLength ?? 0 >= 0, "a field of \(field.maximumLength ?? 0) letters")
    }
    if let action = form.action {
        _ = try attempt { () throws(FedauthError) in
            try WebURL("https://sp.example.org/dir/page").resolving(action)
        }
    }
}

/// HTML in UTF-8, rewritten for libxml2. Rewriting the result changes nothing. The first pass may leave an element open whose
/// end tag is incomplete at the end of the page; the second pass closes it.
@Sendable func checkNormaliser(_ input: FuzzInput) throws {
    let twice = normalised(normalised(FuzzInput(bytes: Array(input.text.utf8))))
    let thrice = normalised(twice)
    try require(twice.bytes == thrice.bytes, "\(twice.text) becomes \(thrice.text)")
}

private func normalised(_ html: FuzzInput) -> FuzzInput {
    FuzzInput(bytes: html.withBytes { bytes in HTMLNormaliser.normalise(bytes).withBytes { Array($0) } })
}

/// The name of a charset and bytes in it, each on a line. The decoded text contains no NUL and no CR. If the charset has all
/// its letters, the bytes that a form would send decode to the same text.
@Sendable func checkCharset(_ input: FuzzInput) throws {
    let (label, content) = input.firstLine
    content.withBytes { _ = Charset.of($0, declared: label.text) }
    guard let charset = Charset(label: label.text) else { return }
    let decoded = content.withBytes { SharedSecret(charset.decode($0)) }
    let text = try require(
        decoded.withBytes { String(validating: $0, as: UTF8.self) }, "what is decoded is not UTF-8")
    try require(!text.utf8.contains { $0 == 0 || $0 == 0x0D }, "NUL or CR in what is decoded")
    try require(Charset(label: charset.formName) != nil, "'\(charset.formName)' is not a charset")
    guard case .iconv = charset, !text.unicodeScalars.contains("\u{FFFD}"),
        let sent = decoded.withBytes({ charset.encode($0) }), !sent.contains("&#")
    else { return }
    let back = sent.withBytes { SharedSecret(charset.decode($0)) }
    try require(back == decoded, "\(text.debugDescription) comes back as something else in \(charset.formName)")
}

extension SharedSecret {
    fileprivate func contains(_ part: String) -> Bool {
        withBytes { String(decoding: $0, as: UTF8.self) }.contains(part)
    }
}
