import FoundationEssentials
import Glibc
import Testing

@testable import PrintCenterClient

@Suite struct `The address of a printer` {
    @Test(arguments: [
        ("printer.local", "ipp://printer.local/ipp/print"),
        ("HP-Office.lan:8631", "ipp://HP-Office.lan:8631/ipp/print"),
        ("192.168.1.20", "ipp://192.168.1.20/ipp/print"),
        ("[fe80::1]", "ipp://[fe80::1]/ipp/print"),
        ("ipp://a.b/ipp/print", "ipp://a.b/ipp/print"),
        ("ipps://server:443/printers/office_2", "ipps://server:443/printers/office_2"),
        ("IPP://a", "IPP://a"),
    ])
    func `is a URI`(_ text: String, _ uri: String) throws {
        let address = try #require(PrinterAddress(text))
        #expect(address.uri == uri)
    }

    @Test(arguments: [
        "", "http://a/", "socket://a", "a/b", "ipp://", "ipp:///x", "a b", "ipp://a b/", "-", "a;b",
        "ipp://u:p@h/", "\u{e9}", "ipp://a/\n",
    ])
    func `is none`(_ text: String) {
        #expect(PrinterAddress(text) == nil)
    }

    @Test(arguments: [
        "", "-x", "a b", "a/b", "a#b", "a'b", "caf\u{e9}", String(repeating: "x", count: 128),
    ])
    func `has a name that a queue can have`(_ name: String) {
        #expect(!PrinterAddress.isQueueName(name))
    }
}

@Suite struct `The scheduler's own commands` {
    @Test func `get the words as they are, no terminal, and say why not`() async throws {
        try await withFolder { folder in
            for tool in ["lpadmin", "cupsdisable", "cupsenable"] {
                let script = """
                    #!/bin/sh
                    for word; do echo "$word" >>\(folder)/words; done
                    tty >>\(folder)/words; cat >>\(folder)/words
                    case $0 in *cupsenable) exit 0;; esac
                    echo first >&2; echo "$(basename $0): Forbidden." >&2; exit 1
                    """
                try makeFile("\(folder)/\(tool)", Array(script.utf8), mode: 0o700)
            }
            let scheduler = SchedulerAdministration(environment: ["PATH": folder + ":/usr/bin:/bin"]
            )
            try await scheduler.resume("office")
            let error = await #expect(throws: ClientError.self) {
                try await scheduler.pause("office", reason: "it's \"out\"; rm -rf /")
            }
            #expect(error?.code == .schedulerRefused)
            #expect(error?.description.contains("cupsdisable: Forbidden.") == true)
            let isRoot = geteuid() == 0
            #expect(error?.description.contains("sudo cupsdisable -r ") == !isRoot)
            let words = try String(contentsOfFile: folder + "/words", encoding: .utf8)
            #expect(
                words == "office\nnot a tty\n-r\nit's \"out\"; rm -rf /\noffice\nnot a tty\n"
            )
        }
    }
}
