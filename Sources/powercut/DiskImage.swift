import FoundationEssentials

/// What a power cut leaves of a disk.
struct DiskImage: Sendable {
    /// How much of what was not synced is there.
    enum Cut: Sendable, Equatable, CustomStringConvertible {
        /// Nothing.
        case nothing
        /// All of it.
        case everything
        /// All bytes, and no name.
        case bytesOnly
        /// All names, and no bytes.
        case namesOnly
        /// Some of it, by chance: sectors of 512 bytes, and names.
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

    /// A file of the image.
    struct File: Sendable {
        let bytes: [UInt8]
        /// Whether it is as its writer left it, with nothing lost.
        let isWhole: Bool
        /// What tells these bytes from all others; `nil` where chance made them.
        let identity: Identity?
    }

    /// A file and how far it was written.
    struct Identity: Hashable, Sendable {
        let node: Int
        let version: Int
    }

    /// The files by their paths, and the folders.
    private(set) var files: [String: File] = [:]
    private(set) var folders: [String] = []

    /// Cuts the power.
    init(of disk: Disk, _ cut: Cut) {
        var chance = Chance(seed: 0)
        if case .some(let seed) = cut { chance = Chance(seed: seed) }
        walk(disk, Disk.root, "", cut, &chance)
    }

    /// A disk as it is, below a folder.
    init(folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let url = URL(filePath: folder + "/" + path)
            if let bytes = try? Data(contentsOf: url) {
                files[path] = File(bytes: [UInt8](bytes), isWhole: true, identity: nil)
            } else {
                // What cannot be read as a file is a folder.
                folders.append(path)
            }
        }
    }

    private mutating func walk(
        _ disk: Disk,
        _ folder: Int,
        _ path: String,
        _ cut: Cut,
        _ chance: inout Chance
    ) {
        let node = disk.nodes[folder]
        let names =
            switch cut {
            case .nothing, .bytesOnly: node.names
            case .everything, .namesOnly: node.allNames
            case .some: Self.someNames(of: node, &chance)
            }
        // Sorted, so that a seed always gives the same image.
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
        _ chance: inout Chance
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

    private static func someNames(of node: Disk.Node, _ chance: inout Chance) -> [String: Int] {
        guard !node.renamings.isEmpty else { return node.names }
        if chance.next(below: 2) == 0 {
            // A journal keeps the order.
            let count = chance.next(below: node.renamings.count + 1)
            return node.names(after: Array(node.renamings[..<count]))
        }
        return node.names(after: node.renamings.filter { _ in chance.next(below: 2) == 0 })
    }

    private static func someBytes(of node: Disk.Node, _ chance: inout Chance) -> [UInt8] {
        var bytes = node.bytes
        let percent = [5, 50, 95][chance.next(below: 3)]
        // A disk may write in order, up to some point, or as it likes.
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

    /// The parts of a write that a disk writes as one.
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

/// Chance that a seed repeats (SplitMix64).
struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
}
