"""The pages of AD FS 3.0 and later, in every detail that a client can see."""

from .visit import attribute

# Part of every page of AD FS, also without a script.
NO_SCRIPT = """<div id="noScript" style="position:static; width:100%; height:100%; z-index:100">
    <h1>JavaScript required</h1>
    <p>JavaScript is required. This web browser does not support JavaScript or JavaScript in this web browser is not enabled.</p>
    <p>To find out if your web browser supports JavaScript or to enable JavaScript, see web browser help.</p>
</div>
<script type="text/javascript" language="JavaScript">
    document.getElementById("noScript").style.display = "none";
</script>"""


def frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en-US">
<head>
<meta http-equiv="X-UA-Compatible" content="IE=10.000"/>
<meta http-equiv="content-type" content="text/html;charset=UTF-8" />
<meta name="robots" content="noindex,nofollow" />
<title>{title}</title>
<link rel="stylesheet" type="text/css" href="/adfs/portal/css/style.css" />
</head>
<body dir="ltr" class="body">
{NO_SCRIPT}
<div id="fullPage">
<div id="contentWrapper" class="float"><div id="content">
<div id="header">Lab Corporation</div>
<div id="workArea">
{content}
</div>
</div><div id="footerPlaceholder"></div></div>
<div id="footer"><div id="footerLinks" class="floatReverse"><div><span id="copyright">&#169; 2016 Lab</span></div></div></div>
</div>
<script type="text/javascript">
//<![CDATA[
// onload.js of the theme stands here.
//]]>
</script>
</body>
</html>
"""


def error_area(text: str) -> str:
    return f"""<div id="error" class="fieldMargin error smallText">
                <label id="errorText" for="">{attribute(text)}</label>
            </div>"""


def options_form(action: str, links=()) -> str:
    """Returns the second form of every page: one empty hidden field, which the script of a link fills in."""
    anchors = "".join(f"""<div class="optionMargin"><a id="{name}" class="actionLink" href="#" """
                      f"""onclick="return SelectOption('{name}');">{attribute(text)}</a></div>"""
                      for name, text in links)
    return f"""<div id="authOptions">
    <form id="options" method="post" action="{attribute(action)}">
        <script type="text/javascript">
            function SelectOption(option) {{
                var i = document.getElementById('optionSelection');
                i.value = option;
                document.forms['options'].submit();
                return false;
            }}
        </script>
        <input id="optionSelection" type="hidden" name="AuthMethod" />
        <div id="authOptionLinks" class="groupMargin">{anchors}</div>
    </form>
    </div>"""


def sign_in(action: str, options: str, user="", error="", kmsi=False, links=()) -> str:
    shown = "" if kmsi else ' style="display:none"'
    return frame("Sign In", f"""<div id="authArea" class="groupMargin">
    <div id="loginArea">
        <div id="loginMessage" class="groupMargin">Sign in with your organizational account</div>
        <form method="post" id="loginForm" autocomplete="off" novalidate="novalidate" onKeyPress="if (event &amp;&amp; event.keyCode == 13) Login.submitLoginRequest();" action="{attribute(action)}" >
            {error_area(error)}
            <div id="formsAuthenticationArea">
                <div id="userNameArea">
                    <label id="userNameInputLabel" for="userNameInput" class="hidden">User Account</label>
                    <input id="userNameInput" name="UserName" type="email" value="{attribute(user)}" tabindex="1" class="text fullWidth" spellcheck="false" placeholder="someone@example.com" autocomplete="off"/>
                </div>
                <div id="passwordArea">
                    <label id="passwordInputLabel" for="passwordInput" class="hidden">Password</label>
                    <input id="passwordInput" name="Password" type="password" tabindex="2" class="text fullWidth" placeholder="Password" autocomplete="off"/>
                </div>
                <div id="kmsiArea"{shown}>
                    <input type="checkbox" name="Kmsi" id="kmsiInput" value="true" tabindex="3" />
                    <label for="kmsiInput">Keep me signed in</label>
                </div>
                <div id="submissionArea" class="submitMargin">
                    <span id="submitButton" class="submit" tabindex="4" role="button" onKeyPress="if (event &amp;&amp; event.keyCode == 32) Login.submitLoginRequest();" onclick="return Login.submitLoginRequest();">Sign in</span>
                </div>
            </div>
            <input id="optionForms" type="hidden" name="AuthMethod" value="FormsAuthentication"/>
        </form>
        {options_form(options, links)}
        <div id="introduction" class="groupMargin"></div>
    </div>
    </div>""")


def fatal(text: str, activity: str, when: str, party="") -> str:
    """Returns AD FS's error page: the reason is in its log, under the activity ID."""
    return frame("Error", f"""<div id="errorArea">
    <div id="openingMessage" class="groupMargin bigText">An error occurred</div>
    <div id="errorMessage" class="groupMargin"><span id="errorText">{attribute(text)}</span></div>
    <div id="errorDetails"><h3 id="detailsHeader">Error details</h3><ul>
        <li id="activityId">Activity ID: {activity}</li>
        <li id="relyingParty">Relying party: {attribute(party)}</li>
        <li id="contextId">Error details: MSIS context {activity[:8]}</li>
        <li id="timestamp">Error time: {when}</li>
        <li id="cookie">Cookie: enabled</li>
        <li id="userAgent">User agent string: hidden</li>
    </ul></div>
    </div>""")


def answer(reply: str, result: str, context) -> str:
    """Returns the form with the token."""
    state = {} if context is None else {"wctx": context}
    return posting(reply, {"wa": "wsignin1.0", "wresult": result} | state)


def posting(action: str, fields: dict) -> str:
    """Returns a form that a script posts, on one line like AD FS's."""
    hidden = "".join(f'<input type="hidden" name="{name}" value="{attribute(value)}" />' for name, value in fields.items())
    return ("<html><head><title>Working...</title></head><body>"
            f'<form method="POST" name="hiddenform" action="{attribute(action)}">{hidden}'
            "<noscript><p>Script is disabled. Click Submit to continue.</p>"
            '<input type="submit" value="Submit" /></noscript></form>'
            '<script language="javascript">window.setTimeout(\'document.forms[0].submit()\', 0);</script></body></html>')
