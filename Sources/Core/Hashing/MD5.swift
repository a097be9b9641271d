internal import CNettle

/// MD5 (RFC 1321), which Digest authentication needs with older servers; it protects nothing else.
public enum MD5 {
    /// Returns the hash of bytes, in 32 lower-case hexadecimal digits.
    public static func hash(of bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        var context = md5_ctx()
        unsafe nettle_md5_init(&context)
        unsafe nettle_md5_update(&context, bytes.count, bytes)
        var hash = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
        unsafe nettle_md5_digest(&context, hash.count, &hash)
        return hash.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
