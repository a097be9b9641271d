import CText
import Glibc
import PreviewHelper

/// The files in an archive that is a part of a file, in any format that libarchive reads.
struct PackedFiles {
    /// A file or a folder.
    struct Entry {
        var name: String
        var size: Int
        var isFolder: Bool
    }

    private let part: FilePart
    /// The entries, in the order of the archive.
    let entries: [Entry]
    /// Whether these are all.
    let isWhole: Bool

    private static var entriesLimit: Int { ReadingExtent.limit(20_000, whole: 200_000) }
    /// The most bytes of the part that are read.
    private static let readLimit: UInt64 = 256 << 20

    private final class Collector {
        var entries: [Entry] = []
        let limit = PackedFiles.entriesLimit
    }

    /// Lists the entries; `nil` where it is no archive.
    init?(_ part: FilePart) {
        let collector = Collector()
        let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
        var place = Self.place(of: part)
        let how = unsafe ctext_list_part(
            &place,
            Self.readLimit,
            { context, entry in
                guard let context = unsafe context, let entry = unsafe entry?.pointee else {
                    return 0
                }
                let collector = unsafe Unmanaged<Collector>.fromOpaque(context)
                    .takeUnretainedValue()
                let name = unsafe entry.name.map { unsafe String(cString: $0) } ?? ""
                unsafe collector.entries.append(
                    Entry(
                        name: name,
                        size: Int(max(0, entry.size)),
                        isFolder: entry.is_folder != 0
                    )
                )
                return collector.entries.count < collector.limit ? 1 : 0
            },
            context
        )
        guard !collector.entries.isEmpty else { return nil }
        self.part = part
        entries = collector.entries
        isWhole = ctext_listing(UInt32(clamping: how)) == CTEXT_WHOLE
    }

    /// Unpacks a file; `nil` where it is larger than a limit, or damaged.
    func read(_ index: Int, limit: Int) -> [UInt8]? {
        let size = entries[index].size
        guard size > 0, size <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        var place = Self.place(of: part)
        let status = unsafe ctext_unpack_part(&place, Self.readLimit, index, &bytes, size)
        return status == 0 ? bytes : nil
    }

    private static func place(of part: FilePart) -> ctext_file_part {
        ctext_file_part(
            descriptor: part.descriptor,
            start: Int64(part.begin),
            size: Int64(part.size)
        )
    }
}
