import Secrets
import Testing

@testable import Markup

/// Tests which elements are removed before libxml2, because it would take more than linear time for them, and that the forms
/// are still found.
struct OpenElementsTests {
    private static let form =
        "<form method=post action=/x><input name=user><input type=password name=pass><input type=submit></form>"

    private func normalised(_ html: String) -> String {
        SharedSecret(text: html).withBytes { HTMLNormaliser.normalise($0) }
            .withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

    @Test(arguments: [
        ("<font>", "</b>"), ("<div>", "</span>"), ("<b><div><i>", "</b>"), ("<table><tr><td>", "</p>"), ("<label>", ""),
        ("<a><b><i><p>", ""), ("<ul><li><p>", "</br>"), ("<x-a><wbr>", "</x-b>"),
    ])
    func aFormBehindAnythingIsFound(start: String, end: String) throws {
        let html = String(repeating: start, count: 3000) + String(repeating: end, count: 3000) + Self.form
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.first?.fields.map(\.name) == ["user", "pass", ""])
    }

    @Test func elementsAreNotOpenWithoutEnd() {
        let text = normalised(String(repeating: "<font>", count: 5000) + Self.form)
        #expect(count("<font>", in: text) == OpenElements.limit)
        #expect(text.contains("<form method"))
        #expect(
            normalised(String(repeating: "<label>", count: 5000)).ranges(of: "<label>").count
                == OpenElements.limitOfControls)
    }

    @Test func contentOfElementsThatStandTooDeepStays() {
        let text = normalised(
            String(repeating: "<div>", count: 1000) + "here<i>and</i>there" + String(repeating: "</div>", count: 1000))
        #expect(text.contains("hereandthere"))
        #expect(count("<div>", in: text) == count("</div>", in: text))
    }

    @Test func endTagsThatEndNothingGo() {
        #expect(normalised("<font>a</b>b</font>c</font>") == "<font>ab</font>c")
        // An end tag does not close elements outside of its table cell.
        #expect(normalised("<b><td>a</b></td></b>") == "<b><td>a</td></b>")
    }

    @Test func impliedEndsAreWritten() {
        #expect(normalised("<ul><li>a<li>b</ul>") == "<ul><li>a</li><li>b</ul>")
        #expect(normalised("<tr><td>a<p>b<td>c<tr>") == "<tr><td>a<p>b</p></td><td>c</td></tr><tr>")
        #expect(normalised("a<wbr>b<input>c<br>") == "a<wbr></wbr>b<input>c<br>")
    }

    @Test func aTagHasOnlySoManyAttributes() throws {
        let many = (0..<300_000).map { "a\($0)=1 " }.joined()
        let html = "<p \(many)>" + Self.form
        #expect(count("=\"1\"", in: normalised(html)) == HTMLNormaliser.attributeLimit)
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.count == 1)
    }

    @Test func aSecondHTMLTagAddsNothing() {
        #expect(normalised("<html a=1><html b=2><body>x") == "<html a=\"1\"><body>x")
    }

    @Test func oneCharacterIsNotALabel() throws {
        let html =
            "<form><label for=u>x\(String(repeating: "\u{301}", count: 100_000))</label><input id=u name=u></form>"
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.first?.fields.first?.label.unicodeScalars.count == 200)
    }
}
