--- A previewer of yazi: pictures of all files that qpreview draws, page by page.
---
---   ln -s /usr/share/qpreview/file-managers/yazi/qpreview.yazi ~/.config/yazi/plugins/qpreview.yazi
---
--- and in ~/.config/yazi/yazi.toml:
---
---   [plugin]
---   prepend_previewers = [
---     { mime = "{image,video,audio,font}/*", run = "qpreview" },
---     { mime = "application/*", run = "qpreview" },
---   ]
---   prepend_preloaders = [
---     { mime = "{image,video,audio,font}/*", run = "qpreview" },
---     { mime = "application/*", run = "qpreview" },
---   ]
local M = {}

function M:peek(job)
	local start, cache = os.clock(), ya.file_cache(job)
	if not cache then
		return
	end

	local ok, err, pages = self:preload(job)
	if pages then
		-- Beyond the last page: back to it.
		return ya.emit("peek", { math.max(0, pages - 1), only_if = job.file.url, upper_bound = true })
	elseif not ok or err then
		return ya.preview_widget(job, err)
	end

	ya.sleep(math.max(0, rt.preview.image_delay / 1000 + start - os.clock()))
	local _, shown = ya.image_show(cache, job.area)
	ya.preview_widget(job, shown)
end

function M:seek(job)
	local hovered = cx.active.current.hovered
	if hovered and hovered.url == job.file.url then
		local step = ya.clamp(-1, job.units, 1)
		ya.emit("peek", { math.max(0, cx.active.preview.skip + step), only_if = job.file.url })
	end
end

function M:preload(job)
	local cache = ya.file_cache(job)
	if not cache or fs.cha(cache) then
		return true
	end

	-- Versions of yazi that do not know the path refuse to look for it; there, the address is the path.
	local known, path = pcall(function()
		return job.file.path
	end)
	local file = tostring(known and path or job.file.url)
	local size = math.max(rt.preview.max_width, rt.preview.max_height)
	-- yazi ends the program with this task. A page that cannot be drawn gets a card. A page that does not exist is an error.
	local output, err = Command("qpreview")
		:arg({ "thumbnail", "--card", "--size", tostring(size), "--page", tostring(job.skip + 1) })
		:arg({ "--", file, tostring(cache) })
		:stderr(Command.PIPED)
		:output()
	if not output then
		return true, Err("Failed to start `qpreview`, error: %s", err)
	elseif output.status.success then
		return true
	elseif job.skip == 0 then
		return true, Err("%s", output.stderr)
	end
	local facts = Command("qpreview"):arg({ "info", "--json", "--", file }):stdout(Command.PIPED):output()
	-- Below this page, whatever the document says: yazi asks again.
	local pages = tonumber(facts and facts.stdout:match('"pages":(%d+)')) or 1
	return true, nil, math.min(pages, job.skip)
end

return M
