"""Reads the user of an SPNEGO token, as the server side of Negotiate, with the system's GSSAPI. KRB5_KTNAME names the
keytab."""

import base64
import binascii
import ctypes

class Buffer(ctypes.Structure):
    _fields_ = [("length", ctypes.c_size_t), ("value", ctypes.c_void_p)]


def user_of(token: str):
    """Returns the user's name without the realm, or None if the ticket is invalid or there is no GSSAPI."""
    try:
        data = base64.b64decode(token, validate=True)
        library = ctypes.CDLL("libgssapi_krb5.so.2")
    except (binascii.Error, ValueError, OSError):
        return None
    minor, context, client = ctypes.c_uint32(), ctypes.c_void_p(), ctypes.c_void_p()
    held = ctypes.create_string_buffer(data, len(data))
    given, answer, shown = Buffer(len(data), ctypes.addressof(held)), Buffer(), Buffer()
    status = library.gss_accept_sec_context(
        ctypes.byref(minor), ctypes.byref(context), None, ctypes.byref(given), None, ctypes.byref(client), None,
        ctypes.byref(answer), None, None, None)
    if status != 0:
        return None
    library.gss_display_name(ctypes.byref(minor), client, ctypes.byref(shown), None)
    return ctypes.string_at(shown.value, shown.length).decode().partition("@")[0]
