#include "CBuildInfo.h"

/* 'make' links an object file of scripts/build-info that defines it too; the linker takes that one, because this one is weak.
 * So a new commit links again, and compiles nothing. */
extern const char cbuildinfo_facts[];
__attribute__((weak)) const char cbuildinfo_facts[] = "";

const char *cbuildinfo_text(void) { return cbuildinfo_facts; }
