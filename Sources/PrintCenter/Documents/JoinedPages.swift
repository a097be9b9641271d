import Glibc
import PrintModel

/// The pages of several documents that are printed as one.
///
/// The document in the spool has the bytes of its parts, one after the other. Each part becomes a PDF as it would alone:
/// it has one, or is laid out, or is a picture on a page; the preparer joins them.
struct JoinedPages: Sendable {
    let spool: Spool
    let preparer: any DocumentPreparer

    /// Writes the pages as a PDF.
    ///
    /// - Parameters:
    ///   - source: The open document.
    ///   - document: Its facts, with their parts.
    ///   - setup: The paper.
    ///   - output: An empty open file.
    /// - Returns: The facts with the pages of all parts, or with a problem.
    /// - Throws: `SpoolError`, and `PreparationError` or `Problem` where the pages cannot be made now.
    func write(
        of source: Int32,
        document: DocumentFacts,
        on setup: PageSetup,
        into output: Int32
    ) async throws -> DocumentFacts {
        var facts = document
        var parts = document.parts ?? []
        let all = try await spool.scratch()
        defer { close(all) }
        var sizes: [Int] = []
        var place = 0
        for index in parts.indices {
            let part = parts[index]
            let written = try await add(part, of: source, at: place, on: setup, to: all)
            place = place.adding(clamping: part.size)
            parts[index] = written.facts
            facts.problem = facts.problem ?? written.facts.problem
            sizes.append(written.size)
        }
        facts.parts = parts
        guard facts.problem == nil else { return facts }
        facts.simplification = parts.lazy.compactMap(\.simplification).first
        facts.isTruncated = parts.contains { $0.isTruncated == true }
        do throws(PreparationError) {
            let joined = try await preparer.join(sizes, of: all, into: output)
            guard joined.pages == parts.reduce(0, { $0.adding(clamping: $1.pages ?? 0) }) else {
                facts.problem = .damaged
                return facts
            }
            (facts.pages, facts.pageSizes) = (joined.pages, joined.pageSizes)
        } catch {
            guard !error.mayPass else { throw error }
            facts.problem = .damaged
        }
        return facts
    }

    /// Appends the PDF of a part to a file; returns its size, and the facts with its pages.
    private func add(
        _ part: DocumentFacts,
        of source: Int32,
        at place: Int,
        on setup: PageSetup,
        to all: Int32
    ) async throws -> (size: Int, facts: DocumentFacts) {
        if part.type == DocumentFacts.pdf, part.layout == nil {
            try Spool.copy(source, from: place, count: part.size, into: all)
            return (part.size, part)
        }
        let (file, pages) = (try await spool.scratch(), try await spool.scratch())
        defer {
            close(file)
            close(pages)
        }
        try Spool.copy(source, from: place, count: part.size, into: file)
        var facts = part
        if part.layout != nil {
            facts = try await preparer.layOut(file, document: part, on: setup, into: pages)
        } else {
            do {
                try await preparer.prepare(
                    PrintPlan(of: part, on: setup),
                    of: file,
                    document: part,
                    into: pages
                )
            } catch let error as PreparationError where !error.mayPass {
                facts.problem = .damaged
            }
        }
        guard facts.problem == nil else { return (0, facts) }
        let size = Spool.size(of: pages)
        try Spool.copy(pages, into: all)
        return (size, facts)
    }
}

extension PrintPlan {
    /// Each page of a picture on the paper of a setup, or on a page of its own shape.
    fileprivate init(of picture: DocumentFacts, on setup: PageSetup) {
        self.init(
            pages: Array(1...max(1, picture.pages ?? 1)),
            copies: 1,
            sides: .oneSided,
            media: nil,
            sheet: setup.pictures == nil ? SheetSize(shapedLike: picture) : setup.sheet,
            orientation: setup.pictures == nil ? nil : setup.orientation,
            scaling: setup.pictures ?? .fit
        )
    }
}

extension SheetSize {
    /// Paper without margins that a picture fills, as long as A4 is.
    fileprivate init(shapedLike picture: DocumentFacts) {
        let shape = picture.pageSizes?.first ?? .init(count: 1, width: 1, height: 1)
        let longest = max(shape.width, shape.height, 1)
        let length = Double(PageSetup.usualSheet.size.length)
        // Of a narrow strip, a page still needs an edge that can be printed.
        func edge(_ edge: Double) -> Int { max(500, Int(clamping: edge / longest * length)) }
        self.init(size: MediaSize(width: edge(shape.width), length: edge(shape.height)))
    }
}
