-- A stand-in for yazi: runs the plug-in qpreview.yazi with what yazi's manual says of its interface (Plugins: Overview,
-- Types, Context, Runtime, Utils), and refuses all that the manual does not have. It is not yazi: that the plug-in is
-- loaded, and that pictures appear, is not shown.
--
--   lua5.4 yazi.lua MAIN.LUA FOLDER
--
-- In the folder are report.pdf with six pages, and counted.pdf with three, of which it says that they are ten. Prints a
-- line for each picture that is shown: the file, the page, and the picture.
local main, folder = arg[1], arg[2]

local function strict(name, fields)
	return setmetatable(fields, {
		__index = function(_, key)
			error(name .. "." .. tostring(key) .. " is not in the manual of yazi", 2)
		end,
	})
end

local function exists(path)
	local file = io.open(path, "rb")
	if file then
		file:close()
	end
	return file ~= nil
end

local function url(text)
	return setmetatable({}, { __tostring = function() return text end, __name = "Url" })
end

-- What the plug-in has asked for.
local drawn, shown, widget, asked

Command = setmetatable({ NULL = 0, PIPED = 1, INHERIT = 2 }, {
	__call = function(_, program)
		local words, streams = { program }, { stdout = 0, stderr = 0 }
		local command = {}
		function command:arg(argument)
			for _, word in ipairs(type(argument) == "table" and argument or { argument }) do
				assert(type(word) == "string" or type(word) == "number", "an argument is a " .. type(word))
				words[#words + 1] = tostring(word)
			end
			return self
		end
		function command:stdout(kind)
			streams.stdout = kind
			return self
		end
		function command:stderr(kind)
			streams.stderr = kind
			return self
		end
		function command:output()
			drawn = drawn + (words[2] == "thumbnail" and 1 or 0)
			local line, read = {}, {}
			for _, word in ipairs(words) do
				line[#line + 1] = "'" .. word:gsub("'", "'\\''") .. "'"
			end
			for number, name in ipairs({ "stdout", "stderr" }) do
				read[name] = streams[name] == Command.PIPED and folder .. "/" .. name or "/dev/null"
				line[#line + 1] = number .. ">" .. read[name]
			end
			local _, _, code = os.execute(table.concat(line, " ") .. " </dev/null")
			if code == 127 then
				return nil, "No such file or directory"
			end
			local output = { status = strict("Status", { success = code == 0, code = code }) }
			for name, path in pairs(read) do
				output[name] = io.open(path, "rb"):read("a")
			end
			return strict("Output", output)
		end
		return strict("Command", command)
	end,
})

function Err(format, ...) return { error = string.format(format, ...) } end

rt = strict("rt", { preview = strict("rt.preview", { max_width = 600, max_height = 900, image_delay = 30 }) })
fs = strict("fs", { cha = function(path) return exists(tostring(path)) and strict("Cha", {}) or nil end })
ya = strict("ya", {
	clamp = function(low, value, high) return math.max(low, math.min(value, high)) end,
	sleep = function(seconds) assert(seconds >= 0) end,
	file_cache = function(job)
		if job.file.name:find("^cache") then
			return nil
		end
		return url(string.format("%s/cache-%s-%d", folder, job.file.name, job.skip))
	end,
	image_show = function(picture, area)
		assert(area.w == 40 and area.h == 20, "another area")
		shown = tostring(picture)
		return url(shown), nil
	end,
	preview_widget = function(job, value)
		assert(job.file and job.skip)
		widget = value or "empty"
	end,
	emit = function(action, arguments)
		assert(action == "peek", "another action: " .. action)
		for key in pairs(arguments) do
			assert(key == 1 or key == "only_if" or key == "upper_bound", "another argument: " .. tostring(key))
		end
		asked = arguments
	end,
})

local plugin = dofile(main)

-- One visit of a file; what yazi does where a previewer asks for another page.
local function visit(file, skip)
	local current = { active = { current = { hovered = file }, preview = { skip = skip } } }
	cx = current
	local requests = 0
	local function peek()
		repeat
			requests = requests + 1
			assert(requests < 20, "the plug-in asks again and again for a page of " .. file.name)
			shown, widget, asked, drawn = nil, nil, nil, 0
			local preview = current.active.preview
			plugin:peek({ file = file, skip = preview.skip, area = { x = 0, y = 0, w = 40, h = 20 } })
			if asked then
				assert(asked.only_if == file.url, "another file")
				preview.skip = asked.upper_bound and math.min(preview.skip, asked[1]) or asked[1]
			end
		until not asked
		if shown then
			print(file.name, current.active.preview.skip + 1, shown)
		end
	end
	peek()
	return {
		seek = function(units)
			plugin:seek({ file = file, area = { w = 40, h = 20 }, units = units })
			current.active.preview.skip = asked[1]
			peek()
		end,
		skip = function() return current.active.preview.skip end,
	}
end

local function file(name)
	local path = folder .. "/" .. name
	-- The result of a search has an address of its own.
	return strict("File", { url = url("search://words/" .. path), path = url(path), name = name })
end

-- A page, its neighbors, and no page before the first one.
local report = visit(file("report.pdf"), 0)
assert(shown and widget == "empty" and drawn == 1)
report.seek(5)
assert(shown and report.skip() == 1)
report.seek(-1)
assert(shown and report.skip() == 0 and drawn == 0, "a picture that is there is drawn again")
report.seek(-3)
assert(shown and report.skip() == 0)

-- Beyond the last page: back to it.
assert(visit(file("report.pdf"), 40).skip() == 5 and shown)
-- A page that the document only says it has is a card.
assert(visit(file("counted.pdf"), 8).skip() == 8 and shown)
assert(visit(file("counted.pdf"), 12).skip() == 9 and shown)

-- A version that does not know the path.
visit(strict("File", { url = url(folder .. "/report.pdf"), name = "old" }), 2)
assert(shown and drawn == 1)

-- No file; a file that is not to be kept.
visit(file("nothing.pdf"), 0)
assert(not shown and widget.error:find("nothing.pdf", 1, true), "no reason")
visit(file("cache-report.pdf-0"), 0)
assert(not shown and not widget and drawn == 0)

-- The preloader draws before the file is seen, and says that it need not come again.
assert(plugin:preload({ file = file("report.pdf"), skip = 4 }) == true)
assert(exists(folder .. "/cache-report.pdf-4"))

-- A document that says of a page that it is not there, and that it has it.
local command = Command
Command = setmetatable({ PIPED = 1 }, {
	__call = function(_, program)
		local refused = command("sh"):arg({ "-c", [[case $0 in info) echo '{"pages":10}' ;; *) exit 4 ;; esac]] })
		assert(program == "qpreview")
		return refused
	end,
})
local odd = visit(file("odd.pdf"), 9)
assert(not shown and odd.skip() == 0 and widget.error, "no end")

Command = setmetatable({ PIPED = 1 }, { __call = function() return command("/nowhere/qpreview") end })
visit(file("report.pdf"), 10)
assert(widget.error:find("Failed to start", 1, true))
