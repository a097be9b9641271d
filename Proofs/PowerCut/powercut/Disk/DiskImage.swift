import FoundationEssentials
import ProofKit

/// The state of a disk after a power failure.
struct DiskImage: Sendable {
    /// The selection of unsynced changes that survive.
    enum Cut: Sendable, Equatable, CustomStringConvertible {
        /// No unsynced change survives.
        case nothing
        /// All unsynced changes survive.
        case everything
        /// All data survive, but no names.
        case bytesOnly
        /// All names survive, but no data.
        case namesOnly
        /// A random selection of 512-byte sectors and names survives.
        case some(seed: UInt64)

        var description: String {
            switch self {
            case .nothing: "nothing that was not synced"
            case .everything: "everything"
            case .bytesOnly: "all bytes, no names"
            case .namesOnly: "all names, no bytes"
            case .some(let seed): "chance \(seed)"
            }
        }
    }

    /// A file in the image.
    struct File: Sendable {
        let bytes: [UInt8]
        /// Whether the file is as its writer left it, without losses.
        let isWhole: Bool
        /// The identity of these contents; `nil` where they are random.
        let identity: Identity?
    }

    /// A file and its version.
    struct Identity: Hashable, Sendable {
        let node: Int
        let version: Int
    }

    /// The files and folders by path.
    private(set) var files: [String: File] = [:]
    private(set) var folders: [String] = []

    /// Creates the image that a power failure leaves of a disk.
    init(of disk: Disk, _ cut: Cut) {
        var chance = SeededGenerator(seed: 0)
        if case .some(let seed) = cut { chance = SeededGenerator(seed: seed) }
        walk(disk, Disk.root, "", cut, &chance)
    }

    /// Creates an image of an existing folder, as it is.
    init(folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let url = URL(filePath: folder + "/" + path)
            if let bytes = try? Data(contentsOf: url) {
                files[path] = File(bytes: [UInt8](bytes), isWhole: true, identity: nil)
            } else {
                // A path that cannot be read as a file is a folder.
                folders.append(path)
            }
        }
    }

    private mutating func walk(
        _ disk: Disk,
        _ folder: Int,
        _ path: String,
        _ cut: Cut,
        _ chance: inout SeededGenerator
    ) {
        let node = disk.nodes[folder]
        let names =
            switch cut {
            case .nothing, .bytesOnly: node.names
            case .everything, .namesOnly: node.allNames
            case .some: Self.someNames(of: node, &chance)
            }
        // Sorted, so that a seed always produces the same image.
        for (name, index) in names.sorted(by: { $0.key < $1.key }) {
            let child = disk.nodes[index]
            if child.isFolder {
                folders.append(path + name)
                walk(disk, index, path + name + "/", cut, &chance)
            } else if !child.isRebuilt {
                files[path + name] = Self.file(child, index, cut, &chance)
            }
        }
    }

    private static func file(
        _ node: Disk.Node,
        _ index: Int,
        _ cut: Cut,
        _ chance: inout SeededGenerator
    ) -> File {
        let whole = Identity(node: index, version: node.version)
        if node.changes.isEmpty {
            return File(bytes: node.bytes, isWhole: true, identity: whole)
        }
        switch cut {
        case .everything, .bytesOnly:
            return File(bytes: node.allBytes, isWhole: true, identity: whole)
        case .nothing, .namesOnly:
            return File(bytes: node.bytes, isWhole: false, identity: nil)
        case .some:
            return File(bytes: someBytes(of: node, &chance), isWhole: false, identity: nil)
        }
    }

    private static func someNames(
        of node: Disk.Node,
        _ chance: inout SeededGenerator
    ) -> [String: Int] {
        guard !node.renamings.isEmpty else { return node.names }
        if chance.next(below: 2) == 0 {
            // A journal preserves the order of changes.
            let count = chance.next(below: node.renamings.count + 1)
            return node.names(after: Array(node.renamings[..<count]))
        }
        return node.names(after: node.renamings.filter { _ in chance.next(below: 2) == 0 })
    }

    private static func someBytes(of node: Disk.Node, _ chance: inout SeededGenerator) -> [UInt8] {
        var bytes = node.bytes
        let percent = [5, 50, 95][chance.next(below: 3)]
        // A disk may write in order, up to some point, or in any order.
        let end =
            chance.next(below: 3) == 0
            ? chance.next(below: node.changes.count + 1) : node.changes.count
        let isOrdered = end < node.changes.count
        for change in node.changes[..<end] {
            switch change {
            case .resize:
                if isOrdered || chance.next(below: 100) < percent { bytes.apply(change) }
            case .write(let offset, let written):
                tear(written, offset) { part in
                    guard isOrdered || chance.next(below: 100) < percent else { return }
                    bytes.put(part, at: offset + part.startIndex)
                }
            }
        }
        return bytes
    }

    /// The parts of a write that a disk writes atomically.
    private static func tear(
        _ bytes: [UInt8],
        _ offset: Int,
        _ body: (ArraySlice<UInt8>) -> Void
    ) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + 512 - (offset + start) % 512)
            body(bytes[start..<end])
            start = end
        }
    }
}
