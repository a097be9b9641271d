import FoundationEssentials
import PrintModel
import Testing

/// The objects of the contract: each key is there, `null` where nothing is known.
@Suite struct `In JSON` {
    private static let reason = Reason(.mediaEmpty, ["printer": "office", "media": "A4"])
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)

    private static let fullJob = PrintJob(
        id: JobID(rawValue: 12),
        external: "office-12",
        submission: SubmissionID(rawValue: "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"),
        name: "report.pdf",
        user: "ann",
        printer: PrinterID(rawValue: "office"),
        state: .waiting,
        reasons: [reason],
        document: DocumentFacts(
            id: "d",
            name: "report.pdf",
            type: "application/pdf",
            kind: "PDF document",
            kinds: ["en": "PDF document", "zh-Hans": "PDF 文档"],
            title: "Report",
            pages: 6,
            size: 141_312,
            sha256: "00",
            problem: .encrypted
        ),
        ticket: PrintTicket(
            pages: try? PageSelection("2-3"),
            copies: 2,
            collate: true,
            sides: .twoSidedLongEdge,
            media: .a4,
            color: .auto,
            quality: .high,
            priority: 50
        ),
        plan: PrintPlan(pages: [2, 3], copies: 2, sides: .twoSidedLongEdge, media: .a4),
        progress: JobProgress(impressions: 1, sheets: 0),
        createdAt: date,
        updatedAt: date,
        finishedAt: date
    )

    private static let bareJob = PrintJob(
        id: nil,
        submission: nil,
        name: "",
        user: "",
        printer: PrinterID(rawValue: "office"),
        state: .queued,
        document: nil,
        ticket: PrintTicket(),
        plan: nil,
        createdAt: date,
        updatedAt: date
    )

    private static let jobKeys = [
        "id", "external", "submission", "name", "user", "printer", "state", "reasons", "document",
        "ticket", "plan", "progress", "createdAt", "updatedAt", "finishedAt",
        "notices",
    ]
    private static let ticketKeys = [
        "pages", "pageSet", "reverse", "copies", "collate", "sides", "media", "source", "color",
        "quality", "orientation", "numberUp", "scaling", "finishings", "outputBin", "priority",
        "holdUntil", "attributes", "numberUpLayout", "percent", "ppi", "position", "mirror",
        "border", "borderless", "margins", "fontSize", "lineNumbers", "fitWidth", "gridLines",
        "headings", "worksheets",
        "booklet", "signature", "creep", "poster", "contactSheet", "eachOnNewSheet", "header",
        "footer", "stamp",
    ]
    /// What a full ticket of the tests leaves out.
    private static let unsaid = [
        "pageSet", "reverse", "source", "orientation", "numberUp", "scaling", "finishings",
        "outputBin", "holdUntil", "attributes", "numberUpLayout", "percent", "ppi", "position",
        "mirror", "border", "borderless", "margins", "fontSize", "lineNumbers", "fitWidth",
        "gridLines",
        "headings", "worksheets", "booklet", "signature", "creep", "poster", "contactSheet",
        "eachOnNewSheet",
        "header", "footer",
        "stamp",
    ]
    private static let planKeys = [
        "pages", "copies", "collate", "impressions", "sheets", "sides", "media", "sheet", "source",
        "color", "quality", "numberUp", "reverse", "orientation", "scaling", "finishings",
        "outputBin", "priority", "attributes", "syntaxes", "printScaling",
        "numberUpLayout", "percent", "ppi", "position", "mirror", "border", "borderless",
        "booklet", "signature", "creep", "poster", "contactSheet", "newSheets", "header", "footer",
        "stamp",
    ]
    private static let openInPlan = [
        "raster", "pin", "gray", "mediaSize", "copiesInFile",
        "priority", "printScaling", "sheet", "source", "color", "quality", "orientation",
        "outputBin", "pageRuns", "percent", "ppi", "signature", "poster",
        "contactSheet", "newSheets", "header", "footer", "stamp",
    ]
    /// What only a document has that the service lays out.
    private static let layoutKeys = [
        "layout", "pageSetup", "simplification", "isTruncated", "leftOut", "parts",
        "worksheets", "restriction", "layoutLimits",
    ]
    private static let documentKeys = [
        "name", "type", "kind", "kinds", "title", "pages", "size", "sha256",
    ]

    @Test func `a job has each key of the contract`() throws {
        let job = try object(Self.fullJob)
        try expectKeys(Self.jobKeys, in: job, nulls: ["host", "notices", "route"])
        try expectKeys(Self.ticketKeys, in: job["ticket"], nulls: Self.unsaid)
        try expectKeys(Self.planKeys, in: job["plan"], nulls: Self.openInPlan)
        try expectKeys(
            Self.documentKeys,
            in: job["document"],
            nulls: ["pageSizes"] + Self.layoutKeys
        )
        try expectKeys(["impressions", "sheets"], in: job["progress"], nulls: [])
        #expect(job["id"] == .number(12))
        #expect(job["ticket"]?["pages"] == .string("2-3"))
        #expect(job["plan"]?["pages"] == .array([.number(2), .number(3)]))
        #expect(job["createdAt"] == .string("2023-11-14T22:13:20Z"))
        #expect(job["submission"] == .string("aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"))
        try expectKeys(
            ["code", "parameters", "message", "remedy"],
            in: job["reasons"]?[0],
            nulls: []
        )
    }

    @Test func `a job of which nothing is known has each key, too`() throws {
        let nulls = [
            "id", "external", "submission", "document", "plan", "finishedAt", "notices", "route",
            "host",
        ]
        let job = try object(Self.bareJob)
        try expectKeys(Self.jobKeys, in: job, nulls: nulls)
        try expectKeys(Self.ticketKeys, in: job["ticket"], nulls: Self.ticketKeys)
        let plan = PrintPlan(pages: nil, copies: 1, sides: .oneSided, media: nil)
        try expectKeys(
            Self.planKeys,
            in: try object(plan),
            nulls: ["pages", "impressions", "sheets", "media"] + Self.openInPlan
        )
        let facts = DocumentFacts(name: "a", type: "b", kind: "c", size: 0)
        let keys = ["kinds", "title", "pages", "pageSizes", "sha256"]
        try expectKeys(
            Self.documentKeys,
            in: try object(facts),
            nulls: keys + Self.layoutKeys + ["id", "problem"]
        )
    }

    @Test func `a check has each key of the contract`() throws {
        let keys = ["possible", "printer", "document", "plan", "notices", "obstacles"]
        let obstacle = Obstacle(.noPrinter)
        let check = PrintCheck(printer: nil, document: nil, plan: nil, obstacles: [obstacle])
        let json = try object(check)
        try expectKeys(keys, in: json, nulls: ["printer", "document", "plan"])
        try expectKeys(
            ["code", "option", "parameters", "message", "remedy"],
            in: json["obstacles"]?[0],
            nulls: ["option"]
        )
        #expect(json["possible"] == .bool(false))
    }

    @Test func `a printer has each key of the contract`() throws {
        let keys = [
            "id", "name", "aliases", "state", "accepting", "reasons", "location", "makeAndModel",
            "uuid", "uri", "default", "capabilities",
        ]
        let unknown = ["location", "makeAndModel", "uuid", "uri"]
        try expectKeys(keys, in: try object(Sample.printer()), nulls: unknown)
        try expectKeys(
            keys,
            in: try object(Sample.printer(capabilities: nil)),
            nulls: unknown + ["capabilities"]
        )
        let plain = try object(PrinterCapabilities())
        try expectKeys(
            [
                "color", "duplex", "copies", "sides", "media", "mediaReady", "mediaDefault",
                "formats",
            ],
            in: plain,
            nulls: [
                "mediaDefault", "sidesDefault", "colorModeDefault", "qualityDefault",
                "sourceDefault", "outputBinDefault", "pinLength", "pinLengthMin",
                "pinCharacters", "pinObstacle", "raster", "mediaSizes", "sourceMedia",
                "rolls", "reversedBins",
            ]
        )
        try expectKeys(["min", "max"], in: plain["copies"], nulls: [])
    }

    @Test func `the service's status has each key of the contract`() throws {
        let status = ServiceStatus(pid: 7, socket: "/s", version: "1", activeJobs: 2)
        let json = try object(status)
        let nulls = [
            "previews", "settingsProblem", "obeysDocumentRestrictions", "discoveryProblem",
            "databaseProblem", "watched", "notifications", "database", "documents",
        ]
        let keys = ["running", "pid", "socket", "version", "jobs"] + nulls
        try expectKeys(keys, in: json, nulls: nulls)
        #expect(json["running"] == .bool(true))
        #expect(json["jobs"] == .object(["active": .number(2)]))
    }

    @Test func `the story of a job stands beside its own keys`() throws {
        let entry = StoryEntry(
            at: Self.date,
            state: .waiting,
            printer: PrinterID(rawValue: "office"),
            reasons: [Self.reason],
            progress: JobProgress()
        )
        let details = JobDetails(job: Self.fullJob, story: [entry])
        try expectKeys(
            Self.jobKeys + ["story"],
            in: try object(details),
            nulls: ["host", "notices", "route"]
        )
    }

    @Test func `every object comes back as it was`() throws {
        try expectRoundTrip(Self.fullJob)
        try expectRoundTrip(Self.bareJob)
        try expectRoundTrip(JobDetails(job: Self.bareJob, story: []))
        try expectRoundTrip(Sample.printer(reasons: [Self.reason], isDefault: true))
        try expectRoundTrip(Sample.printer("a", .unusable, capabilities: nil))
        try expectRoundTrip(PrinterOptions(printer: Sample.printer(), document: Sample.document()))
        try expectRoundTrip(ServiceStatus(pid: 7, socket: "/s", version: "1", activeJobs: 2))
        let previews = PreviewStatus(
            helpers: [
                "documents": .init(state: .ready, confinement: "Landlock 7"),
                "images": .init(state: .off, reason: "No sandbox."),
                "texts": .init(state: .notStarted),
            ],
            ends: ["shown": 3],
            helperDeaths: 1
        )
        try expectRoundTrip(
            ServiceStatus(
                pid: 7,
                socket: "/s",
                version: "1",
                activeJobs: 2,
                previews: previews
            )
        )
        let check = Admission(printer: Sample.mono)
            .check(Sample.document(), ticket: PrintTicket(copies: 1000))
        try expectRoundTrip(check)
        try expectRoundTrip(Problem(check))
        try expectRoundTrip(Problem.noSuchJob("12"))
        try expectRoundTrip(SubmissionRequest(document: "d"))
        try expectRoundTrip(CheckRequest(document: "d", printer: "p", defaults: ["a"]))
        try expectRoundTrip(OptionsRequest())
        try expectRoundTrip(SubmissionRequest(document: "d", preset: "Book"))
        try expectRoundTrip(CheckRequest(document: "d", preset: "Book"))
        try expectRoundTrip(OptionsRequest(preset: "Book"))
        try expectRoundTrip(ReprintRequest(preset: "Book"))
        try expectRoundTrip(PresetRequest(ticket: PrintTicket(copies: 2)))
        let preset = PrintPreset(name: "小册子", ticket: PrintTicket(copies: 2), unknown: ["foil"])
        try expectRoundTrip(preset)
        let keys = try object(preset)
        try expectKeys(["name", "ticket", "unknown"], in: keys, nulls: [])
    }

    @Test func `the JSON of a job has the parts that are reported of a queued one`() throws {
        var long = Self.fullJob
        long.plan?.pages = Array(1...5000)
        for job in [Self.fullJob, Self.bareJob, long] {
            let queued = try WireFormat.decode(QueuedJob.self, from: WireFormat.encode(job))
            #expect(queued == QueuedJob(job))
        }
        #expect(QueuedJob(long).plan?.pageCount == 5000)
    }

    @Test func `keywords that nobody knows survive`() throws {
        let sides = Data(#"["tumble"]"#.utf8)
        #expect(try WireFormat.decode([Sides].self, from: sides) == [Sides(rawValue: "tumble")])
        #expect(try WireFormat.encode([Sides(rawValue: "tumble")]) == sides)
    }

    @Test func `one value is one line`() throws {
        let line = String(decoding: try WireFormat.encode(["a\nb": "c\u{1B}\r\n"]), as: UTF8.self)
        #expect(line == #"{"a\nb":"c\u001b\r\n"}"#)
    }

    // MARK: Looking at JSON

    func object(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: try WireFormat.encode(value))
    }

    func expectKeys(
        _ keys: [String],
        in value: JSONValue?,
        nulls: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard case .object(let object) = value else {
            Issue.record("no object", sourceLocation: sourceLocation)
            return
        }
        for key in keys {
            #expect(object[key] != nil, "no \(key)", sourceLocation: sourceLocation)
        }
        let found = object.filter { $0.value == .null }.keys.sorted()
        #expect(found == nulls.sorted(), sourceLocation: sourceLocation)
    }

    private func expectRoundTrip<T: Codable & Equatable>(
        _ value: T,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let back = try WireFormat.decode(T.self, from: try WireFormat.encode(value))
        #expect(back == value, sourceLocation: sourceLocation)
    }
}

/// JSON as it stands.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    subscript(index: Int) -> JSONValue? {
        guard case .array(let array) = self, array.indices.contains(index) else { return nil }
        return array[index]
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }
}
