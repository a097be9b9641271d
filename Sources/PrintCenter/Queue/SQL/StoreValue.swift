/// A value of a statement.
package enum StoreValue: Sendable {
    case number(Int64)
    case text(String)
    case null

    init(_ number: Int64?) { self = number.map { .number($0) } ?? .null }
    init(_ number: Int) { self = .number(Int64(number)) }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ flag: Bool) { self = .number(flag ? 1 : 0) }
}

extension StoreValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
}
