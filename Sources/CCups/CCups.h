// libcups: transport, authentication, `lpoptions` and PWG media names. IPP messages are decoded by the
// module IPP, never here. Debian 12 ships no cups.pc, so the module map names the library.
#include <cups/cups.h>
#include <cups/http.h>
#include <cups/pwg.h>
