import PreviewHelper
import PreviewModel

/// Tracks and places in GPX, KML, and KMZ, drawn as a map without its ground.
enum TrackText {
    private static let sizeLimit = 32 << 20

    /// Reports the map until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        var (bytes, isWhole) = FilePart.start(of: descriptor, limit: sizeLimit)
        if bytes.starts(with: [0x50, 0x4B]) {
            let archive = try OfficePackage(descriptor).archive
            guard let entry = archive.entries.first(where: { $0.name.hasSuffix(".kml") }),
                let file = try? archive.read(entry, limit: sizeLimit)
            else { throw DocumentProblemError(.damaged(why: .init(.part))) }
            (bytes, isWhole) = (file, true)
        }
        let reader = Reader()
        do {
            try XMLScanner.scan(bytes, isWhole: isWhole) { reader.take($0) }
        } catch {
            // What comes before an error is still a part of the way.
            guard !reader.track.lines.isEmpty || !reader.track.marks.isEmpty else { throw error }
        }
        _ = reader.track.emit(into: sink)
    }

    private final class Reader {
        var track = Track()
        private var path: [String] = []
        private var words = ""
        private var place: Track.Place?
        private var line = Track.Line()
        private var name = ""
        /// How many lines and marks there were before the open element.
        private var placed = 0

        private static let placed: Set<String> = [
            "Placemark", "GroundOverlay", "ScreenOverlay", "trk", "rte",
        ]

        func take(_ event: XMLScanner.Event) -> Bool {
            switch event {
            case .begin(let name, let attributes):
                path.append(name)
                words = ""
                begin(name, attributes)
            case .text(let text): if words.utf8.count < 16 << 20 { words += text }
            case .end(let name):
                end(name)
                _ = path.popLast()
                words = ""
            }
            if track.isFull { ReadingExtent.noteOmission() }
            return !track.isFull
        }

        private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
            switch name {
            case "trkpt", "rtept", "wpt":
                place = Track.Place(
                    attributes["lat"].flatMap(Double.init),
                    attributes["lon"].flatMap(Double.init)
                )
                if name == "wpt" { self.name = "" }
            case "trkseg", "rte":
                if name == "rte" {
                    (self.name, placed) = ("", track.lines.count + track.marks.count)
                }
                line = Track.Line(name: self.name)
            case _ where Self.placed.contains(name):
                self.name = ""
                placed = track.lines.count + track.marks.count
            default: break
            }
        }

        private func end(_ element: String) {
            defer {
                let isPlaced = track.lines.count + track.marks.count > placed
                if Self.placed.contains(element), !isPlaced, track.others.count < 100 {
                    track.others.append(name)
                }
            }
            let text = words.split { $0.isWhitespace }.joined(separator: " ")
            let parent = path.dropLast().last ?? ""
            switch element {
            case "ele": place?.height = Double(text)
            case "time" where parent == "trkpt" || parent == "metadata" && track.times.isEmpty:
                if track.times.count < 2 { track.times.append(text) } else { track.times[1] = text }
            case "name":
                switch parent {
                case "Document", "metadata", "gpx", "kml":
                    if track.title.isEmpty { track.title = text }
                case "wpt": name = text
                case _ where Self.placed.contains(parent): name = text
                default: break
                }
            case "desc" where parent == "metadata": track.notes = text
            case "trkpt", "rtept": if let place { line.places.append(place) }
            case "wpt": if let place { track.marks.append((name, place)) }
            case "trkseg", "rte":
                if line.name.isEmpty { line.name = name }
                if !line.places.isEmpty { track.lines.append(line) }
                line = Track.Line()
            case "coordinates": takeCoordinates(text, parent: parent)
            case "coord":
                // Tracks of KML have a place in each element.
                let numbers = text.split(separator: " ").map { Double($0) }
                if numbers.count >= 2,
                    let place = Track.Place(numbers[1], numbers[0], height: numbers.last ?? nil)
                {
                    line.places.append(place)
                }
            case "Track":
                line.name = name
                if !line.places.isEmpty { track.lines.append(line) }
                line = Track.Line()
            default: break
            }
        }

        private func takeCoordinates(_ text: String, parent: String) {
            let places = text.split(separator: " ").compactMap { item -> Track.Place? in
                let numbers = item.split(separator: ",").map { Double($0) }
                guard numbers.count >= 2 else { return nil }
                return Track.Place(
                    numbers[1],
                    numbers[0],
                    height: numbers.count > 2 ? numbers[2] : nil
                )
            }
            if parent == "Point" {
                if let place = places.first { track.marks.append((name, place)) }
            } else if !places.isEmpty {
                let isArea = parent == "LinearRing"
                track.lines.append(Track.Line(name: name, places: places, isArea: isArea))
            }
        }
    }
}
