import PreviewModel

/// Identifies the document type of a zip archive from its parts.
struct ZipContents {
    let archive: ZipArchive
    let database: MIMEDatabase

    /// The maximum size of a part that is read, in bytes.
    private static let partLimit = 4 << 20

    /// Returns the document type that the parts prove, or else that of a plain archive.
    func inspect() -> TypeEvidence.Inside {
        declared() ?? openPackage() ?? openDocument() ?? work() ?? others()
            ?? TypeEvidence.Inside(
                type: "application/zip",
                sign: "central directory",
                isProof: false,
                isEncrypted: isEncrypted
            )
    }

    /// Whether every file in the archive is encrypted.
    private var isEncrypted: Bool {
        let files = archive.entries.filter { !$0.isFolder }
        return !files.isEmpty && files.allSatisfy(\.isEncrypted)
    }

    private func proof(_ type: String, _ sign: String) -> TypeEvidence.Inside {
        TypeEvidence.Inside(
            type: database.canonical(type),
            sign: sign,
            isProof: true,
            isEncrypted: isEncrypted
        )
    }

    private func contents(_ name: String) -> [UInt8]? {
        archive[name].flatMap { try? archive.read($0, limit: Self.partLimit) }
    }

    /// Whether the folder contains any entry.
    private func has(_ folder: String) -> Bool {
        archive.entries.contains { $0.name.hasPrefix(folder) }
    }

    // MARK: mimetype

    /// The type that the `mimetype` part declares, as in OpenDocument, EPUB, OpenRaster, Krita,
    /// ASiC, and IDML.
    private func declared() -> TypeEvidence.Inside? {
        guard let entry = archive["mimetype"], entry.size <= 255,
            let bytes = try? archive.read(entry, limit: 255)
        else { return nil }
        let text =
            String(decoding: bytes, as: UTF8.self)
            .split { $0.isWhitespace || $0.isNewline || $0 == "\u{0}" || $0 == "\u{FEFF}" }
            .first.map(String.init) ?? ""
        guard Self.isType(text) else { return nil }
        if text == FileType.documentPackage.rawValue { return packed() }
        var inside = proof(text, "mimetype")
        inside.isEncrypted = inside.isEncrypted || manifestEncrypts || rightsLocked
        return inside
    }

    /// The type of the document that is packed with pictures: by its name, or else by its first bytes.
    private func packed() -> TypeEvidence.Inside? {
        guard archive.entries.count > 1 else { return nil }
        let document = archive.entries[1]
        let start = (try? archive.start(of: document, count: database.extent)) ?? []
        let name = document.name.split(separator: "/").last.map(String.init) ?? ""
        let claims =
            database.matches(ofName: name).map(\.type)
            + database.matches(ofStart: start).map(\.type)
        let types = FileType.ofPackages.map(\.rawValue)
        // Text of no other kind is Markdown; what is no text cannot be read as that.
        let isText = Sniffer.readsAsText(start) || WideText(start) != nil
        return proof(claims.first { isText && types.contains($0) } ?? types[2], "mimetype")
    }

    /// Whether a string has the syntax of a MIME type.
    static func isType(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 127
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                            || "+-._".utf8.contains($0)
                    }
            }
    }

    /// Whether the manifest of an OpenDocument file declares that its contents are encrypted.
    private var manifestEncrypts: Bool {
        guard let bytes = contents("META-INF/manifest.xml") else { return false }
        return XMLRoot.tags(in: bytes).contains {
            $0.name == "encryption-data" || $0.name == "encrypted-key"
        }
    }

    /// Whether an EPUB needs a DRM key; encrypted fonts alone do not count.
    private var rightsLocked: Bool { archive["META-INF/rights.xml"] != nil }

    // MARK: Office Open XML, and other packages of its kind

    private func openPackage() -> TypeEvidence.Inside? {
        guard let types = contents("[Content_Types].xml") else { return nil }
        var overrides: [String: String] = [:]
        var defaults: [String: String] = [:]
        for tag in XMLRoot.tags(in: types) {
            guard let type = tag.attributes["ContentType"] else { continue }
            if tag.name == "Override", let part = tag.attributes["PartName"] {
                overrides[part.lowercased()] = type
            } else if tag.name == "Default", let ending = tag.attributes["Extension"] {
                defaults[ending.lowercased()] = type
            }
        }
        // The package's own relationships point to the main part.
        for tag in XMLRoot.tags(in: contents("_rels/.rels") ?? []) where tag.name == "Relationship"
        {
            guard let kind = tag.attributes["Type"], let target = tag.attributes["Target"] else {
                continue
            }
            let part = "/" + PackagePath.written(target, in: "").lowercased()
            let ending = part.split(separator: ".").last.map(String.init) ?? ""
            let type = overrides[part] ?? defaults[ending] ?? ""
            if kind.hasSuffix("/fixedrepresentation") {
                let isOpen = kind.hasPrefix("http://schemas.openxps.org/")
                let xps = isOpen ? "application/oxps" : "application/vnd.ms-xpsdocument"
                return proof(xps, "_rels/.rels")
            }
            if let known = packageType(type) { return proof(known, "[Content_Types].xml") }
        }
        for type in overrides.values.sorted() {
            if let known = packageType(type) { return proof(known, "[Content_Types].xml") }
        }
        return nil
    }

    /// The type of a package whose main part has this content type.
    private func packageType(_ part: String) -> String? {
        let type = part.lowercased()
        let office = "application/vnd.openxmlformats-officedocument."
        guard type.hasPrefix(office) || type.hasPrefix("application/vnd.ms-") else { return nil }
        if type.hasPrefix("application/vnd.ms-package.3dmanufacturing") { return "model/3mf" }
        if type == office + "themeManager+xml".lowercased() {
            return "application/vnd.ms-officetheme"
        }
        for ending in [".main+xml", ".main"] where type.hasSuffix(ending) {
            let stem = type.dropLast(ending.count)
            return [type, String(stem), stem + ".12"].first {
                database.contains(database.canonical($0))
            }
        }
        return nil
    }

    // MARK: OpenDocument without its first part

    private func openDocument() -> TypeEvidence.Inside? {
        guard let bytes = contents("META-INF/manifest.xml") else { return nil }
        let tags = XMLRoot.tags(in: bytes)
        for tag in tags where tag.name == "file-entry" {
            func value(_ key: String) -> String? {
                tag.attributes.first { $0.key.hasSuffix(":" + key) || $0.key == key }?.value
            }
            guard value("full-path") == "/", let type = value("media-type"), Self.isType(type)
            else { continue }
            var inside = proof(type, "META-INF/manifest.xml")
            inside.isEncrypted = tags.contains { $0.name == "encryption-data" }
            return inside
        }
        return nil
    }

    // MARK: iWork

    private func work() -> TypeEvidence.Inside? {
        // Encrypted documents of 2009 have parts with a method that zip does not define.
        if let index = archive["index.xml"] ?? archive["index.apxl"],
            index.method != 0, index.method != 8, archive["buildVersionHistory.plist"] != nil
        {
            return TypeEvidence.Inside(
                type: "application/zip",
                sign: index.name,
                isProof: false,
                isEncrypted: true
            )
        }
        return WorkPackage(
            names: archive.entries.map(\.name),
            read: { name, count in
                archive[name].flatMap { try? archive.start(of: $0, count: count) }
            }
        ).inspect().map { found in
            var inside = proof(found.type, found.sign)
            inside.isEncrypted = inside.isEncrypted || found.isEncrypted
            inside.isProof = found.isProof
            return inside
        }
    }

    // MARK: Others

    private func others() -> TypeEvidence.Inside? {
        if archive["META-INF/container.xml"] != nil,
            archive.entries.contains(where: { $0.name.lowercased().hasSuffix(".opf") })
        {
            return proof("application/epub+zip", "META-INF/container.xml")
        }
        if archive["AndroidManifest.xml"] != nil,
            archive["classes.dex"] != nil || archive["resources.arsc"] != nil
        {
            return proof("application/vnd.android.package-archive", "AndroidManifest.xml")
        }
        if has("Payload/"),
            archive.entries.contains(where: { $0.name.hasSuffix(".app/Info.plist") })
        {
            return proof("application/x-ios-app", "Payload/*.app")
        }
        if archive["META-INF/MANIFEST.MF"] != nil {
            return proof("application/x-java-archive", "META-INF/MANIFEST.MF")
        }
        if archive["doc.kml"] != nil {
            return proof("application/vnd.google-earth.kmz", "doc.kml")
        }
        if let first = archive.entries.first,
            first.name.hasSuffix(".usdc")
                || first.name.hasSuffix(".usda"), archive.entries.allSatisfy({ $0.method == 0 })
        {
            return proof("model/vnd.usdz+zip", "*.usdc")
        }
        return nil
    }
}
