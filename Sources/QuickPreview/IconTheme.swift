import Glibc
import PreviewModel

/// Finds the icon of a file type, as the freedesktop.org icon theme specification says.
struct IconTheme {
    /// A folder of a theme that holds icons of one size.
    private struct Folder {
        var path: String
        var size = 48
        var maximum: Int?
        var isScalable = false
    }

    /// Where themes lie, the user's own first.
    private let bases: [String]
    /// Where the shared MIME database lies.
    private let databases: [String]
    /// The themes to look in.
    private let themes: [String]

    /// The themes of this system.
    init() {
        let home = Self.variable("HOME")
        let data = Self.variable("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
        let system = Self.variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let folders = ([data] + system.split(separator: ":").map { Optional(String($0)) })
            .compactMap(\.self)
        self.init(
            bases: [home.map { $0 + "/.icons" }].compactMap(\.self) + folders.map { $0 + "/icons" },
            databases: folders.map { $0 + "/mime" },
            chosen: Self.chosenTheme(home: home)
        )
    }

    /// Themes in these folders; `chosen` is the user's.
    init(bases: [String], databases: [String], chosen: String?) {
        self.bases = bases
        self.databases = databases
        themes = [chosen, "Adwaita", "breeze", "gnome", "hicolor"].compactMap(\.self)
    }

    /// The path of the icon that suits a picture of so many pixels, or `nil` where there is none.
    func icon(for type: FileType, pixels: Int) -> String? {
        let names = names(for: type)
        var looked: Set<String> = []
        var queue = themes
        // A theme that has the type's own icon is better than one with a general one; but one that the user
        // has chosen is better than any.
        while let theme = queue.first {
            queue.removeFirst()
            guard looked.insert(theme).inserted, looked.count < 20,
                let (folders, parents) = folders(of: theme)
            else { continue }
            for name in names {
                if let path = best(name, in: folders, pixels: pixels) { return path }
            }
            queue.insert(contentsOf: parents.filter { $0 != "hicolor" }, at: 0)
        }
        return nil
    }

    /// The names that an icon of a type can have, the best first.
    private func names(for type: FileType) -> [String] {
        let name = type.rawValue
        // What becomes part of a path may be nothing else.
        guard name.utf8.allSatisfy({ $0 != 0 && $0 > 0x20 && $0 < 0x7F }), !name.contains("..")
        else {
            return ["text-x-generic"]
        }
        var names = [name.split(separator: "/").joined(separator: "-")]
        if let generic = genericIcon(of: name) { names.append(generic) }
        let media = String(name.prefix { $0 != "/" })
        switch media {
        case "inode": names.append("folder")
        case "application": break
        default: names.append("\(media)-x-generic")
        }
        if TextFormat(type) == .archive { names.append("package-x-generic") }
        return names + ["application-x-generic", "text-x-generic", "unknown"]
    }

    private func genericIcon(of type: String) -> String? {
        for database in databases {
            guard let text = Self.text(of: database + "/generic-icons") else { continue }
            for line in text.split(separator: "\n") where line.hasPrefix(type + ":") {
                return String(line.dropFirst(type.utf8.count + 1))
            }
        }
        return nil
    }

    /// The folders of a theme and the themes that it builds on.
    private func folders(of theme: String) -> ([Folder], [String])? {
        guard !theme.contains("/"), !theme.hasPrefix(".") else { return nil }
        let places = bases.map { "\($0)/\(theme)" }
        guard let index = places.lazy.compactMap({ Self.text(of: $0 + "/index.theme") }).first
        else { return nil }
        var folders: [String: Folder] = [:]
        var parents: [String] = []
        var section = ""
        for line in index.split(separator: "\n") {
            if line.hasPrefix("[") {
                section = String(line.dropFirst().prefix { $0 != "]" })
                if section != "Icon Theme", !section.contains("..") {
                    folders[section] = Folder(path: section)
                }
                continue
            }
            guard let equals = line.firstIndex(of: "=") else { continue }
            let value = line[line.index(after: equals)...]
            switch line[..<equals] {
            case "Inherits": parents = value.split(separator: ",").map(String.init)
            case "Size": folders[section]?.size = Int(value) ?? 48
            case "MaxSize": folders[section]?.maximum = Int(value)
            case "Type": folders[section]?.isScalable = value == "Scalable"
            // Icons for screens of double density have twice the pixels.
            case "Scale": folders[section]?.size *= max(1, min(4, Int(value) ?? 1))
            default: break
            }
        }
        let found = places.flatMap { place in
            folders.values.map { folder in
                var folder = folder
                folder.path = "\(place)/\(folder.path)"
                return folder
            }
        }
        return (found, parents)
    }

    /// The smallest icon that need not be made larger, else the largest.
    private func best(_ name: String, in folders: [Folder], pixels: Int) -> String? {
        func effective(_ folder: Folder) -> Int {
            folder.isScalable ? max(folder.maximum ?? folder.size, folder.size) : folder.size
        }
        let sorted = folders.sorted { left, right in
            let (a, b) = (effective(left), effective(right))
            if (a >= pixels) != (b >= pixels) { return a >= pixels }
            return a >= pixels ? (a, left.path) < (b, right.path) : (a, left.path) > (b, right.path)
        }
        for folder in sorted {
            for suffix in ["svg", "png"] {
                let path = "\(folder.path)/\(name).\(suffix)"
                if unsafe access(path, R_OK) == 0 { return path }
            }
        }
        return nil
    }

    /// The theme that the user has chosen for GTK or for Plasma.
    private static func chosenTheme(home: String?) -> String? {
        guard let config = variable("XDG_CONFIG_HOME") ?? home.map({ $0 + "/.config" }) else {
            return nil
        }
        let files = [
            ("gtk-4.0/settings.ini", "gtk-icon-theme-name="),
            ("gtk-3.0/settings.ini", "gtk-icon-theme-name="), ("kdeglobals", "Theme="),
        ]
        for (file, key) in files {
            guard let text = text(of: "\(config)/\(file)") else { continue }
            var inIcons = file != "kdeglobals"
            for line in text.split(separator: "\n") {
                let line = line.filter { $0 != " " && $0 != "\"" }
                if line.hasPrefix("["), file == "kdeglobals" { inIcons = line == "[Icons]" }
                if inIcons, line.hasPrefix(key) { return String(line.dropFirst(key.count)) }
            }
        }
        return nil
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    /// The contents of a small file of the system.
    static func text(of path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < 1 << 20 {
            let count = unsafe read(file, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
