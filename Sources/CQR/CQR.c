#include "CQR.h"
#include <dlfcn.h>
#include <stdbool.h>

// From qrencode.h of libqrencode 4; its interface is stable.
typedef struct {
    int version;
    int width;
    unsigned char *data;
} Code;
enum { any_version = 0, level_low = 0, mode_bytes = 2, case_sensitive = 1, dark = 1 };

static Code *(*encode_string)(const char *, int, int, int, int);
static void (*free_code)(Code *);
static char *(*version_string)(void);

const char *cqr_load(void) {
    static bool is_loaded;
    if (is_loaded) return NULL;
    void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    *(void **)&encode_string = dlsym(library, "QRcode_encodeString");
    *(void **)&free_code = dlsym(library, "QRcode_free");
    *(void **)&version_string = dlsym(library, "QRcode_APIVersionString");
    if (!encode_string || !free_code || !version_string) return "libqrencode is too old";
    is_loaded = true;
    return NULL;
}

const char *cqr_version(void) { return version_string(); }

int cqr_encode(const char *text, unsigned char *modules, size_t room) {
    Code *code = encode_string(text, any_version, level_low, mode_bytes, case_sensitive);
    if (!code) return 0;
    size_t count = (size_t)code->width * (size_t)code->width;
    int width = count <= room ? code->width : 0;
    for (size_t index = 0; width && index < count; index++) modules[index] = code->data[index] & dark;
    free_code(code);
    return width;
}
