import PreviewHelper
import PreviewModel

/// A text that is packed with the pictures of a folder that its user has named.
///
/// The first entry of the archive is `mimetype`, the second one the text.
struct PackedDocument {
    private let archive: ZipArchive
    private let document: ZipArchive.Entry

    /// Opens a package; `nil` for any other file.
    init?(_ descriptor: Int32) {
        let type = FileType.documentPackage.rawValue
        guard FilePart.start(of: descriptor, limit: 4).bytes.elementsEqual([0x50, 0x4B, 3, 4]),
            // A damaged archive is no package, and no text either, as its reader finds.
            let archive = try? ZipArchive.open(descriptor), archive.entries.count > 1,
            let mark = archive["mimetype"], let words = try? archive.read(mark, limit: 255),
            words.elementsEqual(type.utf8)
        else { return nil }
        self.archive = archive
        document = archive.entries[1]
    }

    /// The first bytes of the text, and whether they are all.
    func start(limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
        do throws(ZipArchive.Failure) {
            return (try archive.start(of: document, count: limit), document.size <= limit)
        } catch {
            // No bytes of the archive are text.
            return ([0], true)
        }
    }

    /// Where pictures are found by their addresses.
    ///
    /// - Parameter html: The page, which may give another base for its addresses; `nil` for Markdown.
    /// - Returns: The picture at an address; `nil` for one outside, and for one that cannot be shown.
    func pictures(html: String?) -> (String) -> InlinePicture? {
        let folder = PackagePath.folder(of: document.name)
        let base = html.flatMap(Self.base)
        return { address in
            if let picture = InlinePicture.inside(address) { return picture }
            var references = [address]
            if let base { references.insert(base, at: 0) }
            return picture(references, in: folder)
        }
    }

    private func picture(_ references: [String], in folder: String) -> InlinePicture? {
        guard let name = PackagePath.within(folder, references), name != document.name,
            let entry = archive[name]
        else { return nil }
        do throws(ZipArchive.Failure) {
            return InlinePicture(
                decoding: try archive.read(entry, limit: SizeLimit.embeddedPicture)
            )
        } catch {
            if error == .tooLarge { ReadingExtent.noteOmission() }
            return nil
        }
    }

    /// The base that a page gives for its addresses.
    private static func base(of html: String) -> String? {
        let found = Found()
        HTMLScanner.scan(html) { event in
            switch event {
            case .begin(let name, _): found.isBase = name == "base"
            case .attribute("href", let address) where found.isBase && !address.isEmpty:
                found.base = address
            default: break
            }
            return found.base == nil
        }
        return found.base
    }

    private final class Found {
        var isBase = false
        var base: String?
    }
}

extension PackagePath {
    /// The name to which relative references lead, each from the place of the one before.
    ///
    /// - Parameters:
    ///   - folder: The folder where the first one begins, with its trailing slash, or an empty string.
    ///   - references: The references, percent-encoded or not.
    /// - Returns: The name; `nil` where a reference is absolute, or leads out of the package.
    static func within(_ folder: String, _ references: [String]) -> String? {
        var parts = folder.split(separator: "/").map(String.init)
        for (index, reference) in references.enumerated() {
            let path = reference.singleLine.prefix { $0 != "#" && $0 != "?" }
            guard isRelative(path) else { return nil }
            let steps = path.split(separator: "/", omittingEmptySubsequences: false)
            // All of a base but what follows its last slash.
            let taken = index == references.count - 1 ? steps[...] : steps.dropLast()
            for step in taken where !step.isEmpty && step != "." {
                if step == ".." {
                    guard parts.popLast() != nil else { return nil }
                } else {
                    parts.append(String(decoding: bytes(of: step), as: UTF8.self))
                }
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// Whether a reference begins at the place of its document.
    static func isRelative(_ path: some StringProtocol) -> Bool {
        !path.hasPrefix("/") && !hasScheme(Substring(path))
    }

    /// Whether a reference begins with a scheme, such as "https:".
    private static func hasScheme(_ path: Substring) -> Bool {
        guard path.first?.isASCII == true, path.first?.isLetter == true,
            let colon = path.firstIndex(of: ":")
        else { return false }
        return path[..<colon].utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                || "+-.".utf8.contains($0)
        }
    }
}
