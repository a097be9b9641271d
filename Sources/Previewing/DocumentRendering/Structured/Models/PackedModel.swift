import PreviewHelper
import PreviewModel

/// A model in a 3MF package (3MF Core Specification 1.3, with the parts of the Production Extension).
struct PackedModel {
    private let package: OfficePackage
    private var objects: [String: Object] = [:]
    private var readParts: Set<String> = []
    private var model = Model()
    private var visits = 0

    /// A mesh, or other objects.
    private struct Object {
        var corners: [SIMD3<Float>] = []
        var triangles: [SIMD3<Int32>] = []
        var components: [Placed] = []
    }

    /// An object in its place.
    private struct Placed {
        let part: String
        let number: String
        let transform: Transform
    }

    private static let (partLimit, partCount, depthLimit, visitLimit) = (128 << 20, 64, 8, 10_000)
    private static let cornersLimit = 6_000_000

    /// The model; `nil` where the package has none.
    static func read(_ descriptor: Int32) throws(DocumentProblemError) -> Model? {
        var packed = try PackedModel(package: OfficePackage(descriptor))
        guard let main = try packed.package.mainPart("3dmodel") else { return nil }
        for item in try packed.readPart(main) { try packed.add(item, Transform(), depth: 0) }
        return packed.model
    }

    private init(package: OfficePackage) { self.package = package }

    /// Reads the objects of a part, and returns what it builds of them.
    private mutating func readPart(_ part: String) throws(DocumentProblemError) -> [Placed] {
        guard readParts.count < Self.partCount, readParts.insert(part).inserted,
            let entry = package.archive[part]
        else { return [] }
        let bytes: [UInt8]
        do throws(ZipArchive.Failure) {
            bytes = try package.archive.start(of: entry, count: Self.partLimit)
        } catch {
            throw OfficePackage.problem(error)
        }
        var reader = Reader(part: part)
        try XMLScanner.scan(bytes, isWhole: bytes.count == entry.size) { event in
            reader.take(event)
            return reader.count < Self.cornersLimit
        }
        objects.merge(reader.objects) { first, _ in first }
        return reader.items
    }

    private mutating func add(
        _ placed: Placed,
        _ outer: Transform,
        depth: Int
    ) throws(DocumentProblemError) {
        visits += 1
        guard depth < Self.depthLimit, visits < Self.visitLimit, !model.isFull else {
            return ReadingExtent.noteOmission()
        }
        _ = try readPart(placed.part)
        guard let object = objects["\(placed.part)#\(placed.number)"] else { return }
        let transform = placed.transform.then(outer)
        let corners = object.corners.map { transform.apply($0) }
        for triangle in object.triangles {
            let numbers = (0..<3).map { Int(triangle[$0]) }
            guard numbers.allSatisfy({ corners.indices.contains($0) }) else { continue }
            model.add(corners[numbers[0]], corners[numbers[1]], corners[numbers[2]])
        }
        for component in object.components { try add(component, transform, depth: depth + 1) }
    }

    /// Four rows: three for the axes, and where the middle goes.
    private struct Transform {
        var rows: [SIMD3<Float>] = [
            SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(0, 0, 0),
        ]

        init(_ text: String? = nil) {
            let numbers = (text ?? "").split { $0.isWhitespace }.compactMap { Float($0) }
            guard numbers.count == 12 else { return }
            rows = (0..<4).map {
                SIMD3(numbers[$0 * 3], numbers[$0 * 3 + 1], numbers[$0 * 3 + 2])
            }
        }

        func apply(_ point: SIMD3<Float>) -> SIMD3<Float> {
            rows[0] * point.x + rows[1] * point.y + rows[2] * point.z + rows[3]
        }

        func then(_ next: Transform) -> Transform {
            var result = self
            for index in 0..<3 { result.rows[index] = next.apply(rows[index]) - next.rows[3] }
            result.rows[3] = next.apply(rows[3])
            return result
        }
    }

    /// Collects the objects of a part.
    private struct Reader {
        let part: String
        var objects: [String: Object] = [:]
        var items: [Placed] = []
        var count = 0
        private var current: (key: String, object: Object)?

        init(part: String) { self.part = part }

        mutating func take(_ event: XMLScanner.Event) {
            switch event {
            case .begin("object", let attributes):
                current = ("\(part)#\(attributes["id"] ?? "")", Object())
            case .end("object"):
                if let current { objects[current.key] = current.object }
                current = nil
            case .begin("vertex", let attributes):
                func number(_ name: String) -> Float {
                    attributes[name].flatMap { Float($0) } ?? .nan
                }
                current?.object.corners.append(SIMD3(number("x"), number("y"), number("z")))
                count += 1
            case .begin("triangle", let attributes):
                func number(_ name: String) -> Int32 {
                    Int32(clamping: attributes.number(name) ?? -1)
                }
                current?.object.triangles.append(SIMD3(number("v1"), number("v2"), number("v3")))
                count += 1
            case .begin("component", let attributes):
                let component = placed(attributes)
                current?.object.components.append(component)
            case .begin("item", let attributes): items.append(placed(attributes))
            default: break
            }
        }

        private func placed(_ attributes: XMLScanner.Attributes) -> Placed {
            let path = attributes["path"].map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
            return Placed(
                part: path ?? part,
                number: attributes["objectid"] ?? "",
                transform: Transform(attributes["transform"])
            )
        }
    }
}
