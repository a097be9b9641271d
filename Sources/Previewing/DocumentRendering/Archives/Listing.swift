import CText
import Glibc
import PreviewHelper
import PreviewModel

/// The names in an archive or a folder, with their sizes.
enum Listing {
    /// The most entries that are reported.
    private static var entriesLimit: Int { ReadingExtent.limit(2_000, whole: 200_000) }
    /// The most bytes of an archive that are read to find its entries.
    private static let readLimit: UInt64 = 256 << 20

    /// Reports the entries of an archive.
    static func read(
        _ descriptor: Int32,
        isZip: Bool,
        name: String,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        var contents = ListingMessage(entries: [], isWhole: true)
        if isZip {
            let archive = try OfficePackage(descriptor).archive
            let entries = archive.entries.prefix(entriesLimit)
            contents.entries = zip(entries, names(of: entries)).map { entry, name in
                ListingMessage.Entry(
                    name: name,
                    size: Int64(entry.size),
                    isFolder: entry.isFolder,
                    isEncrypted: entry.isEncrypted
                )
            }
            contents.isWhole = archive.entries.count <= entriesLimit
        } else {
            contents = try list(descriptor, name: name)
        }
        emit(contents, into: sink)
    }

    /// The names of a zip archive, in the encoding that fits all names whose encoding is not declared.
    static func names(of entries: some Collection<ZipArchive.Entry>) -> [String] {
        var untold = NameDecoding.decode(entries.filter { !$0.rawName.isEmpty }.map(\.rawName))[...]
        return entries.map { $0.rawName.isEmpty ? $0.name : untold.popFirst() ?? $0.name }
    }

    /// Collects the entries that libarchive reports.
    private final class Collector {
        var entries: [ListingMessage.Entry] = []
        /// The names as bytes, since libarchive need not know their encoding.
        var names: [[UInt8]] = []
        var single = ""

        /// The entries with their names as text.
        var named: [ListingMessage.Entry] {
            zip(entries, NameDecoding.decode(names)).map { entry, name in
                var entry = entry
                entry.name = name
                return entry
            }
        }
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
                var name = unsafe entry.name.map { name in
                    let count = unsafe strlen(name)
                    return unsafe Array(UnsafeRawBufferPointer(start: name, count: count))
                }
                if unsafe entry.is_single != 0, !collector.single.isEmpty {
                    name = Array(collector.single.utf8)
                }
                collector.names.append(name ?? [])
                unsafe collector.entries.append(
                    ListingMessage.Entry(
                        name: "",
                        size: entry.size,
                        isFolder: entry.is_folder != 0,
                        isEncrypted: entry.is_encrypted != 0
                    )
                )
                return collector.entries.count < Listing.entriesLimit ? 1 : 0
            },
            context
        )
        switch ctext_listing(UInt32(clamping: how)) {
        case CTEXT_NO_ARCHIVE:
            if let names = SplitArchive.otherParts(ChildDescriptor.document) {
                throw DocumentProblemError(.filesMissing(why: .init(.otherFiles, names)))
            }
            throw DocumentProblemError(.damaged(why: .init(.fileList)))
        case CTEXT_ENCRYPTED: throw DocumentProblemError(.encrypted)
        case CTEXT_WHOLE: return ListingMessage(entries: collector.named, isWhole: true)
        default: return ListingMessage(entries: collector.named, isWhole: false)
        }
    }

    /// Reports a listing as a table of names and sizes.
    static func emit(_ contents: ListingMessage, into sink: (Block) -> Bool) {
        var table = Table(kind: .listing)
        for line in ListingTree(contents.entries).lines {
            var words = StyledText()
            words.append(String(repeating: "  ", count: min(line.depth, 8)))
            let name = TextDecoding.harmless(line.name).singleLine
            words.append(name, look: line.isFolder ? .bold : [])
            if line.entry?.isEncrypted == true { words.append("  encrypted", colour: 0x80_8086) }
            var size = Table.Cell(text: StyledText(), alignment: .end)
            if !line.isFolder, let entry = line.entry, entry.size >= 0 {
                size.text.append(ByteSize.words(Int(entry.size)), colour: 0x80_8086)
            }
            table.rows.append([Table.Cell(text: words), size])
        }
        if !contents.isWhole { ReadingExtent.noteOmission() }
        if !contents.isWhole { table.rows.append([Table.Cell(text: StyledText("\u{2026}"))]) }
        guard !table.rows.isEmpty else { return }
        _ = sink(.table(table))
    }
}
