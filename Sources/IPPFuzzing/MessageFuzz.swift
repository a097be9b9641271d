internal import IPP

/// Decodes changed messages, and writes again what could be decoded.
///
/// The same part gives the same messages in every run, so that what one run finds another one finds again.
package struct MessageFuzz: Sendable {
    /// What became of the messages.
    package struct Tally: Sendable {
        /// How many messages there were.
        package var messages = 0
        /// How many were read, written and read again.
        package var decoded = 0
        /// How many were refused because they end too early.
        package var truncated = 0
        /// How many were refused because they break a rule.
        package var malformed = 0
        /// How many were refused because they go beyond a limit.
        package var overLimit = 0
        /// How many were refused by any of these.
        package var refused: Int { truncated + malformed + overLimit }

        /// Nothing yet.
        package init() {}

        /// Adds what became of other messages.
        package static func += (sum: inout Tally, other: Tally) {
            sum.messages += other.messages
            sum.decoded += other.decoded
            sum.truncated += other.truncated
            sum.malformed += other.malformed
            sum.overLimit += other.overLimit
        }
    }

    /// A message that did not survive being written and read again, in numbers that find it again.
    package struct Mismatch: Error, CustomStringConvertible {
        /// Which part it is in.
        package let part: Int
        /// Which of the part's messages it is.
        package let round: Int
        /// The message.
        package let bytes: [UInt8]
        /// What went wrong.
        package let detail: String

        /// Where it is, and its bytes.
        package var description: String { "part \(part), message \(round): \(detail): \(bytes)" }
    }

    private let short: [[UInt8]]
    private let long = [RealMessages.printerAttributes, RealMessages.jobs]
    private let mutator: MessageMutator

    /// Takes the sample messages as seeds.
    package init() {
        let attributes = SampleMessages.everySyntax.groups(.job).flatMap(\.attributes)
        // Messages of a few attributes each, so that a change hits the frame and not only the text.
        let pieces = stride(from: 0, to: attributes.count, by: 3).map { start in
            IPPMessage(
                code: 0,
                requestID: 1,
                groups: [
                    IPPAttributeGroup(
                        .job,
                        Array(attributes[start..<min(start + 3, attributes.count)])
                    ),
                    IPPAttributeGroup(.printer),
                ]
            )
        }
        // What the encoder refuses here, the tests of the encoder tell.
        short =
            pieces.compactMap { try? IPPEncoder().encode($0) } + [SampleMessages.nested(depth: 8)]
        mutator = MessageMutator(donors: short + long)
    }

    /// Decodes a part of so many messages; every 40th is one of the long ones.
    ///
    /// - Parameters:
    ///   - part: which one; each has messages of its own.
    ///   - count: how many messages.
    /// - Returns: what became of them.
    /// - Throws: ``Mismatch``.
    package func run(part: Int, count: Int) throws -> Tally {
        var dice = Dice(seed: UInt64(part) &* 0x1000_0001)
        var tally = Tally()
        let decoders = [
            IPPDecoder(), IPPDecoder(limits: IPPLimits(messageSize: 64 << 10)),
            IPPDecoder(limits: IPPLimits(messageSize: 300, groups: 2, attributes: 5, values: 7)),
        ]
        for round in 0..<count {
            let seeds = round % 40 == 0 ? long : short
            var bytes = seeds[dice.roll(seeds.count)]
            mutator.mutate(&bytes, using: &dice)
            tally.messages += 1
            do {
                let message = try decoders[round % 3].decode(bytes)
                try check(message) { detail in
                    Mismatch(part: part, round: round, bytes: bytes, detail: detail)
                }
                tally.decoded += 1
            } catch let error as IPPError {
                switch error {
                case .truncated: tally.truncated += 1
                case .limitExceeded: tally.overLimit += 1
                default: tally.malformed += 1
                }
            }
        }
        return tally
    }

    /// Writes the message, and reads it again.
    private func check(_ message: IPPMessage, else mismatch: (String) -> Mismatch) throws {
        let again: IPPMessage
        do {
            again = try IPPDecoder().decode(IPPEncoder().encode(message))
        } catch {
            throw mismatch("cannot be written and read again: \(error)")
        }
        guard again == message else { throw mismatch("is another one after writing and reading") }
        // The texts that go to people come from here.
        for group in message.groups {
            for attribute in group.attributes {
                guard let text = attribute.cleaned() else { continue }
                let isClean = text.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control
                }
                guard isClean, text.count <= 255 else {
                    throw mismatch("\(attribute.name) is not clean")
                }
            }
        }
    }
}
