import Hashing
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    // FIPS 180-4's examples, and lengths around the block of 64 bytes.
    @Test(arguments: [
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
    func `hashes as the standard does`(text: String, times: Int, expected: String) {
        var hash = SHA256()
        for _ in 0..<times { hash.update(Array(text.utf8)) }
        #expect(hash.finish() == expected)
    }

    @Test func `hashes a collection that is not in one piece`() {
        var hash = SHA256()
        hash.update(repeatElement(UInt8(ascii: "a"), count: 1000))
        #expect(
            hash.finish() == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        )
    }
}
