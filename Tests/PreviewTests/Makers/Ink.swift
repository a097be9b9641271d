@testable import QuickPreview

extension PreviewImage {
    /// How much of a part of the picture is dark, from 0 to 1; places are from 0 to 1.
    func ink(
        across: ClosedRange<Double> = 0...1,
        down: ClosedRange<Double> = 0...1
    ) -> Double {
        let columns =
            Int(across.lowerBound * Double(width))..<Int(across.upperBound * Double(width))
        let rows = Int(down.lowerBound * Double(height))..<Int(down.upperBound * Double(height))
        var darkness = 0
        for row in rows {
            for column in columns {
                let start = row * stride + column * 4
                let brightest = max(pixels[start], pixels[start + 1], pixels[start + 2])
                // What is transparent is no ink.
                darkness += (255 - Int(brightest)) * Int(pixels[start + 3]) / 255
            }
        }
        return Double(darkness) / Double(255 * max(1, columns.count * rows.count))
    }

    /// The rows of the picture that have ink, as runs: how many lines of text there are.
    func lines(across: ClosedRange<Double> = 0...1) -> Int {
        var (count, wasInk) = (0, false)
        for row in 0..<height {
            let place = (Double(row) + 0.01) / Double(height)
            let isInk = ink(across: across, down: place...(place + 1 / Double(height))) > 0.001
            if isInk, !wasInk { count += 1 }
            wasInk = isInk
        }
        return count
    }
}
