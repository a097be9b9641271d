import Testing

@testable import PrintCenter

@Suite struct CupsDeviceURITests {
    @Test(arguments: [
        ("ipp://printer.example/ipp/print", "ipp://printer.example/ipp/print", "/ipp/print"),
        ("IPPS://h:8631/ipp/print?contimeout=5&x", "ipps://h:8631/ipp/print", "/ipp/print"),
        ("ipp://ann:secret@h/p", "ipp://h/p", "/p"),
        ("ipp://h", "ipp://h/", "/"),
        ("ipp://[fe80::1]:631/a%20b", "ipp://[fe80::1]/a%20b", "/a b"),
        ("ipp://[fe80::1%25eth0]:631/p", "ipp://[fe80::1%25eth0]/p", "/p"),
        ("ipps://[fe80::1%wlp2s0.7]:8631/", "ipps://[fe80::1%25wlp2s0.7]:8631/", "/"),
    ])
    func `an address is parsed, and written without its credentials`(
        text: String,
        written: String,
        resource: String
    ) {
        let uri = DeviceURI(text)
        #expect(uri?.description == written)
        #expect(uri?.resource == resource)
    }

    @Test(arguments: [
        "", "ipp:", "http://h/", "file:///dev/null", "socket://h", "dnssd://Lab._ipp._tcp.local/",
        "ipp:///ipp/print", "ipp://h:0/", "ipp://h:99999/", "ipp://h:x/", "ipp://[::1/",
        "ipp://h/%",
        "ipp://h/%0d%0aX", "ipp://h/%00", "ipp://h/%ff", "ipp://h/a b", "ipp://%2frun%2fcups/",
        "ipp://[::1]x/", "ipp://fe80::1%25eth0/", "ipp://[fe80::1%25]/", "ipp://[%25eth0]/",
        "ipp://[h%25eth0]/",
        "ipp://[fe80::1%25a%2fb]/", "ipp://[fe80::1%25a-name-that-is-too-long]/",
    ])
    func `the address of a printer without IPP is refused`(text: String) {
        #expect(DeviceURI(text) == nil)
    }

    @Test func `the interface of an address is for the connection, and no part of a request`()
        throws
    {
        let uri = try #require(DeviceURI("ipp://[fe80::1%25eth0]:8631/ipp/print"))
        #expect(uri.requested == "ipp://[fe80::1]:8631/ipp/print" && uri.plainHost == "fe80::1")
        #expect(DeviceAddress(uri).reachable == ["fe80::1%eth0"])
        #expect(DeviceAddress(uri, addresses: ["fe80::2%eth1"]).reachable == ["fe80::2%eth1"])
    }

    @Test(arguments: ["office", "no such queue", "Büro/2", "a%b"])
    func `the name of a queue survives its URI`(name: String) {
        let last = name.split(separator: "/").last.map(String.init)
        let uri = QueueURI.uri(name)
        #expect(uri.utf8.allSatisfy { (0x21...0x7e).contains($0) })
        #expect(QueueURI.name(of: uri) == last)
    }
}
