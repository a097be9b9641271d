import Glibc
import PreviewModel

/// The folders of the user's fonts: the two that fontconfig's default configuration names.
enum UserFonts {
    /// The variables that pass the folders to a helper; empty where there is no home.
    static var variables: [String] {
        let home = folder("HOME")
        var variables: [String] = []
        func add(_ name: String, _ parent: String?, _ rest: String) {
            if let parent { variables.append("\(name)=\(parent)/\(rest)") }
        }
        add(UserFontVariable.oldFonts, home, ".fonts")
        add(
            UserFontVariable.fonts,
            folder("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" },
            "fonts"
        )
        add(
            UserFontVariable.cache,
            folder("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" },
            "fontconfig"
        )
        return variables
    }

    /// The folders themselves.
    static var folders: [String] {
        let names = [UserFontVariable.fonts, UserFontVariable.oldFonts].map { "\($0)=" }
        return variables.compactMap { variable in
            names.first(where: variable.hasPrefix).map { String(variable.dropFirst($0.count)) }
        }
    }

    /// The absolute path in a variable; relative ones are ignored (XDG Base Directory
    /// Specification).
    private static func folder(_ variable: String) -> String? {
        guard let value = unsafe getenv(variable) else { return nil }
        let path = unsafe String(cString: value)
        return path.hasPrefix("/") && path != "/" ? path : nil
    }
}
