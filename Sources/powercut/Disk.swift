/// A disk in memory: what is surely on it, and what was asked of it since and may be lost.
///
/// Files and the names of files are apart, as on a real disk: a sync of a file does not bring its name
/// there, and a sync of a folder brings the names alone. That is what POSIX promises; most file systems
/// do more.
struct Disk: Sendable {
    /// A change of a file that a cut may lose, or tear.
    enum Change: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case resize(Int)
    }

    /// A change of a folder that a cut may lose, but not tear: names and the files they stand for.
    typealias Renaming = [(name: String, node: Int?)]

    /// A file or a folder.
    struct Node: Sendable {
        let isFolder: Bool
        /// Whether it is rebuilt after a crash, whatever stands in it: SQLite's index of the log.
        let isRebuilt: Bool
        /// The bytes that are surely there; of a file.
        var bytes: [UInt8] = []
        /// The names that are surely there; of a folder.
        var names: [String: Int] = [:]
        var changes: [Change] = []
        var renamings: [Renaming] = []
        /// Grows with each sync and each change.
        var version = 0
    }

    private(set) var nodes: [Node]
    private var known: [UInt64: Int] = [:]
    /// The nodes that a cut now could leave in more than one way.
    private(set) var unsure: Set<Int> = []

    /// The folder that is recorded.
    static let root = 0

    /// An empty folder, which is there for good.
    init() {
        nodes = [Node(isFolder: true, isRebuilt: false)]
    }

    /// Takes in a step; whether it changed the disk.
    mutating func take(_ step: Recording.Step) -> Bool {
        switch step {
        case .start(let folder, _):
            known[folder] = Self.root
            return false
        case .create(let inode, let folder, let name, let isFolder):
            // The number may have belonged to a file that is gone.
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
    /// The bytes if nothing is lost.
    var allBytes: [UInt8] {
        var bytes = bytes
        for change in changes { bytes.apply(change) }
        return bytes
    }

    /// The names if nothing is lost.
    var allNames: [String: Int] {
        names(after: renamings)
    }

    /// The names if only some changes are there.
    func names(after renamings: [Disk.Renaming]) -> [String: Int] {
        var names = names
        for (name, node) in renamings.joined() { names[name] = node }
        return names
    }
}

extension [UInt8] {
    /// Does what was asked; a hole is zeros.
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
