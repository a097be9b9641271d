import Hummingbird
import PrintCenter
import PrintModel

/// Options that are saved under names.
extension API {
    func presets(_ v1: inout Routes) {
        v1.get("presets") { _, _ in try JSON.response(try printing.presets()) }
        v1.get("presets/:name") { _, context in
            try JSON.response(try printing.preset(try context.text("name")))
        }
        v1.put("presets/:name") { request, context in
            let wish = try await JSON.body(PresetRequest.self, request)
            let (preset, isNew) = try printing.savePreset(try context.text("name"), wish.ticket)
            return try JSON.response(preset, status: isNew ? .created : .ok)
        }
        v1.delete("presets/:name") { _, context in
            try JSON.response(try printing.removePreset(try context.text("name")))
        }
    }
}
