internal import CNettle

/// HMAC (RFC 2104) with SHA-256: who returns it for a new text knows the key.
public enum HMAC {
    /// Returns the code of a text, in 64 lower-case hexadecimal digits.
    public static func sha256(of text: String, key: String) -> String {
        var context = hmac_sha256_ctx()
        let (text, key) = (Array(text.utf8), Array(key.utf8))
        unsafe nettle_hmac_sha256_set_key(&context, key.count, key)
        unsafe nettle_hmac_sha256_update(&context, text.count, text)
        var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        unsafe nettle_hmac_sha256_digest(&context, code.count, &code)
        return code.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
