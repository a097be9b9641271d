import PreviewModel

/// The entries of an archive below the folders in their names, which need not be entries themselves.
struct ListingTree {
    /// A line of the listing.
    struct Line {
        /// The last component of the name; for a folder of an archive, with its slash.
        let name: String
        /// The number of folders that contain the entry.
        let depth: Int
        /// The entry itself; `nil` for a folder that occurs only in the names of other entries.
        let entry: ListingMessage.Entry?
        /// Whether it is a folder.
        let isFolder: Bool
    }

    private struct Node {
        let name: String
        let isFolder: Bool
        var entry: ListingMessage.Entry?
        var children: [Int] = []
        /// The folders among the children, by name.
        var folders: [Substring: Int] = [:]
    }

    /// The nodes of the tree; the first is the root.
    private var nodes = [Node(name: "", isFolder: true)]

    /// The maximum depth of folders; deeper ones are shown as part of the name.
    private static let depthLimit = 24

    init(_ entries: [ListingMessage.Entry]) { for entry in entries { add(entry) } }

    private mutating func add(_ entry: ListingMessage.Entry) {
        var parts = entry.name.split(
            separator: "/",
            maxSplits: Self.depthLimit,
            omittingEmptySubsequences: true
        ).filter { $0 != "." }
        guard let last = parts.popLast() else {
            // The name denotes only the root.
            guard !entry.isFolder else { return }
            append(Node(name: entry.name, isFolder: false, entry: entry), to: 0)
            return
        }
        var parent = 0
        for part in parts { parent = folder(part, in: parent) }
        guard entry.isFolder else {
            append(Node(name: String(last), isFolder: false, entry: entry), to: parent)
            return
        }
        nodes[folder(last, in: parent, isNamedSo: entry.name.hasSuffix("/"))].entry = entry
    }

    /// Returns the index of a folder, creating it if needed.
    private mutating func folder(
        _ name: Substring,
        in parent: Int,
        isNamedSo: Bool = true
    ) -> Int {
        if let known = nodes[parent].folders[name] { return known }
        let isSlashed = isNamedSo && !name.hasSuffix("/")
        let place = append(
            Node(name: String(name) + (isSlashed ? "/" : ""), isFolder: true),
            to: parent
        )
        nodes[parent].folders[name] = place
        return place
    }

    @discardableResult private mutating func append(_ node: Node, to parent: Int) -> Int {
        nodes.append(node)
        nodes[parent].children.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// The lines: each folder before what is in it, otherwise in the order of the archive.
    var lines: [Line] {
        var lines: [Line] = []
        var waiting = nodes[0].children.reversed().map { (node: $0, depth: 0) }
        while let (place, depth) = waiting.popLast() {
            let node = nodes[place]
            lines.append(
                Line(name: node.name, depth: depth, entry: node.entry, isFolder: node.isFolder)
            )
            waiting += node.children.reversed().map { (node: $0, depth: depth + 1) }
        }
        return lines
    }
}
