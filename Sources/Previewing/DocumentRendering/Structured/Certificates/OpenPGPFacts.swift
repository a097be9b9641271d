import PreviewHelper

/// What a public key of OpenPGP says (RFC 4880): its users, its kind, and when it was made.
enum OpenPGPFacts {
    private static let packetsLimit = 1_000

    /// The facts of a key that consists of these packets.
    static func sheet(_ bytes: [UInt8]) -> FactSheet {
        var (users, keys): ([String], [[UInt8]]) = ([], [])
        for (tag, body) in packets(bytes) {
            if tag == 5 || tag == 7 {
                return FactSheet("Private key", "Its contents are secret, and not shown.")
            }
            if tag == 13 { users.append(String(decoding: body, as: UTF8.self)) }
            if tag == 6 || tag == 14 { keys.append(body) }
        }
        var facts = FactSheet(users.first ?? "OpenPGP key", "Public key of OpenPGP")
        for user in users.dropFirst().prefix(20) { facts.add("User", user) }
        if let main = keys.first {
            facts.add("Kind", kind(main))
            facts.add("Made", made(main))
        }
        if keys.count > 1 { facts.add("Subkeys", "\(keys.count - 1)") }
        return facts
    }

    private static func kind(_ key: [UInt8]) -> String? {
        guard key.count > 8, key[0] == 4 else { return nil }
        switch key[5] {
        case 1, 2, 3: return "RSA, \(key.big16(6)) bits"
        case 16: return "Elgamal, \(key.big16(6)) bits"
        case 17: return "DSA, \(key.big16(6)) bits"
        case 18: return "ECDH"
        case 19: return "ECDSA"
        case 22: return "EdDSA"
        default: return nil
        }
    }

    private static func made(_ key: [UInt8]) -> String? {
        key.count > 5 && key[0] == 4 ? FactSheet.date(Int(key.big32(1))) : nil
    }

    private static func packets(_ bytes: [UInt8]) -> [(tag: UInt8, body: [UInt8])] {
        var (packets, place): ([(tag: UInt8, body: [UInt8])], Int) = ([], 0)
        while place + 2 < bytes.count, bytes[place] & 0x80 != 0, packets.count < packetsLimit {
            let header = bytes[place]
            let (tag, count, size): (UInt8, Int, Int)
            if header & 0x40 != 0 {
                tag = header & 0x3F
                let first = Int(bytes[place + 1])
                if first < 192 {
                    (count, size) = (first, 2)
                } else if first < 224 {
                    (count, size) = ((first - 192) << 8 + Int(bytes[place + 2]) + 192, 3)
                } else {
                    guard first == 255, place + 6 <= bytes.count else { break }
                    (count, size) = (Int(bytes.big32(place + 2)), 6)
                }
            } else {
                tag = header >> 2 & 0xF
                guard header & 3 < 3, place + 5 <= bytes.count else { break }
                switch header & 3 {
                case 0: (count, size) = (Int(bytes[place + 1]), 2)
                case 1: (count, size) = (Int(bytes.big16(place + 1)), 3)
                default: (count, size) = (Int(bytes.big32(place + 1)), 5)
                }
            }
            guard count <= bytes.count - place - size else { break }
            packets.append((tag, Array(bytes[(place + size)..<(place + size + count)])))
            place += size + count
        }
        return packets
    }
}
