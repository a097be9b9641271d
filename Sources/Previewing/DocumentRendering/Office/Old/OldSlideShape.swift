import PreviewHelper

/// A shape of a slide of PowerPoint 97 to 2003, with its text or picture ([MS-ODRAW] 2.2.14).
struct OldSlideShape {
    var box: Box
    var text: OldSlideText?
    /// The number of its picture, from 1.
    var picture: Int?

    private static let limit = 2_000
    private static let depthLimit = 20

    /// The shapes of a drawing; some have their text in the outline of the document.
    static func all(in drawing: OldSlideRecord, outline: [OldSlideText]) -> [OldSlideShape] {
        var shapes: [OldSlideShape] = []
        let groups = (drawing.first(0xF002)?.children ?? []).filter { $0.type == 0xF003 }
        for group in groups {
            add(group, outline, depth: 0, to: &shapes) { $0 }
        }
        return shapes
    }

    private static func add(
        _ group: OldSlideRecord,
        _ outline: [OldSlideText],
        depth: Int,
        to shapes: inout [OldSlideShape],
        place: @escaping (Box) -> Box
    ) {
        guard depth < depthLimit else { return }
        var own = place
        for (number, record) in group.children.enumerated() {
            guard shapes.count < limit else { return }
            if record.type == 0xF003 {
                add(record, outline, depth: depth + 1, to: &shapes, place: own)
                continue
            }
            guard record.type == 0xF004 else { continue }
            let parts = record.children
            if number == 0 {
                // The first one is the group itself.
                if let inner = parts.first(where: { $0.type == 0xF009 })?.bytes,
                    let outer = box(of: parts)
                {
                    own = transform(from: inner, to: place(outer))
                }
                continue
            }
            guard let box = box(of: parts) else { continue }
            var shape = OldSlideShape(box: own(box))
            take(parts, outline, into: &shape)
            if shape.text != nil || shape.picture != nil { shapes.append(shape) }
        }
    }

    private static func take(
        _ parts: [OldSlideRecord],
        _ outline: [OldSlideText],
        into shape: inout OldSlideShape
    ) {
        for part in parts {
            switch part.type {
            case 0xF00D:
                let records = part.children
                shape.text = OldSlideText.all(in: records).first
                if let reference = records.first(where: { $0.type == 3998 })?.bytes,
                    reference.count >= 4
                {
                    let index = Int(reference.number32(0))
                    if outline.indices.contains(index) { shape.text = outline[index] }
                }
            case 0xF00B:
                let bytes = part.bytes
                for index in 0..<min(Int(part.instance), bytes.count / 6)
                where bytes.number16(index * 6) & 0x3FFF == 0x104 {
                    shape.picture = Int(bytes.number32(index * 6 + 2) & 0xFFFF)
                }
            default: break
            }
        }
    }

    /// The place of a shape: on the slide, or in its group.
    private static func box(of parts: [OldSlideRecord]) -> Box? {
        for part in parts where part.type == 0xF010 || part.type == 0xF00F {
            let bytes = part.bytes
            func short(_ place: Int) -> Double { Double(Int16(bitPattern: bytes.number16(place))) }
            func long(_ place: Int) -> Double { Double(Int32(bitPattern: bytes.number32(place))) }
            if part.type == 0xF00F {
                guard bytes.count >= 16 else { continue }
                return Box(left: long(0), top: long(4), right: long(8), bottom: long(12))
            }
            if bytes.count >= 16 {
                return Box(left: long(4), top: long(0), right: long(8), bottom: long(12))
            }
            guard bytes.count >= 8 else { continue }
            return Box(left: short(2), top: short(0), right: short(4), bottom: short(6))
        }
        return nil
    }

    private static func transform(from inner: [UInt8], to outer: Box) -> (Box) -> Box {
        guard inner.count >= 16 else { return { $0 } }
        func long(_ place: Int) -> Double { Double(Int32(bitPattern: inner.number32(place))) }
        let own = Box(left: long(0), top: long(4), right: long(8), bottom: long(12))
        guard own.width > 0, own.height > 0 else { return { $0 } }
        let (across, down) = (outer.width / own.width, outer.height / own.height)
        return { box in
            Box(
                x: outer.x + (box.x - own.x) * across,
                y: outer.y + (box.y - own.y) * down,
                width: box.width * across,
                height: box.height * down
            )
        }
    }
}

extension Box {
    fileprivate init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }
}
