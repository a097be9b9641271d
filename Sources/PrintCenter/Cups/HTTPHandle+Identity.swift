internal import CCups
internal import CGnuTLS

extension HTTPHandle {
    /// The SHA-256 of the SubjectPublicKeyInfo that the server showed, in hexadecimal digits; `nil`
    /// without TLS.
    ///
    /// The handshake has proved that the server owns the key. The corresponding C functions are
    /// `httpCopyCredentials` and `gnutls_x509_crt_get_key_id`.
    var publicKey: String? {
        var credentials: OpaquePointer?
        guard unsafe httpCopyCredentials(pointer, &credentials) == 0, let chain = unsafe credentials
        else { return nil }
        defer { unsafe httpFreeCredentials(chain) }
        // The server's own certificate comes first (RFC 8446, 4.4.2).
        guard
            let leaf = unsafe cupsArrayFirst(chain)?.assumingMemoryBound(
                to: http_credential_t.self
            ),
            let bytes = unsafe leaf.pointee.data
        else { return nil }
        var certificate: gnutls_x509_crt_t?
        guard unsafe gnutls_x509_crt_init(&certificate) == 0 else { return nil }
        defer { unsafe gnutls_x509_crt_deinit(certificate) }
        var encoded = unsafe gnutls_datum_t(
            data: bytes.assumingMemoryBound(to: UInt8.self),
            size: UInt32(clamping: leaf.pointee.datalen)
        )
        guard unsafe gnutls_x509_crt_import(certificate, &encoded, GNUTLS_X509_FMT_DER) == 0 else {
            return nil
        }
        var hash = [UInt8](repeating: 0, count: 32)
        var size = hash.count
        let flags = GNUTLS_KEYID_USE_SHA256.rawValue
        guard unsafe gnutls_x509_crt_get_key_id(certificate, flags, &hash, &size) == 0, size == 32
        else { return nil }
        return hash.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
