import PreviewModel

extension ConfinementLevel {
    /// The layers of the sandbox, as a list for people in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The list, without a full stop.
    public func words(in language: PreviewLanguage) -> String {
        let code = refusesWritableCode ? "、禁止可写代码" : ""
        return language.say(
            description,
            "Landlock \(landlock)、系统调用过滤、不能获得新权限\(code)、内存上限 \(memoryMebibytes) MiB"
        )
    }
}
