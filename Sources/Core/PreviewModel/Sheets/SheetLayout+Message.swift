/// The bytes of a layout, for the process that carries it out.
extension SheetLayout {
    private static let magicNumber: UInt32 = 0x504C_0009

    /// Encodes the layout; a page number beyond the limit is one that no document has.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(scaling.rawValue)
        writer.write(orientation?.rawValue ?? 0)
        writer.write(UInt8(clamping: numberUp))
        writer.write(UInt32(clamping: percent))
        writer.write(UInt32(clamping: resolution ?? 0))
        writer.write(position.rawValue)
        writer.write(order.rawValue)
        writer.write(UInt8(clamping: mirror ? 1 : 0))
        writer.write(UInt8(clamping: isGray ? 1 : 0))
        writer.write(border.rawValue)
        writer.write(fold.rawValue)
        writer.write(creep)
        writer.write(UInt32(clamping: sheetsInSignature ?? 0))
        writer.write(UInt8(clamping: isReversed ? 1 : 0))
        writer.write(UInt8(clamping: poster?.columns ?? 0))
        writer.write(UInt8(clamping: poster?.rows ?? 0))
        writer.write(UInt8(clamping: poster?.isReversed == true ? 1 : 0))
        writer.write(UInt32(clamping: copies))
        writer.write(UInt8(clamping: isCollated ? 1 : 0))
        writer.write(UInt8(clamping: isTwoSided ? 1 : 0))
        writer.write(UInt8(clamping: sheet == nil ? 0 : 1))
        if let sheet {
            for number in [
                sheet.width, sheet.length, sheet.top, sheet.right, sheet.bottom, sheet.left,
            ] { writer.write(number) }
        }
        writeContactSheet(&writer)
        writeTexts(&writer)
        writer.write(UInt32(clamping: faces.count))
        for face in faces {
            writer.write(UInt8(clamping: face.count))
            for page in face { writer.write(UInt32(exactly: page) ?? .max) }
        }
        return writer.bytes
    }

    /// Decodes a layout; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard let layout = try? Self.decode(bytes), layout.isValid else { return nil }
        self = layout
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> SheetLayout {
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == magicNumber,
            let scaling = Scaling(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        let way = try reader.read(UInt8.self)
        let orientation = Orientation(rawValue: way)
        guard way == 0 || orientation != nil else { throw ByteReader.Malformed() }
        let numberUp = Int(try reader.read(UInt8.self))
        let percent = Int(try reader.read(UInt32.self))
        let resolution = Int(try reader.read(UInt32.self))
        guard let position = Position(rawValue: try reader.read()),
            let order = Order(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        let mirror = try reader.read(UInt8.self) != 0
        let isGray = try reader.read(UInt8.self) != 0
        guard let border = Border(rawValue: try reader.read()) else {
            throw ByteReader.Malformed()
        }
        guard let fold = Fold(rawValue: try reader.read()) else { throw ByteReader.Malformed() }
        let creep = try reader.readDouble()
        let sheetsInSignature = Int(try reader.read(UInt32.self))
        let isReversed = try reader.read(UInt8.self) != 0
        let poster = Poster(
            columns: Int(try reader.read(UInt8.self)),
            rows: Int(try reader.read(UInt8.self)),
            isReversed: try reader.read(UInt8.self) != 0
        )
        let copies = Int(try reader.read(UInt32.self))
        let isCollated = try reader.read(UInt8.self) != 0
        let isTwoSided = try reader.read(UInt8.self) != 0
        var sheet: Sheet?
        if try reader.read(UInt8.self) != 0 {
            sheet = Sheet(
                width: try reader.readDouble(),
                length: try reader.readDouble(),
                top: try reader.readDouble(),
                right: try reader.readDouble(),
                bottom: try reader.readDouble(),
                left: try reader.readDouble()
            )
        }
        var texts = SheetLayout(faces: [])
        try texts.readContactSheet(&reader)
        try texts.readTexts(&reader)
        let count = Int(try reader.read(UInt32.self))
        guard count <= limit else { throw ByteReader.Malformed() }
        var faces: [[Int]] = []
        for _ in 0..<count {
            var face: [Int] = []
            for _ in 0..<(try reader.read(UInt8.self)) {
                face.append(Int(try reader.read(UInt32.self)))
            }
            faces.append(face)
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        var layout = SheetLayout(
            faces: faces,
            sheet: sheet,
            numberUp: numberUp,
            scaling: scaling,
            orientation: orientation
        )
        layout.percent = percent
        layout.resolution = resolution == 0 ? nil : resolution
        layout.position = position
        layout.order = order
        layout.mirror = mirror
        layout.isGray = isGray
        layout.border = border
        layout.fold = fold
        layout.creep = creep
        layout.sheetsInSignature = sheetsInSignature == 0 ? nil : sheetsInSignature
        layout.isReversed = isReversed
        layout.copies = copies
        layout.isCollated = isCollated
        layout.isTwoSided = isTwoSided
        layout.contactSheet = texts.contactSheet
        layout.header = texts.header
        layout.footer = texts.footer
        layout.stamp = texts.stamp
        layout.pagesHaveRoom = texts.pagesHaveRoom
        layout.textPages = texts.textPages
        layout.poster = poster.columns == 0 && poster.rows == 0 ? nil : poster
        return layout
    }
}
