import Core
import Secrets

@testable import Markup

/// Pages, by what they are made of.
enum GrowthPage {
    private static let form =
        "<form method=post action=/x><input name=username><input type=password name=password><input type=submit></form>"

    private static func inForm(_ content: String) -> String {
        "<form method=post action=/x>\(content)<input type=password name=password><input type=submit></form>"
    }

    /// Sizes are such that a page has some thousand bytes.
    static var shapes: [GrowthText] {
        [
            GrowthText("inputs", 24) { n in inForm(repeated(n) { "<input name=g\($0)>" }) },
            GrowthText("inputs-labels", 16) { n in
                inForm(repeated(n) { "<label for=f\($0)>l\($0)</label><input id=f\($0) name=f\($0)>" })
            },
            GrowthText("one-label", 24) { n in
                inForm(repeated(n) { "<label for=f>l\($0)</label>" } + repeated(n, "<input id=f name=g>"))
            },
            GrowthText("hidden", 24) { n in inForm(repeated(n) { "<input type=hidden name=f\($0) value=x>" }) },
            GrowthText("users", 24) { n in
                inForm(
                    repeated(n) { "<input name=username\($0)>" }
                        + repeated(n, "<input type=hidden name=user value=''>"))
            },
            GrowthText("required", 24) { n in inForm(repeated(n) { "<input name=q\($0) required value=\($0)>" }) },
            GrowthText("passwords", 24) { n in "<form>" + repeated(n) { "<input type=password name=p\($0)>" } },
            GrowthText("ticks", 24) { n in
                "<form method=post>" + repeated(n) { "<input type=checkbox required name=t value=\($0 % 7)>" }
                    + "<input type=submit value=ok></form>"
            },
            GrowthText("radios", 24) { n in inForm(repeated(n) { "<input type=radio name=r\($0 % 2) value=\($0)>" }) },
            GrowthText("buttons", 24) { n in
                "<form method=post action=/\(repeated(n, "a/"))>"
                    + repeated(n) { "<input type=submit name=b value='go \($0)'>" } + "</form>"
            },
            GrowthText("options", 60) { n in
                inForm("<select name=r>" + repeated(n) { "<option value=\($0)>o\($0)" } + "</select>")
            },
            GrowthText("forms", 18) { n in
                repeated(n) { "<form method=post action=/x\($0)><input type=password name=p></form>" }
            },
            GrowthText("forms-open", 150) { n in repeated(n, "<form>") + form },
            GrowthText("form-attributes", 24) { n in
                repeated(n) { "<form id=f\($0)></form>" } + repeated(n) { "<input form=f\($0) name=a>" }
            },
            // Half of it is more than a person is shown in one list.
            GrowthText("offers", 80) { n in
                "<form method=post><input type=hidden name=x value=''>"
                    + repeated(n) { "<a onclick=\"return f('a\($0)')\">x</a>" } + "</form>"
            },
            GrowthText("labelled-by", 16) { n in
                inForm(
                    repeated(n) { "<span id=s\($0)>t</span>" }
                        + repeated(n) { n in
                            "<input name=g\(n) aria-labelledby='" + repeated(8) { "s\(n - $0) " } + "'>"
                        })
            },
            GrowthText("labelled-by-many", 50) { n in
                inForm(
                    "<span id=s>\(repeated(n, "t "))</span>"
                        + repeated(5) { "<input name=g\($0) aria-labelledby='" + repeated(n / 10, " s") + "'>" })
            },
            GrowthText("attributes", 200) { n in "<input " + repeated(n) { "a\($0)=1 " } + ">" + form },
            GrowthText("attributes-same", 400) { n in "<input " + repeated(n, "a=1 ") + ">" + form },
            GrowthText("html-tags", 100) { n in repeated(n) { "<html a\($0)=1>" } + form },
            GrowthText("styles", 40) { n in
                "<style>" + repeated(n) { ".a\($0) .b, .c\($0){display:none;left:-999px}" } + "</style>"
                    + repeated(n) { "<div class='b c\($0)'>" } + form
            },
            GrowthText("styles-nested", 200) { n in
                "<style>" + repeated(500) { ".a\($0) .y{display:none}" } + "</style><div class='\(repeated(n, "a "))'>"
                    + repeated(60, "<div class=y>") + repeated(n, "<p class=y>") + form
            },
            GrowthText("names", 200) { n in "<p title='\(repeated(n, "&equals;"))'>" + repeated(n, "&sol;&x") + form },
            GrowthText("paragraphs", 150) { n in repeated(n, "<p>x") + form },
            GrowthText("div", 100) { n in repeated(n, "<div>") + form },
            GrowthText("font", 100) { n in repeated(n, "<font>") + form },
            GrowthText("font-end-b", 75) { n in repeated(n, "<font>") + repeated(n, "</b>") + form },
            GrowthText("b-div-i-end-b", 50) { n in
                repeated(n, "<b>") + "<div>" + repeated(n, "<i>") + repeated(n, "</b>") + form
            },
            GrowthText("a-b-i-p", 50) { n in repeated(n, "<a><b><i><p>") + form },
            GrowthText("tables", 40) { n in repeated(n, "<table><tr><td>") + form },
            GrowthText("cells", 50) { n in "<table><tr>" + repeated(n, "<td><p>") + "</table>" + form },
            GrowthText("lists", 60) { n in repeated(n, "<ul><li>") + form },
            GrowthText("items", 75) { n in "<ul>" + repeated(n, "<li><b>") + form },
            GrowthText("end-tags", 150) { n in repeated(n, "</p></br></div>") + form },
            GrowthText("labels-open", 100) { n in repeated(n, "<label>") + form },
            GrowthText("fieldsets", 50) { n in
                "<form>" + repeated(n, "<fieldset><legend>") + "<input type=password name=p>"
            },
            GrowthText("templates", 120) { n in repeated(n, "<template>") + form },
            GrowthText("svg", 40) { n in repeated(n, "<svg><math><mi>") + form },
            GrowthText("unknown-void", 150) { n in repeated(n, "<wbr>") + form },
            GrowthText("comments", 200) { n in repeated(n, "<!--") + form },
            GrowthText("less-than", 800) { n in repeated(n, "<") + form },
            GrowthText("declarations", 300) { n in repeated(n, "<!") + form },
            GrowthText("slashes", 300) { n in repeated(n, "</") + form },
            GrowthText("ampersands", 600) { n in repeated(n, "&") + form },
            GrowthText("entities", 100) { n in repeated(n, "&#x41;&amp") + form },
            GrowthText("scripts", 50) { n in repeated(n, "<script>submit ()</script>") + form },
            GrowthText("script-words", 100) { n in "<script>" + repeated(n, "submit       ") + "</script>" + form },
            GrowthText("script-open", 200) { n in "<script>" + repeated(n, "</scrip<") + form },
            GrowthText("styles", 150) { n in repeated(n, "<style>") + form },
            GrowthText("textareas", 150) { n in repeated(n, "<textarea></textare") + form },
            GrowthText("titles", 100) { n in repeated(n, "<title>") + form },
            GrowthText("title-marks", 500) { n in "<title>a\(repeated(n, "\u{301}"))</title>" + form },
            GrowthText("label-marks", 250) { n in
                inForm("<label for=u>x\(repeated(n, "\u{301}"))</label><input id=u name=username>")
            },
            GrowthText("button-marks", 250) { n in
                "<form><input type=password name=p><input type=submit value='a\(repeated(n, "\u{301}"))'></form>"
            },
            GrowthText("flags", 150) { n in
                "<title>\(repeated(n, "\u{1F1E6}"))</title><label>\(repeated(n, "\u{1F1E6}"))</label>" + form
            },
            GrowthText("name-marks", 200) { n in inForm("<input name='a\(repeated(n, "\u{301}"))'>") },
            GrowthText("text", 500) { n in repeated(n, "word ") + form },
            GrowthText("blanks", 800) { n in repeated(n, " \n") + form },
            GrowthText("numbers", 40) { n in repeated(n) { "<b>\($0 + 100_000)</b>" } },
            GrowthText("errors", 36) { n in repeated(n) { "<div class=error>x\($0)</div>" } + form },
            GrowthText("errors-nested", 40) { n in repeated(n, "<div class=error>x") + form },
            GrowthText("details", 40) { n in repeated(n) { "<div id=activityId>x\($0)</div>" } + form },
            GrowthText("metas", 40) { n in repeated(n, "<meta http-equiv=refresh content='9;url=/x'>") + form },
            GrowthText("meta-blanks", 600) { n in
                "<meta http-equiv=refresh content='\(repeated(n, " "))5;url=/x'>" + form
            },
            GrowthText("frames", 60) { n in repeated(n) { "<iframe src=f\($0)></iframe>" } },
            GrowthText("bodies", 80) { n in repeated(n) { "<body a\($0)=1 onload='f()'>" } + form },
            GrowthText("shift-jis", 400) { n in "<meta charset=shift_jis>" + repeated(n, "\u{83}") + form },
        ]
    }
}

extension GrowthCase {
    /// The reader and `Page.meaning`.
    static var pages: [GrowthCase] {
        GrowthPage.shapes.map { shape in
            GrowthCase("page-" + shape.name, shape.size / 2) { size in
                let html = secret(shape.text(size))
                return {
                    guard let page = try? LibXMLReader().page(html: html, charset: nil) else { return }
                    Measured.result = page
                    classify(page)
                }
            }
        }
    }

    /// libxml2 alone, on what `HTMLNormaliser` makes of the same pages, since its instructions are few beside Swift's.
    static var pageParsers: [GrowthCase] {
        GrowthPage.shapes.map { shape in
            GrowthCase("html-" + shape.name, shape.size * 2) { size in
                let html = secret(shape.text(size))
                let normalised = SharedSecret(html.withBytes { HTMLNormaliser.normalise($0) })
                return {
                    normalised.withBytes { bytes in
                        var rest = bytes[...]
                        let document = try? MarkupDocument.html { buffer in
                            let part = rest.prefix(buffer.count)
                            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                            rest = rest.dropFirst(part.count)
                            return part.count
                        }
                        if let document { document.withFirst { _ in } }
                    }
                }
            }
        }
    }
}
