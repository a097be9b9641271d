import PreviewHelper
import PreviewModel

/// A package of Debian (`deb(5)`): what its control file says, its icon, and its files.
enum DebianPackage {
    private static let controlLimit = 1 << 20
    private static let iconLimit = 4 << 20
    private static let membersLimit = 16

    /// Reports the package until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        let members = members(descriptor)
        guard let control = members.first(where: { $0.name.hasPrefix("control.tar") }),
            let files = PackedFiles(control.part),
            let index = files.entries.firstIndex(where: {
                $0.name.hasSuffix("control") && !$0.isFolder
            }),
            let bytes = files.read(index, limit: controlLimit)
        else { throw DocumentProblemError(.damaged(why: .init(.part))) }
        let fields = fields(String(decoding: bytes, as: UTF8.self))
        let contents = members.first { $0.name.hasPrefix("data.tar") }.flatMap {
            PackedFiles($0.part)
        }
        let lines = (fields["description"] ?? "").split(separator: "\n", maxSplits: 1).map(
            String.init
        )
        var facts = FactSheet(
            "\(fields["package"] ?? "") \(fields["version"] ?? "")",
            lines.first ?? "",
            picture: contents.flatMap(icon)
        )
        facts.add("Architecture", fields["architecture"])
        facts.add("Section", fields["section"])
        facts.add(
            "Installed size",
            fields["installed-size"].flatMap { Int($0) }.map {
                ByteSize.words($0.multiplied(clamping: 1024))
            }
        )
        facts.add("Depends", fields["depends"])
        facts.add("Recommends", fields["recommends"])
        facts.add("Maintainer", fields["maintainer"])
        facts.add("Homepage", fields["homepage"])
        guard facts.emit(into: sink) else { return }
        if lines.count > 1 {
            for paragraph in paragraphs(lines[1]) {
                let text = StyledText(TextDecoding.harmless(paragraph))
                guard sink(.text(Paragraph(text))) else { return }
            }
        }
        guard let contents else { return }
        emit(contents, into: sink)
    }

    /// Reports the names in a package.
    static func emit(_ files: PackedFiles, into sink: (Block) -> Bool) {
        let listed = files.entries.map { entry in
            let name = entry.name.hasPrefix("./") ? String(entry.name.dropFirst(2)) : entry.name
            return ListingMessage.Entry(
                name: name,
                size: Int64(entry.size),
                isFolder: entry.isFolder,
                isEncrypted: false
            )
        }.filter { !$0.name.isEmpty }
        guard sink(FactSheet.heading("Files")) else { return }
        let shown = listed.prefix(ReadingExtent.limit(2_000, whole: 200_000))
        Listing.emit(
            ListingMessage(
                entries: Array(shown),
                isWhole: files.isWhole && shown.count == listed.count
            ),
            into: sink
        )
    }

    /// The members of the archive around it (`ar`).
    private static func members(_ descriptor: Int32) -> [(name: String, part: FilePart)] {
        guard let file = FilePart(whole: descriptor),
            file.bytes(at: 0, count: 8) == Array("!<arch>\n".utf8)
        else { return [] }
        var (members, place): ([(name: String, part: FilePart)], Int) = ([], 8)
        while members.count < membersLimit, let header = file.bytes(at: place, count: 60) {
            func words(_ range: Range<Int>) -> String {
                String(decoding: header[range], as: UTF8.self).filter { $0 != " " && $0 != "/" }
            }
            guard let size = Int(words(48..<58)), size >= 0, size <= file.size - place - 60,
                let part = file.part(at: place + 60, count: size)
            else { break }
            members.append((words(0..<16), part))
            place += 60 + size + size % 2
        }
        return members
    }

    /// The fields of a control file, by their names in lower case; long ones in several lines.
    static func fields(_ text: String) -> [String: String] {
        var (fields, last): ([String: String], String) = ([:], "")
        for line in text.split(separator: "\n") {
            if line.first == " " || line.first == "\t" {
                if let value = fields[last] { fields[last] = value + "\n" + line.dropFirst() }
            } else if let colon = line.firstIndex(of: ":"), fields.count < 200 {
                last = line[..<colon].lowercased()
                fields[last] = String(line[line.index(after: colon)...].drop { $0 == " " })
            }
        }
        return fields
    }

    /// The paragraphs of a description, which a line with a dot separates.
    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n").split { $0 == "." }.map { $0.joined(separator: " ") }
    }

    /// The icon that a package brings for its program: the one that is nearest to 128 pixels.
    private static func icon(_ files: PackedFiles) -> InlinePicture? {
        let found = files.entries.indices.filter { index in
            let name = files.entries[index].name
            return !files.entries[index].isFolder
                && (name.contains("/share/icons/") && name.contains("/apps/")
                    || name.contains("/share/pixmaps/"))
                && (name.hasSuffix(".png") || name.hasSuffix(".svg"))
        }
        func rank(_ index: Int) -> Int {
            let name = files.entries[index].name
            return ["/128x128/", "/scalable/", "/256x256/", "/96x96/", "/64x64/", "/48x48/"]
                .firstIndex { name.contains($0) } ?? 9
        }
        guard let best = found.min(by: { rank($0) < rank($1) }),
            let bytes = files.read(best, limit: iconLimit),
            var picture = InlinePicture(decoding: bytes), picture.width > 0, picture.height > 0
        else { return nil }
        let factor = 64 / max(picture.width, picture.height)
        picture.width *= factor
        picture.height *= factor
        return picture
    }
}
