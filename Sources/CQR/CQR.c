#include "CQR.h"
#include "CLibraries.h"

// From qrencode.h of libqrencode 4, whose interface is stable.
typedef struct {
    int version;
    int width;
    unsigned char *data;
} Code;
enum { any_version = 0, level_low = 0, mode_bytes = 2, case_sensitive = 1, dark = 1 };

static struct {
    Code *(*QRcode_encodeString)(const char *, int, int, int, int);
    void (*QRcode_free)(Code *);
    char *(*QRcode_APIVersionString)(void);
} functions;

const char *cqr_load(void) {
    return CLIBRARIES_OPEN(
        clibraries_load, clibraries_qrencode, QRcode_encodeString, QRcode_free, QRcode_APIVersionString);
}

const char *cqr_version(void) { return functions.QRcode_APIVersionString(); }

int cqr_encode(const char *text, unsigned char *modules, size_t room) {
    Code *code = functions.QRcode_encodeString(text, any_version, level_low, mode_bytes, case_sensitive);
    if (!code) return 0;
    size_t count = (size_t)code->width * (size_t)code->width;
    int width = count <= room ? code->width : 0;
    for (size_t index = 0; width && index < count; index++) modules[index] = code->data[index] & dark;
    functions.QRcode_free(code);
    return width;
}
