// libcups: HTTP connections with TLS, authentication, and the address of the scheduler
// (`cupsServer`, `ippPort`). Everything else is Swift: the module IPP encodes and decodes messages,
// and PrintCenter reads lpoptions. Debian 12 ships no cups.pc, so the module map names the library.
#include <cups/cups.h>
#include <cups/http.h>
