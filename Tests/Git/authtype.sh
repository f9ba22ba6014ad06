#!/bin/sh
# The cases for 'authtype' and 'ephemeral', which git's library for credential helpers has, but t0303 does not run.
# Run by 'suite', in the t/ of a git that was built.

test_description='external credential helper: authtype'

. ./test-lib.sh
. "$TEST_DIRECTORY"/lib-credential.sh

helper_test_authtype "$GIT_TEST_CREDENTIAL_HELPER"

test_done
