import Testing

@testable import PrintModel

@Suite("The roster of printers")
struct RosterTests {
    private static let uuid = "6a1b2c3d-0000-4000-8000-001122334455"

    private func service(
        _ instance: String = "Office Printer",
        encrypted: Bool = false,
        host: String = "office.local",
        addresses: [String] = ["192.0.2.7"],
        port: UInt16 = 631,
        uuid: String? = uuid,
        more: [String: String] = [:]
    ) -> AnnouncedService {
        var txt = ["rp": "ipp/print", "ty": "Maker Model", "pdl": "application/pdf,image/urf"]
        txt["uuid"] = uuid
        return AnnouncedService(
            id: .init(instance: instance, isEncrypted: encrypted),
            host: host,
            addresses: addresses,
            port: port,
            txt: txt.merging(more) { $1 }
        )
    }

    @Test func `one printer that announces itself twice is one row, and encrypted comes first`() {
        let roster = Roster(services: [service(), service(encrypted: true)])
        let rows = roster.rows
        #expect(rows.map(\.id.rawValue) == ["Office_Printer"])
        #expect(rows.first?.name == "Office Printer")
        #expect(rows.first?.uuid == Self.uuid)
        #expect(
            rows.first?.ways == [
                .service(service(encrypted: true).id), .service(service().id),
            ]
        )
    }

    @Test func `a printer on two networks, renamed on one, is one row`() {
        let other = service(
            "Office Printer (2)",
            host: "office-2.local",
            addresses: ["198.51.100.7"]
        )
        let rows = Roster(services: [other, service()]).rows
        #expect(rows.map(\.name) == ["Office Printer"])
        #expect(rows.first?.ways.count == 2)
    }

    @Test func `two printers with one name stay two`() {
        let other = service(
            host: "cellar.local",
            addresses: ["192.0.2.8"],
            uuid: "6a1b2c3d-0000-4000-8000-001122334456"
        )
        // The same name can be announced with the other type.
        var encrypted = other
        encrypted.id.isEncrypted = true
        let rows = Roster(services: [service(), encrypted]).rows
        #expect(rows.map(\.id.rawValue) == ["Office_Printer", "Office_Printer_2"])
    }

    @Test func `a queue joins none of two printers that share the name in its URI`() {
        var other = service(
            host: "cellar.local",
            addresses: ["198.51.100.8"],
            uuid: "6a1b2c3d-0000-4000-8000-001122334456"
        )
        let queue = Roster.Queue(name: "mine", deviceURI: "ipp://Office%20Printer._ipp._tcp.local/")
        let alone = Roster(queues: [queue], services: [service()])
        #expect(alone.rows.map(\.id.rawValue) == ["mine"])
        other.id.namesake = 1
        let rows = Roster(queues: [queue], services: [service(), other]).rows
        #expect(rows.map(\.id.rawValue) == ["Office_Printer", "Office_Printer_2", "mine"])
        #expect(rows.map(\.ways.count) == [1, 1, 1])
    }

    @Test func `without a UUID, name and host tell`() {
        let one = [service(uuid: nil), service(encrypted: true, uuid: nil)]
        #expect(Roster(services: one).rows.count == 1)
        let two = [
            service(uuid: nil),
            service(encrypted: true, host: "b.local", addresses: ["192.0.2.9"], uuid: nil),
        ]
        #expect(Roster(services: two).rows.count == 2)
    }

    @Test(arguments: ["00000000-0000-0000-0000-000000000000", "none", ""])
    func `a UUID that says nothing joins nothing`(uuid: String) {
        let two = [
            service("A", uuid: uuid),
            service("B", host: "b.local", addresses: ["192.0.2.9"], uuid: uuid),
        ]
        #expect(Roster(services: two).rows.count == 2)
    }

    @Test func `models that share a UUID are different printers`() {
        let two = [
            service("A"),
            service("B", host: "b.local", addresses: ["192.0.2.9"], more: ["ty": "Other"]),
        ]
        #expect(Roster(services: two).rows.count == 2)
    }

    @Test(
        arguments: [
            "ipp://office.local/ipp/print", "ipp://192.0.2.7:631/ipp/print",
            "ipp://user@192.0.2.7/ipp/print?contimeout=5",
            "ipp://Office%20Printer._ipp._tcp.local/", "usb://Maker/Model?serial=CN12345",
        ]
    )
    func `a queue for an announced printer is a way to it`(uri: String) {
        let announced = service(more: ["usb_ser": "CN12345"])
        let queue = Roster.Queue(name: "office", deviceURI: uri)
        let rows = Roster(queues: [queue], services: [announced]).rows
        #expect(rows.map(\.id.rawValue) == ["office"])
        #expect(rows.first?.ways == [.queue("office"), .service(announced.id)])
    }

    @Test func `a queue joins by the UUID that its device reports`() {
        let queue = Roster.Queue(
            name: "office",
            deviceURI: "ipp://10.0.0.1/ipp/print",
            deviceUUID: "urn:uuid:" + Self.uuid.uppercased()
        )
        #expect(Roster(queues: [queue], services: [service()]).rows.count == 1)
    }

    @Test func `a queue for another printer stays apart`() {
        let queues = [
            Roster.Queue(name: "a", deviceURI: "ipp://192.0.2.7:8631/ipp/print"),
            Roster.Queue(name: "b", deviceURI: "ipp://192.0.2.7/ipp/print/2"),
            Roster.Queue(name: "c", deviceURI: "socket://192.0.2.7"),
            Roster.Queue(name: "d", deviceURI: "usb://Maker/Model?serial=000000"),
        ]
        let announced = service(more: ["usb_ser": "000000"])
        let ids = Roster(queues: queues, services: [announced]).rows.map(\.id.rawValue)
        #expect(ids == ["Office_Printer", "a", "b", "c", "d"])
    }

    @Test func `each permanent queue keeps its row, and nothing adds a third`() {
        let queues = ["office", "draft"].map {
            Roster.Queue(name: $0, deviceURI: "ipp://office.local/ipp/print")
        }
        let rows = Roster(queues: queues, services: [service()]).rows
        #expect(rows.map(\.id.rawValue) == ["draft", "office"])
    }

    @Test func `a temporary queue owns nothing`() {
        let queue = Roster.Queue(
            name: "Office_Printer_office",
            deviceURI: "ipps://Office%20Printer._ipps._tcp.local/",
            isTemporary: true
        )
        let announced = service(encrypted: true)
        let rows = Roster(queues: [queue], services: [announced]).rows
        #expect(rows.map(\.id.rawValue) == ["Office_Printer"])
        #expect(rows.first?.ways == [.service(announced.id), .queue("Office_Printer_office")])
        // Without the announcement only the scheduler knows the printer.
        #expect(Roster(queues: [queue]).rows.map(\.id.rawValue) == ["Office_Printer_office"])
    }

    @Test func `a queue that was made for an announced printer owns nothing`() {
        let queue = Roster.Queue(
            name: "Office_Printer",
            deviceURI: "implicitclass://Office_Printer/"
        )
        let rows = Roster(queues: [queue], services: [service()]).rows
        #expect(rows.map(\.id.rawValue) == ["Office_Printer"])
        #expect(rows.first?.ways == [.service(service().id), .queue("Office_Printer")])
        // Where two printers have the name, it may be a queue for either.
        let other = service("Office-Printer", host: "b.local", addresses: ["192.0.2.9"], uuid: nil)
        #expect(Roster(queues: [queue], services: [service(), other]).rows.count == 3)
    }

    @Test func `a queue that this computer shares is no second printer`() {
        let queue = Roster.Queue(
            name: "office",
            deviceURI: "usb://Maker/Model?serial=X1",
            uuid: "urn:uuid:\(Self.uuid)"
        )
        let shared = service("Office @ host", more: ["rp": "printers/office"])
        let rows = Roster(queues: [queue], services: [shared]).rows
        #expect(rows.map(\.id.rawValue) == ["office"])
        #expect(rows.first?.ways == [.queue("office")])
    }

    @Test func `a printer on USB is reached over USB first`() {
        let usb = service(
            "Office Printer (USB)",
            host: "localhost",
            addresses: ["127.0.0.1"],
            port: 60000
        )
        let rows = Roster(services: [service(encrypted: true), usb]).rows
        #expect(rows.count == 1)
        #expect(rows.first?.ways.first == .service(usb.id))
    }

    @Test func `a fax, and a printer for PostScript only, is no row`() {
        let others = [
            service("Fax", more: ["rp": "ipp/faxout"]),
            service("Old", host: "old.local", uuid: nil, more: ["pdl": "application/postscript"]),
        ]
        #expect(Roster(services: others).rows.isEmpty)
    }

    @Test func `a remembered printer keeps its id when it is renamed`() {
        let known = KnownDevice(
            id: PrinterID(rawValue: "Office_Printer"),
            uuid: "urn:uuid:\(Self.uuid)",
            name: "Office Printer",
            uri: "ipp://office.local/ipp/print"
        )
        let renamed = service("Kitchen")
        let other = service(host: "b.local", addresses: ["192.0.2.9"], uuid: nil)
        let rows = Roster(services: [renamed, other], known: [known]).rows
        #expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.id.rawValue) })
                == ["Kitchen": "Office_Printer", "Office Printer": "Office_Printer_2"]
        )
    }

    @Test func `a printer that was only seen is no row without its announcement`() {
        var known = KnownDevice(
            id: PrinterID(rawValue: "Office_Printer"),
            uuid: Self.uuid,
            name: "Office Printer",
            uri: "ipp://office.local/ipp/print"
        )
        #expect(Roster(known: [known]).rows.isEmpty)
        known.isWanted = true
        #expect(Roster(known: [known]).rows.first?.ways == [.address(known.uri)])
        known.isWanted = false
        known.isAdded = true
        #expect(Roster(known: [known]).rows.first?.ways == [.address(known.uri)])
        // One that is announced, too, is one row.
        let rows = Roster(services: [service()], known: [known]).rows
        #expect(rows.map(\.id.rawValue) == ["Office_Printer"])
        #expect(rows.first?.ways == [.service(service().id), .address(known.uri)])
    }

    @Test func `an added name stays one for the printer when a queue for it appears`() {
        let added = KnownDevice(
            id: PrinterID(rawValue: "cellar"),
            uuid: Self.uuid,
            name: "cellar",
            uri: "ipp://office.local/ipp/print",
            isAdded: true
        )
        let queues = ["upstairs", "office"].map {
            Roster.Queue(name: $0, deviceURI: "ipp://office.local/ipp/print")
        }
        let rows = Roster(queues: queues, known: [added]).rows
        // One of the two queues has it.
        #expect(rows.map(\.id.rawValue) == ["office", "upstairs"])
        #expect(rows.map(\.aliases) == [[PrinterID(rawValue: "cellar")], []])
        // Without a queue it is the id, and a queue of that name for another printer keeps its own.
        #expect(Roster(known: [added]).rows.map(\.aliases) == [[]])
        let other = Roster.Queue(name: "cellar", deviceURI: "socket://192.0.2.9")
        let both = Roster(queues: queues + [other], known: [added]).rows
        #expect(both.map(\.id.rawValue) == ["cellar", "office", "upstairs"])
        #expect(both.allSatisfy { $0.aliases.isEmpty })
    }

    @Test func `a queue can be passed by on request`() {
        let queue = Roster.Queue(name: "office", deviceURI: "ipp://office.local/ipp/print")
        let known = KnownDevice(
            id: PrinterID(rawValue: "office"),
            uuid: Self.uuid,
            name: "office",
            uri: "ipp://office.local/ipp/print",
            isDirect: true
        )
        let rows = Roster(queues: [queue], services: [service()], known: [known]).rows
        #expect(rows.map(\.id.rawValue) == ["office"])
        #expect(rows.first?.ways == [.service(service().id), .queue("office")])
    }

    @Test(
        arguments: [
            ("Office Printer", "Office_Printer"), ("HP LaserJet [4A:5B]", "HP_LaserJet_4A_5B"),
            ("  --  ", "Printer"), ("打印机 二", "打印机_二"), ("Büro", "Büro"),
        ]
    )
    func `ids are made of letters and digits`(name: String, id: String) {
        #expect(Roster(services: [service(name)]).rows.map(\.id.rawValue) == [id])
    }

    @Test func `URIs are complete`() {
        #expect(service().uri == "ipp://office.local/ipp/print")
        let other = service(encrypted: true, port: 443, more: ["rp": "/a b?c"])
        #expect(other.uri == "ipps://office.local:443/a%20b%3Fc")
    }

    /// Anyone can announce the address of a printer together with an address of their own.
    @Test func `a printer that claims the place of another one gets none of its jobs`() {
        let evil = "00000000-0000-4000-8000-00000000000e"
        let office = service(encrypted: true)
        let added = KnownDevice(
            id: PrinterID(rawValue: "cellar"),
            uuid: "6a1b2c3d-0000-4000-8000-001122334456",
            name: "Cellar",
            uri: "ipp://192.0.2.8/ipp/print",
            isAdded: true
        )
        let claims = [
            service("AAA", encrypted: true, uuid: evil),
            service(
                "BBB",
                encrypted: true,
                host: "evil.local",
                addresses: ["192.0.2.8", "192.0.2.66"],
                uuid: evil
            ),
        ]
        let seen = KnownDevice(
            id: PrinterID(rawValue: "office"),
            uuid: Self.uuid,
            name: "Office Printer",
            uri: "ipps://office.local/ipp/print"
        )
        let queue = Roster.Queue(
            name: "floor",
            deviceURI: "ipp://office.local/ipp/print",
            deviceUUID: Self.uuid
        )
        let rows = Roster(services: [office] + claims, known: [added, seen]).rows
        let row = rows.first { $0.id.rawValue == "office" }
        #expect(row?.ways == [.service(office.id)] && row?.uuid == Self.uuid)
        let cellar = rows.first { $0.id.rawValue == "cellar" }
        #expect(cellar?.ways == [.address(added.uri)] && cellar?.uuid == added.uuid)
        #expect(rows.count == 3)
        let owned = Roster(queues: [queue], services: [office] + claims).rows
        #expect(owned.first { $0.id.rawValue == "floor" }?.ways.count == 2)
    }

    @Test func `a thousand printers with the name of a queue get names of their own`() {
        let services = (0..<1000).map { number in
            // All of these names have the same letters.
            service(
                "office" + (0..<5).map { String(Array(" .-+")[number >> (2 * $0) & 3]) }.joined(),
                host: "h\(number).local",
                addresses: ["10.0.\(number / 250).\(number % 250 + 1)"],
                uuid: "6a1b2c3d-0000-4000-8000-\(100_000_000_000 + number)"
            )
        }
        let queue = Roster.Queue(name: "office", deviceURI: "ipp://192.0.2.9/ipp/print")
        let rows = Roster(queues: [queue], services: services).rows
        #expect(Set(rows.map(\.id)).count == 1001)
        #expect(rows.first { $0.id.rawValue == "office" }?.ways == [.queue("office")])
        #expect(rows.contains { $0.id.rawValue == "office_1001" })
        // A search that begins anew for each tries half a million names.
        var names = PrinterNames(queues: [queue], known: [])
        for _ in 0..<1000 { _ = names.id(of: Roster.Parts.Group(), named: "office") }
        #expect(names.lookups < 4000)
    }
}
