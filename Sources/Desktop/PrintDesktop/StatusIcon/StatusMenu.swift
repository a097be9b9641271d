import PrintModel
import SessionBus

/// The menu of the status icon (com.canonical.dbusmenu, version 3): the page, the jobs, and an end for all of them.
struct StatusMenu {
    static let interface = "com.canonical.dbusmenu"
    static let path = "/MenuBar"
    static let properties: [String: BusValue] = [
        "Version": .uint32(3), "TextDirection": .string("ltr"), "Status": .string("normal"),
        "IconThemePath": .strings([]),
    ]

    /// What the user can choose.
    enum Item: Sendable, Equatable {
        case open
        case job(JobID)
        case cancelAll
    }

    /// The number of jobs in the menu.
    private static let limit = 10

    let words: DesktopWords
    private var jobs: [PrintJob] = []
    /// Changes with the contents.
    private(set) var revision: UInt32 = 1

    init(words: DesktopWords) {
        self.words = words
    }

    /// Whether a job needs a person.
    var needsPerson: Bool { jobs.contains { $0.state == .waiting } }

    /// The number of jobs, and what those that wait for a person need.
    var summary: String {
        let reasons = jobs.filter { $0.state == .waiting }.compactMap(\.reasons.first?.message)
        return ([words.jobs(jobs.count)] + reasons.prefix(3)).joined(separator: "\n")
    }

    /// Takes the jobs as they are; whether the menu is another one.
    @discardableResult
    mutating func update(_ jobs: [PrintJob]) -> Bool {
        let before = lines
        self.jobs = jobs
        guard lines != before else { return false }
        revision += 1
        return true
    }

    private var lines: [String] {
        jobs.map { words.line(of: $0) + ($0.reasons.first?.message ?? "") }
    }

    // MARK: Entries

    private struct Entry {
        let id: Int32
        let item: Item?
        let label: String
    }

    private var entries: [Entry] {
        var entries = [Entry(id: 1, item: .open, label: words.open)]
        entries.append(Entry(id: 2, item: nil, label: ""))
        for (index, job) in jobs.prefix(Self.limit).enumerated() {
            guard let id = job.id else { continue }
            entries.append(
                Entry(id: Int32(clamping: 10 + index), item: .job(id), label: words.line(of: job))
            )
        }
        entries.append(Entry(id: 3, item: nil, label: ""))
        entries.append(Entry(id: 4, item: .cancelAll, label: words.cancelAll))
        return entries
    }

    private func properties(of entry: Entry) -> [String: BusValue] {
        guard entry.item != nil else { return ["type": .string("separator")] }
        // A single "_" would be taken for a mnemonic.
        return ["label": .string(entry.label.replacing("_", with: "__"))]
    }

    private func layout(of id: Int32, deep: Bool) throws -> BusValue {
        if id == 0 {
            let children = deep ? entries : []
            return .structure([
                .int32(0), .dictionary(["children-display": .string("submenu")]),
                .array(of: "v", try children.map { .variant(try layout(of: $0.id, deep: deep)) }),
            ])
        }
        guard let entry = entries.first(where: { $0.id == id }) else {
            throw BusError(.invalid, "no entry \(id)")
        }
        return .structure([
            .int32(id), .dictionary(properties(of: entry)), .array(of: "v", []),
        ])
    }

    /// Answers a call of the panel.
    ///
    /// - Parameter call: The call.
    /// - Returns: The values of the reply, and what the user has chosen.
    /// - Throws: ``BusError``.
    func answer(_ call: BusEvent) throws -> (values: [BusValue], chosen: [Item]) {
        let arguments = call.arguments
        func number(_ value: BusValue?) -> Int32 { Int32(truncatingIfNeeded: value?.integer ?? 0) }
        switch call.member {
        case "GetLayout":
            let deep = arguments.count < 2 || arguments[1].integer != 0
            let layout = try layout(of: number(arguments.first), deep: deep)
            return ([.uint32(revision), layout], [])
        case "GetGroupProperties":
            let ids = Set((arguments.first?.elements ?? []).map(number))
            let found = entries.filter { ids.isEmpty || ids.contains($0.id) }
            let values = found.map {
                BusValue.structure([.int32($0.id), .dictionary(properties(of: $0))])
            }
            return ([.array(of: "(ia{sv})", values)], [])
        case "GetProperty":
            let id = number(arguments.first)
            guard let entry = entries.first(where: { $0.id == id }),
                let value = properties(of: entry)[arguments.last?.text ?? ""]
            else { throw BusError(.invalid, "no such property") }
            return ([.variant(value)], [])
        case "Event":
            return ([], chosen(arguments))
        case "EventGroup":
            let events = (arguments.first?.elements ?? []).map { event in
                if case .structure(let members) = event { members } else { [BusValue]() }
            }
            return ([.array(of: "i", [])], events.flatMap(chosen))
        case "AboutToShow":
            return ([.boolean(false)], [])
        case "AboutToShowGroup":
            return ([.array(of: "i", []), .array(of: "i", [])], [])
        default: throw BusError(.unknownMethod, call.member)
        }
    }

    private func chosen(_ event: [BusValue]) -> [Item] {
        guard event.count >= 2, event[1].text == "clicked" else { return [] }
        return entries.filter { $0.id == Int32(truncatingIfNeeded: event[0].integer ?? 0) }
            .compactMap(\.item)
    }
}
