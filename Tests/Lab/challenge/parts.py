"""Pages for a real browser, with parts from a server that requires a certificate."""

from html import escape

from hostility.site import page

# The bytes of a one-pixel picture.
PICTURE = bytes.fromhex("47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b")


@page("/parts", "continues to /cookie by a form when its script, its picture and a request of its script had "
                "the certificate of ?who (ada); as a frame it sends a message to the page around it instead")
def parts(visit):
    visit.html("Parts", f"""<script>var hasPicture = false, who = "{escape(visit.query.get("who", "ada"))}"</script>
<img src="/parts/picture" onload="hasPicture = true">
<form method="post" action="/cookie"><input name="text" value="sch&ouml;n"></form>
<p id="state">not whole</p>
<script src="/parts/script"></script>""", headers=[("Set-Cookie", "parts=1; Path=/; Secure; HttpOnly; SameSite=Lax")])


@page("/parts/picture", "the picture of /parts")
def picture(visit):
    visit.answer(200, PICTURE, "image/gif")


@page("/parts/script", "the script of /parts")
def script(visit):
    visit.answer(200, """addEventListener("load", async () => {
    const seen = await (await fetch("/echo", {method: "POST", body: "h\\u00e9llo"})).json();
    const field = name => (seen.headers.find(field => field[0].toLowerCase() === name) || [])[1] || "";
    if (!hasPicture || seen.certificate !== who || seen.body !== "h\\u00e9llo" || !field("accept-language")) return;
    document.getElementById("state").textContent = "whole";
    if (self !== top) parent.postMessage("whole", "*");
    else if (field("cookie").includes("parts=1")) document.forms[0].submit();
});
""", "text/javascript; charset=utf-8")


@page("/parts/around", "shows ?of in a frame, and continues to /cookie when the frame reports that it is complete")
def around(visit):
    visit.html("Around", f"""<iframe src="{escape(visit.query.get("of", "/parts"))}"></iframe><script>
addEventListener("message", event => event.data === "whole" && location.assign("/cookie"))
</script>""")


@page("/parts/reader", "requests ?of with credentials, from another origin, and continues to /cookie?read or ?unread")
def reader(visit):
    visit.html("Reader", f"""<script>
fetch("{escape(visit.query.get("of", ""))}", {{credentials: "include"}}).then(answer => answer.text())
    .then(() => location.assign("/cookie?read"), () => location.assign("/cookie?unread"));
</script>""")
