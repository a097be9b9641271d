import PlainRendering
import PreviewHelper

/// The cover of an EPUB, as its package document names it (EPUB 3.3, 5 and D.1.2.1).
struct BookCover {
    let archive: ZipArchive

    private static let tableLimit = 4 << 20
    /// The edge in pixels from which a picture may be a cover, and the bytes up to which one may have fewer.
    private static let (smallestEdge, dotLimit) = (8, 4096)

    /// One item of the book's manifest.
    private struct Item {
        let id: String
        let name: String
        let properties: [Substring]
        let mediaType: String

        var isPicture: Bool { mediaType.hasPrefix("image/") }
        /// Whether the item is a vector drawing, which may be an ornament rather than a cover.
        var isDrawing: Bool { mediaType == "image/svg+xml" }
    }

    /// Returns the cover first, then other pictures that may be one.
    func candidates() -> [EmbeddedPicture.Candidate] {
        guard let container = elements(of: "META-INF/container.xml"),
            let package = container.first(where: { $0.name == "rootfile" })?
                .attributes["full-path"],
            let elements = elements(of: package)
        else { return [] }
        let folder = PackagePath.folder(of: package)
        let items = elements.filter { $0.name == "item" }.compactMap { element -> Item? in
            guard let id = element.attributes["id"], let href = element.attributes["href"]
            else { return nil }
            return Item(
                id: id,
                name: archive.name(of: href, in: folder),
                properties: element.attributes["properties"]?.split(separator: " ") ?? [],
                mediaType: element.attributes["media-type"] ?? ""
            )
        }
        var names: [String] = []
        names += items.filter { $0.properties.contains("cover-image") }.map(\.name)
        names += cover(byMeta: elements, items)
        names += pictures(ofPages: guides(elements, folder))
        names += items.filter { $0.isPicture && Self.hasCoverName($0.name) }.map(\.name)
        names += pictures(ofPages: Array(spine(elements, items).prefix(2)))
        names += items.filter { $0.isPicture && !$0.isDrawing }.prefix(1).map(\.name)
        names += items.filter(\.isDrawing).prefix(1).map(\.name)
        var known: Set<String> = []
        return names.flatMap { framed(by: $0) + [$0] }
            .filter { isLargeEnough($0) && known.insert($0).inserted }
            .map { EmbeddedPicture.Candidate(name: $0) }
    }

    /// Whether a picture may be more than a dot, which some books have in place of a cover.
    private func isLargeEnough(_ name: String) -> Bool {
        guard let entry = archive[name] else { return false }
        guard entry.size < Self.dotLimit, let bytes = try? archive.read(entry, limit: Self.dotLimit)
        else { return true }
        if let header = unsafe bytes.withUnsafeBytes({ unsafe JPEGHeader($0) }) {
            return min(header.width, header.height) >= Self.smallestEdge
        }
        // The first chunk of a PNG has its size.
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 else { return true }
        let edges = [16, 20].map { place in
            bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        return edges.allSatisfy { $0 >= Self.smallestEdge }
    }

    /// The picture of the package that a drawing only refers to.
    ///
    /// Drawn alone, the drawing has no package to load it from.
    private func framed(by name: String) -> [String] {
        guard Self.isDrawing(name), let elements = elements(of: name) else { return [] }
        let shapes: Set<String> = [
            "path", "text", "rect", "circle", "ellipse", "line", "polygon", "polyline", "use",
        ]
        guard !elements.contains(where: { shapes.contains($0.name) }) else { return [] }
        return pictures(ofPages: [name])
    }

    private static func isDrawing(_ name: String) -> Bool { name.lowercased().hasSuffix(".svg") }

    /// EPUB 2: a meta element names the id of the picture, or of the page that shows it.
    private func cover(byMeta elements: [XMLElements.Element], _ items: [Item]) -> [String] {
        let ids = elements.filter { $0.name == "meta" && $0.attributes["name"] == "cover" }
            .compactMap { $0.attributes["content"] }
        return items.filter { ids.contains($0.id) }.flatMap { item in
            item.isPicture ? [item.name] : pictures(ofPages: [item.name])
        }
    }

    private func guides(_ elements: [XMLElements.Element], _ folder: String) -> [String] {
        elements.filter { $0.name == "reference" && $0.attributes["type"] == "cover" }
            .compactMap { $0.attributes["href"].map { archive.name(of: $0, in: folder) } }
    }

    private func spine(_ elements: [XMLElements.Element], _ items: [Item]) -> [String] {
        elements.filter { $0.name == "itemref" }.compactMap { element in
            items.first { $0.id == element.attributes["idref"] }?.name
        }
    }

    /// The pictures that pages show; a guide may name a picture itself.
    private func pictures(ofPages names: [String]) -> [String] {
        names.flatMap { name -> [String] in
            if PackagePictures.isComicPage(name) { return [name] }
            // A guide may name a drawing, which may show others.
            let itself = Self.isDrawing(name) ? [name] : []
            let folder = PackagePath.folder(of: name)
            return (elements(of: name) ?? [])
                .filter { $0.name == "img" || $0.name == "image" }
                .compactMap { $0.attributes["src"] ?? $0.attributes["href"] }
                .map { archive.name(of: $0, in: folder) } + itself
        }
    }

    private static func hasCoverName(_ name: String) -> Bool {
        let last = name.split(separator: "/").last?.lowercased() ?? ""
        return last.contains("cover") || last.contains("couv")
    }

    private func elements(of name: String) -> [XMLElements.Element]? {
        archive[name].flatMap { try? archive.read($0, limit: Self.tableLimit) }
            .map(XMLElements.read)
    }
}
