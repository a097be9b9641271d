extension DocumentFormat {
    /// Databases of SQLite 3.
    static let database = DocumentFormat(
        name: "SQLite databases",
        types: ["application/vnd.sqlite3"],
        extensions: ["sqlite", "sqlite3", "db", "db3"],
        reader: .text(.structured(.database)),
        aliases: ["application/x-sqlite3": "application/vnd.sqlite3"]
    )
}
