import CText
import PreviewHelper
import PreviewModel

/// The names in an archive or a folder, with their sizes.
enum Listing {
    /// The most entries that are told.
    private static let entriesLimit = 2_000
    /// The most bytes of an archive that are read to find its entries.
    private static let readLimit: UInt64 = 256 << 20

    /// Tells what is in an archive.
    static func read(
        _ descriptor: Int32,
        isZip: Bool,
        name: String,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        var contents = ListingMessage(entries: [], isWhole: true)
        if isZip {
            let archive = try OfficePackage(descriptor).archive
            contents.entries = archive.entries.prefix(entriesLimit).map { entry in
                ListingMessage.Entry(
                    name: entry.name,
                    size: Int64(entry.size),
                    isFolder: entry.isFolder,
                    isEncrypted: entry.isEncrypted
                )
            }
            contents.isWhole = archive.entries.count <= entriesLimit
        } else {
            contents = try list(descriptor, name: name)
        }
        tell(contents, into: sink)
    }

    /// What libarchive finds.
    private final class Collector {
        var entries: [ListingMessage.Entry] = []
        var single = ""
    }

    private static func list(
        _ descriptor: Int32,
        name: String
    ) throws(DocumentProblemError) -> ListingMessage {
        let collector = Collector()
        // "notes.txt.gz" holds "notes.txt".
        collector.single = name.split(separator: ".").dropLast().joined(separator: ".")
        let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
        let how = unsafe ctext_list(
            descriptor,
            readLimit,
            { context, entry in
                guard let context = unsafe context, let entry = unsafe entry?.pointee else {
                    return 0
                }
                let collector = unsafe Unmanaged<Collector>.fromOpaque(context)
                    .takeUnretainedValue()
                var name = unsafe entry.name.map { unsafe String(cString: $0) } ?? ""
                if unsafe entry.is_single != 0, !collector.single.isEmpty {
                    name = collector.single
                }
                unsafe collector.entries.append(
                    ListingMessage.Entry(
                        name: name,
                        size: entry.size,
                        isFolder: entry.is_folder != 0,
                        isEncrypted: entry.is_encrypted != 0
                    )
                )
                return collector.entries.count < Listing.entriesLimit ? 1 : 0
            },
            context
        )
        switch ctext_listing(UInt32(how)) {
        case CTEXT_NO_ARCHIVE:
            throw DocumentProblemError(.damaged(why: "Its list of files cannot be read."))
        case CTEXT_ENCRYPTED: throw DocumentProblemError(.encrypted)
        case CTEXT_WHOLE: return ListingMessage(entries: collector.entries, isWhole: true)
        default: return ListingMessage(entries: collector.entries, isWhole: false)
        }
    }

    /// Tells a listing as a table of names and sizes.
    static func tell(_ contents: ListingMessage, into sink: (Block) -> Bool) {
        var table = Table(kind: .listing)
        for entry in contents.entries {
            let name = TextDecoding.harmless(entry.name).singleLine
            let depth = name.dropLast(name.hasSuffix("/") ? 1 : 0).count { $0 == "/" }
            var words = StyledText()
            words.append(String(repeating: "  ", count: min(depth, 8)))
            let last = name.split(separator: "/").last.map(String.init) ?? name
            words.append(
                depth > 0 && !entry.isFolder ? last : name,
                look: entry.isFolder ? .bold : []
            )
            if entry.isEncrypted { words.append("  \u{1F512}") }
            var size = Table.Cell(text: StyledText(), alignment: .end)
            if !entry.isFolder, entry.size >= 0 {
                size.text.append(ByteSize.words(Int(entry.size)), colour: 0x80_8086)
            }
            table.rows.append([Table.Cell(text: words), size])
        }
        if !contents.isWhole { table.rows.append([Table.Cell(text: StyledText("\u{2026}"))]) }
        guard !table.rows.isEmpty else { return }
        _ = sink(.table(table))
    }
}
