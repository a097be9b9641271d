import ArgumentParser
import FileAccess
import Glibc
import PrintModel
import QuickPreview

/// `qpreview cache`: the thumbnail cache of the desktop.
struct Cache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show, clean, and refresh the desktop's thumbnail cache.",
        discussion: """
            All programs of the desktop share this cache. It is below $XDG_CACHE_HOME/thumbnails, or \
            ~/.cache/thumbnails.

            Examples:
              qpreview cache status
              qpreview cache clean
              qpreview cache clean --older-than 90 --max-size 500M
              qpreview cache refresh ~/Pictures
            """,
        subcommands: [CacheStatus.self, CacheClean.self, CacheRefresh.self]
    )
}

extension Failure {
    static let noCache = Failure(
        1,
        "There is no thumbnail cache: set HOME or XDG_CACHE_HOME.",
        "没有缩略图缓存：请设置 HOME 或 XDG_CACHE_HOME。"
    )
}

extension ThumbnailCache {
    /// The cache of the user.
    static func ofUser() throws(Failure) -> ThumbnailCache {
        guard let cache = ThumbnailCache(version: projectVersion) else { throw .noCache }
        return cache
    }
}

/// Writes lines on standard output.
func show(_ lines: [String]) throws(Failure) {
    do throws(OutputFile.Failure) {
        try OutputFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: STDOUT_FILENO)
    } catch {
        throw Failure(
            writing: PreviewLanguage.ofUser.say("standard output", "标准输出"),
            error: error.number
        )
    }
}

/// `qpreview cache status`: the numbers and sizes of thumbnails.
struct CacheStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the number and the size of the thumbnails in each folder."
    )

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        do throws(Failure) {
            let cache = try ThumbnailCache.ofUser()
            let status = cache.status
            let count = status.reduce(0) { $0 + $1.count }
            let bytes = status.reduce(0) { $0 + $1.bytes }
            guard !json else {
                let folders = status.map {
                    JSON.object([
                        ("name", JSON.quoted($0.name)), ("count", "\($0.count)"),
                        ("size", "\($0.bytes)"),
                    ])
                }
                try show([
                    JSON.object([
                        ("folder", JSON.quoted(cache.folder)), ("count", "\(count)"),
                        ("size", "\(bytes)"), ("folders", JSON.array(folders)),
                    ])
                ])
                return
            }
            let language = PreviewLanguage.ofUser
            let all = (language.say("in all", "合计"), count, bytes)
            try show(
                [cache.folder]
                    + (status.map { ($0.name, $0.count, $0.bytes) } + [all]).map {
                        let words = CacheClean.thumbnails($1, in: language)
                        let size = ByteSize.words($2)
                        return language.say(
                            "  \($0): \(words), \(size)",
                            "  \($0)：\(words)，\(size)"
                        )
                    }
            )
        } catch {
            error.print()
            throw ExitCode(error.code)
        }
    }
}

/// `qpreview cache clean`: removes thumbnails that nobody will see again.
struct CacheClean: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean",
        abstract: "Remove thumbnails of files that are gone or have changed.",
        discussion: """
            Thumbnails of files on other computers, and on media that are not there, stay for 30 \
            days after their last use. A file that is not a thumbnail stays.
            """
    )

    @Option(help: ArgumentHelp("Remove what was not used for so long, too.", valueName: "days"))
    var olderThan: Int?

    @Option(
        help: ArgumentHelp(
            "Remove the least recently used ones until the rest has this size, such as 500M.",
            valueName: "size"
        )
    )
    var maxSize: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if let olderThan, !(0...100_000).contains(olderThan) {
            throw ValidationError(
                PreviewLanguage.ofUser.say(
                    "Invalid age: give a number of days.",
                    "天数无效：请指定天数。"
                )
            )
        }
        if let maxSize, Self.bytes(maxSize) == nil {
            throw ValidationError(
                PreviewLanguage.ofUser.say(
                    "Invalid size: give a number of bytes, or one with k, M, or G.",
                    "大小无效：请指定字节数，或带 k、M、G 的数。"
                )
            )
        }
    }

    func run() throws {
        do throws(Failure) {
            var cleaning = ThumbnailCache.Cleaning()
            cleaning.age = olderThan.map { Int64($0) * 24 * 3600 }
            cleaning.size = maxSize.flatMap(Self.bytes)
            let cleaned = try ThumbnailCache.ofUser().clean(cleaning)
            try show(json ? [Self.json(cleaned)] : Self.lines(cleaned))
            guard cleaned.refused == 0 else {
                let words = (
                    Self.thumbnails(cleaned.refused, in: .english),
                    Self.thumbnails(cleaned.refused, in: .simplifiedChinese)
                )
                throw Failure(
                    1,
                    "\(words.0) cannot be removed. Check the permissions of the folder.",
                    "\(words.1)无法删除。请检查文件夹的权限。"
                )
            }
        } catch {
            error.print()
            throw ExitCode(error.code)
        }
    }

    /// A number of thumbnails in words.
    static func thumbnails(_ count: Int, in language: PreviewLanguage) -> String {
        language.say(count == 1 ? "1 thumbnail" : "\(count) thumbnails", "\(count) 个缩略图")
    }

    /// A size such as 500M, in multiples of 1000; `nil` where it is not one.
    static func bytes(_ text: String) -> Int? {
        let units: [Character: Int] = ["k": 1000, "m": 1_000_000, "g": 1_000_000_000]
        let lower = text.lowercased()
        let unit = lower.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? lower : String(lower.dropLast())), number >= 0 else {
            return nil
        }
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
        return isTooLarge ? nil : product
    }

    private static func lines(_ cleaned: ThumbnailCache.Cleaned) -> [String] {
        let language = PreviewLanguage.ofUser
        let ends = [
            (cleaned.gone, "of files that are gone", "的文件已不存在"),
            (cleaned.changed, "of files that have changed", "的文件已更改"),
            (cleaned.damaged, "damaged", "已损坏"),
            (cleaned.unused, "not used for too long, or beyond the size", "久未使用或超出大小"),
        ]
        let removed = ends.filter { $0.0 > 0 }.map { count, english, chinese in
            let words = thumbnails(count, in: language)
            return language.say("removed: \(words) \(english)", "已删除：\(words)\(chinese)")
        }
        let free = ByteSize.words(cleaned.bytes)
        let (kept, size) = (
            thumbnails(cleaned.kept, in: language), ByteSize.words(cleaned.keptBytes)
        )
        return removed + [
            language.say("\(free) freed; kept: \(kept), \(size)", "已释放 \(free)；保留：\(kept)，\(size)")
        ]
    }

    private static func json(_ cleaned: ThumbnailCache.Cleaned) -> String {
        JSON.object([
            ("gone", "\(cleaned.gone)"), ("changed", "\(cleaned.changed)"),
            ("damaged", "\(cleaned.damaged)"), ("unused", "\(cleaned.unused)"),
            ("freed", "\(cleaned.bytes)"), ("kept", "\(cleaned.kept)"),
            ("size", "\(cleaned.keptBytes)"), ("refused", "\(cleaned.refused)"),
        ])
    }
}
