import Glibc
import PreviewHelper

/// A model in glTF 2.0, as JSON or binary, with the data that it has in itself.
struct GLTFModel {
    private let root: JSONValue
    private var buffers: [[UInt8]] = []
    private var model = Model()
    /// The names of the files beside this one that hold its data.
    private var others: [String] = []

    private static let depthLimit = 32
    private static let nodesLimit = 20_000

    /// The triangles, and the files whose data they lack; `nil` where it is not glTF.
    static func read(_ bytes: [UInt8]) -> (model: Model, others: [String])? {
        var (text, binary): ([UInt8], [UInt8]) = (bytes, [])
        if bytes.starts(with: "glTF".utf8), bytes.count >= 20 {
            let size = Int(bytes.number32(12))
            guard size <= bytes.count - 20 else { return nil }
            text = Array(bytes[20..<(20 + size)])
            let place = 20 + size
            if place + 8 <= bytes.count {
                let count = min(Int(bytes.number32(place)), bytes.count - place - 8)
                binary = Array(bytes[(place + 8)..<(place + 8 + count)])
            }
        }
        guard let root = JSONValue(text) else { return nil }
        var reader = GLTFModel(root: root)
        reader.model.isThirdUp = false
        for buffer in root["buffers"]?.elements ?? [] {
            guard let address = buffer["uri"]?.text else {
                reader.buffers.append(binary)
                continue
            }
            guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else {
                reader.buffers.append([])
                reader.others.append(PackagePath.decoded(address))
                continue
            }
            let code = Array(address[address.index(after: comma)...].utf8)
            reader.buffers.append(EncodedWords.base64(code[...]))
        }
        reader.readScenes()
        return (reader.model, reader.others)
    }

    private init(root: JSONValue) { self.root = root }

    private mutating func readScenes() {
        let scenes = root["scenes"]?.elements ?? []
        let scene = root["scene"]?.index ?? 0
        let nodes = root["nodes"]?.elements ?? []
        var left = Self.nodesLimit
        if scenes.indices.contains(scene) {
            for node in (scenes[scene]["nodes"]?.elements ?? []).compactMap(\.index) {
                take(node, nodes, Matrix(), depth: 0, &left)
            }
        } else {
            for mesh in root["meshes"]?.elements ?? [] { take(mesh: mesh, Matrix()) }
        }
    }

    private mutating func take(
        _ index: Int,
        _ nodes: [JSONValue],
        _ outer: Matrix,
        depth: Int,
        _ left: inout Int
    ) {
        guard nodes.indices.contains(index), depth < Self.depthLimit, left > 0, !model.isFull else {
            return
        }
        left -= 1
        let node = nodes[index]
        let place = outer.times(Matrix(node))
        let meshes = root["meshes"]?.elements ?? []
        if let mesh = node["mesh"]?.index, meshes.indices.contains(mesh) {
            take(mesh: meshes[mesh], place)
        }
        for child in (node["children"]?.elements ?? []).compactMap(\.index) {
            take(child, nodes, place, depth: depth + 1, &left)
        }
    }

    private mutating func take(mesh: JSONValue, _ place: Matrix) {
        for part in mesh["primitives"]?.elements ?? [] {
            // Triangles one by one; strips and fans are rare.
            guard (part["mode"]?.index ?? 4) == 4,
                let points = part["attributes"]?["POSITION"]?.index
            else { continue }
            let corners = positions(points).map { place.moved($0) }
            if let list = part["indices"]?.index {
                let order = indices(list)
                for start in stride(from: 0, to: order.count - 2, by: 3) where !model.isFull {
                    let face = order[start..<(start + 3)]
                    guard face.allSatisfy({ $0 < corners.count }) else { continue }
                    model.add(
                        corners[order[start]],
                        corners[order[start + 1]],
                        corners[order[start + 2]]
                    )
                }
            } else {
                for start in stride(from: 0, to: corners.count - 2, by: 3) {
                    model.add(corners[start], corners[start + 1], corners[start + 2])
                }
            }
        }
    }

    // MARK: Data

    /// The bytes of an accessor, the distance of its elements, and their number and kind.
    private func data(
        _ index: Int,
        sizes: [Int: Int],
        width: Int
    ) -> (bytes: [UInt8], start: Int, step: Int, count: Int, kind: Int)? {
        let accessors = root["accessors"]?.elements ?? []
        let views = root["bufferViews"]?.elements ?? []
        guard accessors.indices.contains(index) else { return nil }
        let accessor = accessors[index]
        guard let kind = accessor["componentType"]?.index, let size = sizes[kind],
            let count = accessor["count"]?.index, let view = accessor["bufferView"]?.index,
            views.indices.contains(view), let buffer = views[view]["buffer"]?.index,
            buffers.indices.contains(buffer)
        else { return nil }
        let bytes = buffers[buffer]
        let step = views[view]["byteStride"]?.index ?? size * width
        let limit = 1 << 32
        let (offset, more) = (
            views[view]["byteOffset"]?.index ?? 0, accessor["byteOffset"]?.index ?? 0
        )
        guard offset < limit, more < limit, step > 0, step < 4096 else { return nil }
        let start = offset + more
        guard start + size * width <= bytes.count else { return nil }
        let most = (bytes.count - start - size * width) / step + 1
        return (bytes, start, step, min(count, most, Model.limit * 3), kind)
    }

    private func positions(_ index: Int) -> [SIMD3<Float>] {
        guard let data = data(index, sizes: [5126: 4], width: 3) else { return [] }
        return (0..<data.count).map { STLModel.point(data.bytes, data.start + $0 * data.step) }
    }

    private func indices(_ index: Int) -> [Int] {
        guard let data = data(index, sizes: [5121: 1, 5123: 2, 5125: 4], width: 1) else {
            return []
        }
        return (0..<data.count).map { number in
            let place = data.start + number * data.step
            switch data.kind {
            case 5121: return Int(data.bytes[place])
            case 5123: return Int(data.bytes.number16(place))
            default: return Int(data.bytes.number32(place))
            }
        }
    }

    /// A change of place, three rows of four numbers.
    private struct Matrix {
        private var rows: [SIMD4<Float>] = [
            SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0),
        ]

        init() {}

        /// That of a node: a matrix by columns, or a move, a turn, and a scale.
        init(_ node: JSONValue) {
            func numbers(_ name: String, _ usual: [Float]) -> [Float] {
                let found = (node[name]?.elements ?? []).compactMap { $0.double.map { Float($0) } }
                return found.count == usual.count ? found : usual
            }
            if node["matrix"] != nil {
                let all = numbers("matrix", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
                rows = (0..<3).map { SIMD4(all[$0], all[$0 + 4], all[$0 + 8], all[$0 + 12]) }
                return
            }
            let turn = numbers("rotation", [0, 0, 0, 1])
            let scale = numbers("scale", [1, 1, 1])
            let move = numbers("translation", [0, 0, 0])
            let (x, y, z, w) = (turn[0], turn[1], turn[2], turn[3])
            let turned: [[Float]] = [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
            rows = (0..<3).map { row in
                SIMD4(
                    turned[row][0] * scale[0],
                    turned[row][1] * scale[1],
                    turned[row][2] * scale[2],
                    move[row]
                )
            }
        }

        func moved(_ point: SIMD3<Float>) -> SIMD3<Float> {
            let point = SIMD4(point, 1)
            return SIMD3((rows[0] * point).sum(), (rows[1] * point).sum(), (rows[2] * point).sum())
        }

        /// This change after another one.
        func times(_ other: Matrix) -> Matrix {
            var result = Matrix()
            for row in 0..<3 {
                var sum = SIMD4<Float>(0, 0, 0, rows[row][3])
                for index in 0..<3 { sum += other.rows[index] * rows[row][index] }
                result.rows[row] = sum
            }
            return result
        }
    }
}
