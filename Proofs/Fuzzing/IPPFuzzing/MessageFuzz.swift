internal import IPP
internal import ProofKit

/// Decodes mutated messages, and encodes those that are valid again.
///
/// A part contains the same messages in every run, so that failures are reproducible.
package struct MessageFuzz: Sendable {
    /// The outcomes of the messages.
    package struct Tally: Sendable {
        /// The number of messages.
        package var messages = 0
        /// The number of messages that were decoded, encoded, and decoded again.
        package var decoded = 0
        /// The number of messages that were rejected as truncated.
        package var truncated = 0
        /// The number of messages that were rejected as malformed.
        package var malformed = 0
        /// The number of messages that were rejected because they exceed a limit.
        package var overLimit = 0
        /// The number of rejected messages.
        package var refused: Int { truncated + malformed + overLimit }

        /// Creates an empty tally.
        package init() {}

        /// Adds the counts of another tally.
        package static func += (sum: inout Tally, other: Tally) {
            sum.messages += other.messages
            sum.decoded += other.decoded
            sum.truncated += other.truncated
            sum.malformed += other.malformed
            sum.overLimit += other.overLimit
        }
    }

    /// A message that did not survive a round trip, with the numbers that reproduce it.
    package struct Mismatch: Error, CustomStringConvertible {
        /// The part that contains the message.
        package let part: Int
        /// The index of the message in its part.
        package let round: Int
        /// The message.
        package let bytes: [UInt8]
        /// What went wrong.
        package let detail: String

        /// The position of the message, and its bytes.
        package var description: String { "part \(part), message \(round): \(detail): \(bytes)" }
    }

    private let short: [[UInt8]]
    private let long = [RealMessages.printerAttributes, RealMessages.jobs]
    private let mutator: MessageMutator

    /// Uses the sample messages as seeds.
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
        // The encoder's own tests cover messages that it rejects here.
        short =
            pieces.compactMap { try? IPPEncoder().encode($0) } + [SampleMessages.nested(depth: 8)]
        mutator = MessageMutator(donors: short + long)
    }

    /// Decodes a part of so many messages; every 40th is one of the long ones.
    ///
    /// - Parameters:
    ///   - part: The number of the part; each has its own messages.
    ///   - count: The number of messages.
    /// - Returns: The outcomes.
    /// - Throws: ``Mismatch``.
    package func run(part: Int, count: Int) throws -> Tally {
        var generator = SeededGenerator(seed: UInt64(part) &* 0x1000_0001)
        var tally = Tally()
        let decoders = [
            IPPDecoder(), IPPDecoder(limits: IPPLimits(messageSize: 64 << 10)),
            IPPDecoder(limits: IPPLimits(messageSize: 300, groups: 2, attributes: 5, values: 7)),
        ]
        for round in 0..<count {
            let seeds = round % 40 == 0 ? long : short
            var bytes = seeds[generator.next(below: seeds.count)]
            mutator.mutate(&bytes, using: &generator)
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

    /// Encodes the message, and decodes it again.
    private func check(_ message: IPPMessage, else mismatch: (String) -> Mismatch) throws {
        let again: IPPMessage
        do {
            again = try IPPDecoder().decode(IPPEncoder().encode(message))
        } catch {
            throw mismatch("cannot be written and read again: \(error)")
        }
        guard again == message else { throw mismatch("is another one after writing and reading") }
        // The texts in messages to users come from these values.
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
