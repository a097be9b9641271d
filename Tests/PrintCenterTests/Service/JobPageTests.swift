import FoundationEssentials
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

/// Lists of jobs in parts.
@Suite struct `Pages of a list of jobs` {
    private static func list(
        _ fakes: ServiceOnFakes,
        _ filter: JobFilter,
        _ page: JobPage
    ) async throws -> [PrintJob] {
        let list = fakes.service.jobList(filter, page: page, language: .english)
        var found: [PrintJob] = []
        for try await jobs in list {
            found += try WireFormat.decode([PrintJob].self, from: Data("[".utf8 + jobs + "]".utf8))
        }
        return found
    }

    @Test func `are the list, with the jobs of other programs behind its end`() async throws {
        try await ServiceOnFakes.run { fakes in
            for number in 0..<5 { _ = try await fakes.submit("\(number).pdf", hold: true) }
            let whole = try await Self.list(fakes, JobFilter(), JobPage())
            #expect(whole.count { $0.id != nil } == 5)
            let others = whole.filter { $0.id == nil }
            for limit in [1, 2, 4, 5, 6] {
                var place = JobPage(limit: limit)
                var found: [PrintJob] = []
                while true {
                    let page = try await Self.list(fakes, JobFilter(), place)
                    let ids = page.compactMap(\.id)
                    found += page
                    let list = fakes.service.jobList(JobFilter(), page: place, language: .english)
                    let rest = 5 - found.compactMap(\.id).count
                    #expect(try await list.remaining() == rest)
                    guard ids.count == limit, let last = ids.last else { break }
                    #expect(page.count == limit)
                    place.after = last
                }
                #expect(found == whole, "\(limit)")
            }
            #expect(try await Self.list(fakes, JobFilter(), .others) == others)
            #expect(try await Self.list(fakes, JobFilter(), JobPage(limit: 0)).isEmpty)
        }
    }

    @Test func `count what follows of the wanted printer and user only`() async throws {
        try await ServiceOnFakes.run { fakes in
            for number in 0..<3 { _ = try await fakes.submit("\(number).pdf", hold: true) }
            func remaining(_ filter: JobFilter) async throws -> Int? {
                let page = JobPage(limit: 1)
                return try await fakes.service.jobList(filter, page: page, language: .english)
                    .remaining()
            }
            #expect(try await remaining(JobFilter()) == 2)
            #expect(try await remaining(JobFilter(printer: PrinterID(rawValue: "office"))) == 2)
            #expect(try await remaining(JobFilter(printer: PrinterID(rawValue: "none"))) == 0)
            #expect(try await remaining(JobFilter(user: "somebody else")) == 0)
            #expect(try await remaining(JobFilter(all: true)) == nil)
            let whole = fakes.service.jobList(JobFilter(), language: .english)
            #expect(try await whole.remaining() == nil)
        }
    }
}
