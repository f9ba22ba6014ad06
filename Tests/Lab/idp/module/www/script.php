<?php

/** A sign-in page that is empty until its script has made the form. */

use SimpleSAML\Module\lab\Page;
use SimpleSAML\Module\lab\SignIn;

$state = $_REQUEST['AuthState'];
$message = isset($_POST['password'])
    ? SignIn::attempt($state, $_POST['username'] ?? '', $_POST['password'])
    : null;
// What the script fills in by itself, in script-self.php.
$fill ??= null;
$data = json_encode(['state' => $state, 'message' => $message, 'fill' => $fill], JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS);
Page::show('Sign in', '<div id="app">Loading…</div><noscript>This page needs JavaScript.</noscript><script>
const data = ' . $data . ';
const form = document.createElement("form");
form.method = "post";
for (const [name, type, value] of [["AuthState", "hidden", data.state], ["username", "text", ""], ["password", "password", ""]]) {
  const input = document.createElement("input");
  Object.assign(input, {name, type, value, placeholder: name});
  form.append(input);
}
const button = document.createElement("button");
button.textContent = "Sign in";
form.append(button);
const app = document.getElementById("app");
app.textContent = data.message ?? "";
app.append(form);
form.username.focus();
if (data.fill) {
  setTimeout(() => {
    form.username.value = data.fill.username;
    form.password.value = data.fill.password;
    button.click();
  }, 300);
}
</script>');
