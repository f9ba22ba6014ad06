<?php

/** A page without a form, until its script has made one and sent it. */

use SimpleSAML\Module\lab\Auth\Process\Hop;
use SimpleSAML\Module\lab\Page;

$state = Hop::state($_REQUEST['StateId']);
// A value that only a script computes, so that a client without scripts cannot continue.
if (($_POST['sum'] ?? '') === '5050') {
    Hop::done($state);
}
$id = json_encode($_REQUEST['StateId'], JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS);
Page::show('Checking your browser', '<div id="app">One moment…</div><script>
const form = document.createElement("form");
form.method = "post";
let sum = 0;
for (let number = 1; number <= 100; number++) sum += number;
for (const [name, value] of [["StateId", ' . $id . '], ["sum", sum]]) {
  const input = document.createElement("input");
  Object.assign(input, {type: "hidden", name, value});
  form.append(input);
}
document.getElementById("app").append(form);
form.submit();
</script>');
