#pragma once

/* What scripts/build-info says of a release build: a line for each fact, its name, a blank and its value. Empty in every other
 * build. */
const char *cbuildinfo_text(void);
