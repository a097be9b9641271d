/// A simulated disk: durable data, and later changes that a power failure may lose.
///
/// Files and their names are independent, as on a real disk: syncing a file does not make its name
/// durable, and syncing a folder makes only the names durable. POSIX guarantees no more; most file
/// systems do.
struct Disk: Sendable {
    /// A change to a file that a power failure may lose or tear.
    enum Change: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case resize(Int)
    }

    /// A change to a folder that a power failure may lose, but not tear: names and the files to
    /// which they refer.
    typealias Renaming = [(name: String, node: Int?)]

    /// A file or a folder.
    struct Node: Sendable {
        let isFolder: Bool
        /// Whether the file is rebuilt after a crash, regardless of its contents: SQLite's WAL
        /// index.
        let isRebuilt: Bool
        /// The durable bytes of a file.
        var bytes: [UInt8] = []
        /// The durable names of a folder.
        var names: [String: Int] = [:]
        var changes: [Change] = []
        var renamings: [Renaming] = []
        /// A number that each sync and each change increments.
        var version = 0
    }

    private(set) var nodes: [Node]
    private var known: [UInt64: Int] = [:]
    /// The nodes that a power failure now could leave in more than one state.
    private(set) var unsure: Set<Int> = []

    /// The index of the recorded folder.
    static let root = 0

    /// Creates a disk with an empty, durable root folder.
    init() {
        nodes = [Node(isFolder: true, isRebuilt: false)]
    }

    /// Applies a step; returns whether it changed the disk.
    mutating func take(_ step: Recording.Step) -> Bool {
        switch step {
        case .start(let folder, _):
            known[folder] = Self.root
            return false
        case .create(let inode, let folder, let name, let isFolder):
            // A deleted file may have had the same inode number.
            known[inode] = nodes.count
            nodes.append(Node(isFolder: isFolder, isRebuilt: name.hasSuffix("-shm")))
            rename(in: folder, [(name, nodes.count - 1)])
        case .link(let inode, let folder, let name):
            rename(in: folder, [(name, known[inode])])
        case .rename(let inode, let from, let old, let to, let new):
            if from == to {
                rename(in: from, [(old, nil), (new, known[inode])])
            } else {
                rename(in: to, [(new, known[inode])])
                rename(in: from, [(old, nil)])
            }
        case .remove(let folder, let name):
            rename(in: folder, [(name, nil)])
        case .write(let inode, let offset, let bytes):
            return change(inode, .write(offset: offset, bytes: bytes))
        case .resize(let inode, let size):
            return change(inode, .resize(size))
        case .sync(let inode):
            guard let node = known[inode] else { return false }
            sync(node)
        case .socket, .note:
            return false
        }
        return true
    }

    private mutating func rename(in folder: UInt64, _ renaming: Renaming) {
        guard let folder = known[folder] else { return }
        nodes[folder].renamings.append(renaming)
        unsure.insert(folder)
    }

    private mutating func change(_ inode: UInt64, _ change: Change) -> Bool {
        guard let node = known[inode], !nodes[node].isRebuilt else { return false }
        nodes[node].changes.append(change)
        nodes[node].version += 1
        unsure.insert(node)
        return true
    }

    private mutating func sync(_ node: Int) {
        nodes[node].bytes = nodes[node].allBytes
        nodes[node].names = nodes[node].allNames
        nodes[node].changes = []
        nodes[node].renamings = []
        unsure.remove(node)
    }
}

extension Disk.Node {
    /// The contents if no change is lost.
    var allBytes: [UInt8] {
        var bytes = bytes
        for change in changes { bytes.apply(change) }
        return bytes
    }

    /// The names if no change is lost.
    var allNames: [String: Int] {
        names(after: renamings)
    }

    /// The names after only some of the changes.
    func names(after renamings: [Disk.Renaming]) -> [String: Int] {
        var names = names
        for (name, node) in renamings.joined() { names[name] = node }
        return names
    }
}

extension [UInt8] {
    /// Applies a change; a hole is filled with zeros.
    mutating func apply(_ change: Disk.Change) {
        switch change {
        case .write(let offset, let bytes): put(bytes[...], at: offset)
        case .resize(let size):
            if size < count { removeLast(count - size) } else { grow(to: size) }
        }
    }

    mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        grow(to: offset + bytes.count)
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }

    private mutating func grow(to size: Int) {
        if size > count { append(contentsOf: repeatElement(0, count: size - count)) }
    }
}
