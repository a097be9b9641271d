import Glibc
package import PrintCenter
package import PrintModel
import Synchronization

/// A preparer that reads no document: every one is a PDF of three A4 pages, unless the test says
/// otherwise.
package final class FakePreparer: DocumentPreparer {
    private struct State {
        var problem: DocumentFacts.Problem?
        var errors: [PreparationError] = []
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var prepared = 0
        var laidOut = 0
        var layoutEdition = ""
        var isSimple = false
    }

    private let state = Mutex(State())

    /// Makes a preparer.
    package init() {}

    /// What is wrong with every document from now on.
    package var problem: DocumentFacts.Problem? {
        get { state.withLock(\.problem) }
        set { state.withLock { $0.problem = newValue } }
    }

    /// The versions of programs and fonts.
    package var layoutEdition: String {
        get { state.withLock(\.layoutEdition) }
        set { state.withLock { $0.layoutEdition = newValue } }
    }

    /// Whether a program could not lay documents out, and their pages are simpler.
    package var isSimple: Bool {
        get { state.withLock(\.isSimple) }
        set { state.withLock { $0.isSimple = newValue } }
    }

    /// How many documents were prepared.
    package var preparedCount: Int { state.withLock(\.prepared) }

    /// How many preparations are kept waiting.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// How many documents were laid out.
    package var laidOutCount: Int { state.withLock(\.laidOut) }

    /// Keeps preparations waiting from now on.
    package func hold() { state.withLock { $0.isHeld = true } }

    /// Lets those that wait go on.
    package func letGo() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    private func waitWhileHeld() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
    }

    /// Makes the next preparation fail.
    package func failNext(with error: PreparationError) {
        state.withLock { $0.errors.append(error) }
    }

    package func facts(
        of descriptor: Int32,
        name: String,
        size: Int
    ) async throws -> DocumentFacts {
        var facts = DocumentFacts(name: name, type: "application/pdf", size: size) { language in
            switch language {
            case .english: "PDF document"
            case .simplifiedChinese: "PDF 文档"
            }
        }
        facts.pages = 3
        facts.pageSizes = [.init(count: 3, width: 595, height: 842)]
        facts.problem = problem
        return facts
    }

    package func facts(ofType type: String) -> DocumentFacts {
        DocumentFacts(
            onlyType: type,
            layout: type.hasPrefix("text/") ? .lines : nil,
            isReadable: true
        )
    }

    /// Documents are laid out on three pages of the paper.
    package func layOut(
        _ descriptor: Int32,
        document: DocumentFacts,
        on setup: PageSetup,
        into output: Int32
    ) async throws -> DocumentFacts {
        state.withLock { $0.laidOut += 1 }
        var facts = document
        facts.problem = problem
        guard facts.problem == nil else { return facts }
        facts.pages = 3
        if isSimple { facts.simplification = .init() }
        facts.pageSizes = [
            .init(count: 3, width: setup.sheet.width, height: setup.sheet.length)
        ]
        try Self.write("\(document.name) on \(setup.sheet.size)", to: output)
        return facts
    }

    /// The PDFs stay one after the other; each has three pages.
    package func join(
        _ sizes: [Int],
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreparationError) -> (pages: Int, pageSizes: [DocumentFacts.PageSizes]) {
        var bytes = [UInt8](repeating: 0, count: sizes.reduce(0, +))
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        guard count == bytes.count, unsafe Glibc.write(output, bytes, count) == count else {
            throw PreparationError(mayPass: true, detail: "The output cannot be written.")
        }
        let pages = 3 * sizes.count
        return (pages, [.init(count: pages, width: 595, height: 842)])
    }

    package func prepare(
        _ plan: PrintPlan,
        of descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws {
        await waitWhileHeld()
        let error = state.withLock { state -> PreparationError? in
            if state.errors.isEmpty {
                state.prepared += 1
                return nil
            }
            return state.errors.removeFirst()
        }
        if let error { throw error }
        try Self.write("pages of \(document.name)", to: output)
    }

    package func makeRaster(
        _ plan: PrintPlan,
        of descriptor: Int32,
        into output: Int32
    ) async throws -> RasterStream? {
        try Self.write("raster of \(plan.raster?.type ?? "nothing")", to: output)
        return nil
    }

    /// Every locked document opens with the password of `samples/locked.pdf`.
    package func unlock(
        _ descriptor: Int32,
        password: String,
        into output: Int32
    ) async throws -> Unlocking {
        guard password == "sesame" else { return .wrongPassword }
        problem = nil
        try Self.write("unlocked", to: output)
        return .opened(nil)
    }

    private static func write(_ text: String, to output: Int32) throws {
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(output, bytes, bytes.count) == bytes.count else {
            throw PreparationError(mayPass: true, detail: "The output cannot be written.")
        }
    }
}
