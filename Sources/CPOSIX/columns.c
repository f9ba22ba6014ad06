// wcwidth(3) is an XSI function.
#define _XOPEN_SOURCE 700
#include "columns.h"
#include <locale.h>
#include <wchar.h>

void cposix_use_locale(void) { setlocale(LC_CTYPE, ""); }

int cposix_columns(uint32_t scalar) {
    int width = wcwidth((wchar_t)scalar);
    return width < 0 ? 1 : width;
}
