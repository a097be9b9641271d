// GnuTLS: the identity of a certificate's public key. libcups does TLS itself, with the same library.
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
