enum Words {
    static func reason(
        _ code: Reason.Code,
        _ parameters: [String: String],
        language: Language
    )
        -> (message: String, remedy: String)
    {
        ("", "")
    }
}
