internal import CNettle

/// SHA-256 (FIPS 180-4) of bytes that arrive in parts.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(Array("abc".utf8))
/// print(hash.finish())  // ba7816bf…
/// ```
public struct SHA256: Sendable {
    private var context = sha256_ctx()

    /// Creates the hash of no bytes.
    public init() {
        unsafe nettle_sha256_init(&context)
    }

    /// Adds bytes.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            unsafe nettle_sha256_update(&context, buffer.count, buffer.baseAddress)
        }
        if isContiguous == nil { update(Array(bytes)) }
    }

    /// Returns the hash of all bytes, in 64 lower-case hexadecimal digits.
    public consuming func finish() -> String {
        var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        unsafe nettle_sha256_digest(&context, hash.count, &hash)
        return unsafe String(unsafeUninitializedCapacity: 2 * hash.count) { text in
            let digits = Array("0123456789abcdef".utf8)
            for (index, byte) in hash.enumerated() {
                unsafe text[2 * index] = digits[Int(byte >> 4)]
                unsafe text[2 * index + 1] = digits[Int(byte & 15)]
            }
            return 2 * hash.count
        }
    }
}
