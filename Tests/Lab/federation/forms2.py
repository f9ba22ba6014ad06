"""The web form of AD FS 2.0: it requires its hidden fields, and knows which button was pressed."""

from . import people
from .visit import attribute

HOLDER = "ctl00$ContentPlaceHolder1$"
USER, PASSWORD, BUTTON, DOMAINS = (HOLDER + name for name in
                                   ("UsernameTextBox", "PasswordTextBox", "SubmitButton", "ddlDomain"))
HIDDEN = {"__VIEWSTATE": "/wEPDwUKMTE0NDgyNzQ5MGRkLab+/==", "__VIEWSTATEGENERATOR": "0EE29E36",
          "__EVENTVALIDATION": "/wEWBALab+Q2Kq7BgKuhr/==", "__db": "15"}
WRONG = "The user name or password is incorrect."


def show(visit, error=""):
    hidden = "".join(f'<input type="hidden" name="{name}" id="{name}" value="{value}" />' for name, value in HIDDEN.items())
    visit.page(f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" dir="ltr">
<head><title>Sign-In</title></head>
<body>
<form name="aspnetForm" method="post" action="{attribute(visit.again())}" id="aspnetForm">
<div>{hidden}</div>
<div class="MainContent"><span class="PageTitle">Sign In</span>
<table>
  <tr><td><span class="Label">User name:</span></td>
    <td><input name="{USER}" type="text" id="{USER.replace('$', '_')}" value="{attribute(visit.fields.get(USER, ''))}" /></td></tr>
  <tr><td><span class="Label">Password:</span></td>
    <td><input name="{PASSWORD}" type="password" id="{PASSWORD.replace('$', '_')}" /></td></tr>
  {_domains(visit)}
  <tr><td></td><td><span id="ctl00_ContentPlaceHolder1_ErrorTextLabel" class="ErrorText">{attribute(error)}</span></td></tr>
  <tr><td></td><td><input type="submit" name="{BUTTON}" value="Sign In" id="{BUTTON.replace('$', '_')}" class="Resizable" /></td></tr>
</table></div>
</form>
</body></html>
""")


def _domains(visit) -> str:
    if visit.farm.names != "list":
        return ""
    options = "".join(f'<option value="{value}">{value}</option>' for value in ("OTHER", people.DOMAIN))
    return f'<tr><td><span class="Label">Domain:</span></td><td><select name="{DOMAINS}">{options}</select></td></tr>'


def check(visit, then):
    fields, farm = visit.fields, visit.farm
    if any(fields.get(name) != value for name, value in HIDDEN.items()) or BUTTON not in fields:
        visit.answer(500, "<html><head><title>Validation of viewstate MAC failed.</title></head><body>"
                          "<h1>Server Error in '/adfs/ls' Application.</h1></body></html>")
        return
    name = fields[USER]
    if farm.names == "list":
        name = f"{fields.get(DOMAINS, '')}\\{name}"
    user = people.signed_in(name, fields.get(PASSWORD, ""), "both" if farm.names == "list" else farm.names)
    if user is None:
        show(visit, WRONG)
    else:
        then(user)
