import IPP
import Testing

/// Random changes of real messages, the same ones in every run.
@Suite struct IPPFuzzTests {
    /// SplitMix64: small, and the same everywhere.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    private struct Tally {
        var messages = 0
        var refused = 0
    }

    /// Messages of a few attributes each, so that a change hits the frame and not only the text.
    private static let shortMessages: [[UInt8]] = {
        let attributes = IPPMessageTests.everySyntax.groups(.job).flatMap(\.attributes)
        let pieces = stride(from: 0, to: attributes.count, by: 3).map { start in
            let piece = Array(attributes[start..<min(start + 3, attributes.count)])
            return IPPMessage(
                code: 0,
                requestID: 1,
                groups: [IPPAttributeGroup(.job, piece), IPPAttributeGroup(.printer)]
            )
        }
        return pieces.compactMap { try? IPPEncoder().encode($0) }
            + [HostileMessageTests.nested(depth: 8)]
    }()

    private static let longMessages = [RealMessages.printerAttributes, RealMessages.jobs]

    @Test func `changed messages are read or refused, and what is read can be written`() throws {
        let clock = ContinuousClock()
        var tally = Tally()
        let time = try clock.measure {
            tally = try Self.fuzz(Self.shortMessages, rounds: 200_000, seed: 1)
            let long = try Self.fuzz(Self.longMessages, rounds: 4000, seed: 2)
            tally.messages += long.messages
            tally.refused += long.refused
        }
        print("IPP fuzz: \(tally.messages) messages, \(tally.refused) refused, 0 traps, \(time)")
        #expect(tally.messages == 204_000)
        // Both ends must have been met, or the changes are too tame or too wild.
        #expect(tally.refused > tally.messages / 4)
        #expect(tally.refused < tally.messages * 99 / 100)
    }

    private static func fuzz(_ seeds: [[UInt8]], rounds: Int, seed: UInt64) throws -> Tally {
        var dice = Dice(state: seed)
        var tally = Tally()
        let decoder = IPPDecoder(limits: IPPLimits(messageSize: 64 << 10))
        for round in 0..<rounds {
            var bytes = seeds[round % seeds.count]
            change(&bytes, with: seeds, using: &dice)
            if round % 3 == 0 {
                change(&bytes, with: seeds, using: &dice)
            }
            tally.messages += 1
            let message: IPPMessage
            do {
                message = try decoder.decode(bytes)
            } catch {
                tally.refused += 1
                continue
            }
            let written = try IPPEncoder().encode(message)
            let again = try IPPDecoder().decode(written)
            guard again == message else {
                Issue.record("round \(round) of seed \(seed): \(bytes)")
                return tally
            }
        }
        return tally
    }

    private static func change(
        _ bytes: inout [UInt8],
        with seeds: [[UInt8]],
        using dice: inout Dice
    ) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<7, using: &dice) {
        case 0:
            bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        case 1:
            bytes[index] = UInt8.random(in: 0...255, using: &dice)
        case 2:
            bytes.removeLast(bytes.count - index)
        case 3:
            // Another tag where one stands.
            let tags: [UInt8] = [0, 2, 3, 4, 0x10, 0x13, 0x21, 0x31, 0x33, 0x34, 0x35, 0x37, 0x4a]
            bytes[index] = tags.randomElement(using: &dice) ?? 0
        case 4:
            // A length at the edge of what there is room for.
            let edges: [UInt8] = [0, 1, 0x7f, 0x80, 0xff]
            bytes[index] = edges.randomElement(using: &dice) ?? 0
            bytes[(index + 1) % bytes.count] = edges.randomElement(using: &dice) ?? 0
        case 5:
            let other = seeds.randomElement(using: &dice) ?? bytes
            let start = Int.random(in: 0..<other.count, using: &dice)
            let end = min(other.count, start + Int.random(in: 1...64, using: &dice))
            bytes.insert(contentsOf: other[start..<end], at: index)
        default:
            let end = min(bytes.count, index + Int.random(in: 1...16, using: &dice))
            bytes.removeSubrange(index..<end)
        }
    }
}
