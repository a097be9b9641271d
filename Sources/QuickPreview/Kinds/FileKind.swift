import Glibc
import PreviewModel
import Synchronization

/// The kind of a file, in words for people.
///
/// The words are the comments of the shared MIME database in the requested language; for a type or a translation
/// that the database lacks, this project has its own.
public enum FileKind {
    /// The kind of files of a type, such as "PDF document".
    ///
    /// An unknown type is described by its family: "image", "text document", "document".
    ///
    /// - Parameters:
    ///   - type: The type, under its freedesktop.org name.
    ///   - language: The language of the words.
    /// - Returns: Words without a full stop, on a single line.
    public static func words(for type: FileType, in language: PreviewLanguage = .english) -> String
    {
        let key = Key(type: type.rawValue, language: language)
        if let words = cache.withLock({ $0[key] }) { return words }
        let words = find(type, language)
        cache.withLock { cache in
            // Types come from documents: the cache must not grow without limit.
            if cache.count >= 1024 { cache.removeAll() }
            cache[key] = words
        }
        return words
    }

    private struct Key: Hashable {
        var type: String
        var language: PreviewLanguage
    }

    private static let cache = Mutex<[Key: String]>([:])

    private static func find(_ type: FileType, _ language: PreviewLanguage) -> String {
        if let words = own(type.rawValue, language) { return words }
        return withoutVersions(described(type, language))
    }

    /// The words of the databases.
    private static func described(_ type: FileType, _ language: PreviewLanguage) -> String {
        var english: String?
        for folder in folders {
            guard let comments = TypeComments(type, in: folder) else { continue }
            if language == .english, let words = comments.plain { return words }
            if let words = comments.chinese { return words }
            english = english ?? comments.plain
        }
        if let words = untranslated[type.rawValue], language == .simplifiedChinese { return words }
        if let entry = SupplementaryTypes.shared[type.rawValue] {
            return language == .english ? entry.english : entry.chinese
        }
        return english ?? family(of: type, language)
    }

    /// The folders of the shared MIME database: those of the user first, as its specification says.
    static let folders: [String] = {
        func variable(_ name: String) -> String? {
            unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = variable("HOME").map { $0 + "/.local/share" }
        let own = variable("XDG_DATA_HOME") ?? home
        let shared = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return ([own].compactMap { $0 } + shared.split(separator: ":").map(String.init))
            .map { $0 + "/mime" }
    }()

    /// A kind without the version of the program that introduced the format: "Word 2007 document".
    static func withoutVersions(_ words: String) -> String {
        var parts = words.split(separator: " ", omittingEmptySubsequences: false)
        if parts.starts(with: ["Office", "Open", "XML"]), parts.count > 3 { parts.removeFirst(3) }
        return parts.enumerated().filter { place, part in
            let digits = part.hasSuffix("+") ? part.dropLast() : part
            guard place > 0, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return true
            }
            let isYear = digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20"))
            return !isYear && !(parts[place - 1] == "Keynote" && !digits.isEmpty)
        }.map(\.element).joined(separator: " ")
    }

    /// Words for two types that the database describes less precisely than they are known here.
    private static func own(_ type: String, _ language: PreviewLanguage) -> String? {
        switch (type, language) {
        case (FileType.unknown.rawValue, .english): "unknown binary file"
        case (FileType.unknown.rawValue, .simplifiedChinese): "未知的二进制文件"
        default: nil
        }
    }

    private static func family(of type: FileType, _ language: PreviewLanguage) -> String {
        let family = type.rawValue.prefix { $0 != "/" }
        let (english, chinese) =
            switch family {
            case "image": ("image", "图像")
            case "text": ("text document", "文本文档")
            case "audio": ("audio", "音频")
            case "video": ("video", "视频")
            case "font": ("font", "字体")
            case "model": ("3D model", "三维模型")
            case "message": ("message", "消息")
            case "inode": ("special file", "特殊文件")
            default: ("document", "文档")
            }
        return language == .english ? english : chinese
    }

    /// Translations of comments that have none, by type.
    private static let untranslated: [String: String] = Dictionary(
        uniqueKeysWithValues: SupplementaryTypes.untranslated.split(separator: "\n").map { line in
            let parts = line.split(separator: "|").map(String.init)
            return (parts[0], parts[1])
        }
    )
}

/// The comments on one type in the shared MIME database: `TYPE.xml` in its folder, in lower case.
private struct TypeComments {
    var plain: String?
    var chinese: String?

    init?(_ type: FileType, in folder: String) {
        // The type may come from a document: only what has the form of a type becomes a path.
        let parts = type.rawValue.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ part in
                part.utf8.first.map { $0 != UInt8(ascii: ".") } ?? false
                    && part.utf8.allSatisfy {
                        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                            || "+-._".utf8.contains($0)
                    }
            }),
            let bytes = BoundedFile.bytes(
                at: "\(folder)/\(type.rawValue.lowercased()).xml",
                limit: 1 << 20
            )
        else { return nil }
        // Written by update-mime-database, with a line for each comment.
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 == UInt8(ascii: " ") }
            let isPlain = line.starts(with: "<comment>".utf8)
            guard isPlain || line.starts(with: "<comment xml:lang=\"zh_CN\">".utf8),
                let end = line.firstIndex(of: UInt8(ascii: ">")),
                let close = line.lastIndex(of: UInt8(ascii: "<")), end < close,
                let text = String(validating: line[(end + 1)..<close], as: UTF8.self)
            else { continue }
            let words = Self.decoded(text).singleLine
            if isPlain { plain = words } else { chinese = words }
        }
    }

    private static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var text = text
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")]
        for (entity, character) in entities + [("&amp;", "&")] {
            text = text.split(separator: entity, omittingEmptySubsequences: false)
                .joined(separator: character)
        }
        return text
    }
}

extension DocumentInfo {
    /// The kind, in words for people, such as "PDF document".
    public var kind: String { FileKind.words(for: FileType(rawValue: type)) }

    /// The kind in words of a language.
    public func kind(in language: PreviewLanguage) -> String {
        FileKind.words(for: FileType(rawValue: type), in: language)
    }
}
