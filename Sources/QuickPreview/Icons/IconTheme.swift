import Glibc
import PreviewModel

/// Finds the icon of a file type, according to the freedesktop.org icon theme specification.
struct IconTheme {
    /// A folder of a theme with icons of one size.
    private struct Folder {
        var path: String
        var size = 48
        var maximum: Int?
        var isScalable = false
    }

    /// The folders of themes, those of the user first.
    private let bases: [String]
    /// The folders of the shared MIME database.
    private let databases: [String]
    /// The themes to search, in order.
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

    /// The themes in these folders; `chosen` is the one that the user selected.
    init(bases: [String], databases: [String], chosen: String?) {
        self.bases = bases
        self.databases = databases
        themes = [chosen, "Adwaita", "breeze", "gnome", "hicolor"].compactMap(\.self)
    }

    /// The path of the icon that suits a picture of this many pixels; `nil` where there is none.
    func icon(for type: FileType, pixels: Int) -> String? {
        let names = names(for: type)
        var looked: Set<String> = []
        var queue = themes
        // A theme with the type's own icon is better than one with a generic icon; the theme that the user
        // selected is better than any other.
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

    /// The names of the icons for a type, the best first.
    private func names(for type: FileType) -> [String] {
        let name = type.rawValue
        // A name that becomes part of a path may be nothing else.
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

    /// The folders of a theme, and the themes that it inherits.
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
            // Icons for displays of double density have twice the pixels.
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

    /// The smallest icon that need not be scaled up, else the largest.
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

    /// The theme that the user has selected for GTK or Plasma.
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

    /// The text of a configuration file of at most 1 MiB.
    static func text(of path: String) -> String? {
        BoundedFile.bytes(at: path, limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
    }
}
