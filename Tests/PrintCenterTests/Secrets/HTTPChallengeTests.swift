import Testing

@testable import PrintCenter

@Suite struct `A challenge` {
    private static let offer = """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=%, \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
        opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    /// The examples of RFC 7616, 3.9.1.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func `of Digest is replied to as in its examples`(_ name: String, _ response: String) throws {
        let header = Self.offer.split(separator: "%").joined(separator: name)
        let challenge = try #require(HTTPChallenge(header))
        let reply = challenge.authorization(
            Credentials(user: "Mufasa", password: "Circle of Life"),
            method: "GET",
            resource: "/dir/index.html",
            use: 1,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        )
        #expect(reply.hasPrefix(#"Digest username="Mufasa", realm="http-auth@example.org""#))
        #expect(reply.contains("response=\"\(response)\""))
        #expect(reply.contains("algorithm=\(name)") && reply.contains("nc=00000001"))
    }

    /// The example of RFC 7617, 2.
    @Test func `of Basic is replied to as in its example`() throws {
        let challenge = try #require(HTTPChallenge(#"Basic realm="WallyWorld""#))
        let reply = challenge.authorization(
            Credentials(user: "Aladdin", password: "open sesame"),
            method: "POST",
            resource: "/",
            use: 1
        )
        #expect(reply == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    }

    @Test func `prefers what does not send the password`() throws {
        let md5 = Self.offer.split(separator: "%").joined(separator: "MD5")
        let sha = Self.offer.split(separator: "%").joined(separator: "SHA-256")
        let best = try #require(HTTPChallenge("Basic realm=\"a, b\", \(md5), \(sha)"))
        #expect(best.scheme == .digest(.sha256(isSession: false)))
        #expect(HTTPChallenge("Negotiate") == nil)
        #expect(HTTPChallenge(#"Digest realm="a", nonce="b", algorithm=SHA-512-256"#) == nil)
        #expect(HTTPChallenge("") == nil)
    }

    @Test func `cannot add a line to the request`() throws {
        let challenge = try #require(
            HTTPChallenge("Digest realm=\"a\\\"b\r\nHost: c\", nonce=\"d\", qop=auth")
        )
        let reply = challenge.authorization(
            Credentials(user: "x\r\ny", password: "z"),
            method: "POST",
            resource: "/",
            use: 1
        )
        #expect(reply.split(whereSeparator: { $0.isNewline }).count == 1)
        #expect(reply.contains(#"realm="a\"bHost: c""#))
    }
}
