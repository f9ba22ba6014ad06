<?php

/** A sign-in page with another form before the one that matters, and a third behind it. */

use SimpleSAML\Module\lab\Page;
use SimpleSAML\Module\lab\SignIn;

$state = $_REQUEST['AuthState'];
$message = isset($_POST['password'])
    ? SignIn::attempt($state, $_POST['username'] ?? '', $_POST['password'])
    : null;
Page::show(
    'Example University',
    '<form action="/search" method="get" role="search"><input type="text" name="q" placeholder="Search this site">'
    . '<input type="submit" name="go" value="Search"></form>'
    . Page::alert($message)
    . '<form id="signin" method="post" action="search.php">' . Page::hidden('AuthState', $state)
    . '<p>User name <input name="username"></p><p>Password <input type="password" name="password"></p>'
    . '<select name="area"><option>students</option><option value="staff" selected>Staff</option></select>'
    . '<input type="checkbox" name="public" value="1"> this is a public computer'
    . '<input type="submit" name="login" value="Sign in"></form>'
    . '<form action="/language" method="get"><select name="language"><option value="de">Deutsch</option></select>'
    . '<input type="submit" value="Change"></form>'
);
