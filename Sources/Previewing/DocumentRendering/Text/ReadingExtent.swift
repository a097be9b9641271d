import PreviewHelper
import PreviewModel
import Synchronization

/// How much of a document is read: its beginning, which previews show, or all of it, for pages that are written.
enum ReadingExtent: Sendable {
    case beginning
    case whole

    /// The extent for the readers that run within a closure; the readers themselves pass their limits to nobody.
    @TaskLocal static var current = ReadingExtent.beginning
    /// Where readers note that they left something out; `nil` for previews, which always do.
    @TaskLocal static var omissions: Omissions?

    /// Reads to an extent, and notes what is left out.
    static func reading<Result>(
        _ extent: ReadingExtent,
        noting omissions: Omissions,
        _ body: () throws(DocumentProblemError) -> Result
    ) throws(DocumentProblemError) -> Result {
        // The closures of task-local values throw untyped errors.
        let result = $current.withValue(extent) {
            $omissions.withValue(omissions) { () -> Swift.Result<Result, DocumentProblemError> in
                do throws(DocumentProblemError) { return .success(try body()) } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    /// The limit for this extent.
    static func limit(_ beginning: Int, whole: Int) -> Int {
        current == .whole ? whole : beginning
    }

    /// Notes that words of the document are left out at a limit.
    static func noteOmission() { omissions?.note() }

    /// Notes that a picture is not shown, because it is not in the document.
    static func noteMissingPicture(_ address: String) { omissions?.note(missing: address) }

    /// The beginning of a text, which is noted where that is not all.
    static func beginning(of text: String, _ beginning: Int, whole: Int) -> String {
        let result = text.prefix(limit(beginning, whole: whole))
        if result.endIndex < text.endIndex { noteOmission() }
        return String(result)
    }
}

/// What was left out of a document.
final class Omissions: Sendable {
    private let found = Atomic(false)
    /// The addresses of pictures, of which each counts once.
    private let addresses = Mutex<Set<String>>([])
    /// The most characters of an address that tell it from others.
    private static let addressLimit = 512

    /// Whether there are any.
    var exist: Bool { found.load(ordering: .relaxed) }

    /// The pictures that are not in the document.
    var missing: LeftOut {
        addresses.withLock { all in
            let beside = all.count(where: PackagePath.isRelative)
            return LeftOut(pictures: beside, elsewhere: all.count - beside)
        }
    }

    func note() { found.store(true, ordering: .relaxed) }

    /// Notes the pictures that a page would not show, and nothing else of it.
    func take(missingOf html: String, picture: @escaping (String) -> InlinePicture?) {
        let other = Omissions()
        ReadingExtent.$omissions.withValue(other) {
            HTMLText.read(html, picture: picture) { _ in true }
        }
        for address in other.addresses.withLock({ $0 }) { note(missing: address) }
    }

    fileprivate func note(missing address: String) {
        // An empty address names no picture.
        guard !address.isEmpty else { return }
        addresses.withLock { all in
            guard all.count < LeftOut.limit else { return }
            all.insert(String(address.prefix(Self.addressLimit)))
        }
    }
}
