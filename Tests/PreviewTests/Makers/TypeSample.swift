import PreviewModel
import Testing

/// A document made for a test, and what it has to be found to be.
struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var type: String
    var rule: TypeRule
    var isEncrypted = false
    var isMisnamed = false
    var bytes: @Sendable () -> [UInt8]

    var testDescription: String { "\(name) as \(type)" }

    static func text(_ name: String, _ type: String, _ rule: TypeRule, _ text: String) -> Sample {
        Sample(name: name, type: type, rule: rule) { Array(text.utf8) }
    }

    static func zip(
        _ name: String,
        _ type: String,
        _ rule: TypeRule,
        _ files: KeyValuePairs<String, String>
    ) -> Sample {
        let entries = files.map { ZipMaker.Entry($0.key, $0.value) }
        return Sample(name: name, type: type, rule: rule) { ZipMaker(entries).bytes }
    }

    static func compound(
        _ name: String,
        _ type: String,
        _ rule: TypeRule,
        _ streams: String...
    ) -> Sample {
        Sample(name: name, type: type, rule: rule) {
            var maker = CompoundFileMaker()
            maker.streams = streams.map { ($0, [UInt8](repeating: 0, count: 64)) }
            return maker.bytes
        }
    }

    func misnamed() -> Sample {
        var sample = self
        sample.isMisnamed = true
        return sample
    }

    func encrypted() -> Sample {
        var sample = self
        sample.isEncrypted = true
        return sample
    }
}
