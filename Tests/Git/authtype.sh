#!/bin/sh
# Runs the cases for 'authtype' and 'ephemeral' of git's test library for credential helpers, which t0303 omits.
# Called by 'suite' in the t/ directory of a built git.

test_description='external credential helper: authtype'

. ./test-lib.sh
. "$TEST_DIRECTORY"/lib-credential.sh

helper_test_authtype "$GIT_TEST_CREDENTIAL_HELPER"

test_done
