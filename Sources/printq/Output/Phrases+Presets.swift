import PrintModel

/// Messages about presets.
extension Phrases {
    var noPresets: String {
        say(
            "There are no presets. To save one, run: printq presets save NAME --duplex",
            "没有预设。要保存预设，请运行：printq presets save NAME --duplex"
        )
    }

    func saved(_ name: String, isNew: Bool) -> String {
        isNew
            ? say("Saved preset '\(name)'.", "已保存预设“\(name)”。")
            : say("Replaced preset '\(name)'.", "已替换预设“\(name)”。")
    }

    func removed(_ preset: PrintPreset) -> String {
        say("Removed preset '\(preset.name)'.", "已移除预设“\(preset.name)”。")
    }

    /// The options of a preset on one line, and what this version does not know.
    func options(of preset: PrintPreset) -> String {
        let unknown = preset.unknown.joined(separator: ", ")
        let words = preset.ticket.commandLine.joined(separator: " ")
        guard !unknown.isEmpty else { return words }
        return words + say("  (not known here: \(unknown))", "（此处不认识：\(unknown)）")
    }

    func unknownOptions(_ preset: PrintPreset) -> String {
        let unknown = preset.unknown.joined(separator: ", ")
        return say(
            "printq: This version does not know, or cannot read, these options of the preset, so it cannot be used here: \(unknown). Use a newer version, or save the preset again.",
            "printq: 此版本不认识或无法读取该预设的以下选项，因此无法在此使用：\(unknown)。请使用更新的版本，或重新保存该预设。"
        )
    }
}
