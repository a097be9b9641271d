# Two commands to begin with: `make demo` and `make test`. Each one installs what is missing on Debian 12
# (except Swift), builds, and runs.

SHELL := /bin/bash
PREFIX ?= /usr/local
# Where libqpreview is put.
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
# Installed programs are stripped, which takes half of their size. With STRIP= they keep what debuggers need.
STRIP ?= -s
SWIFT ?= swift
# Options for each `swift build` and `swift test`, for instance `make test SWIFTFLAGS='-j 1'`.
SWIFTFLAGS ?=
# With the runtime linked statically, a program starts in half the time, and runs without Swift installed.
# They look for libraries where the system has them, and not beside themselves.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath $(SWIFTFLAGS)
# Evaluated once, and only if it is needed. `sudo make install` may not find Swift: the usual folder will do.
BIN = $(eval BIN := $$(shell $(SWIFT) build $(RELEASE) --show-bin-path 2>/dev/null || echo .build/release))$(BIN)
SWIFT_SOURCES = Package.swift Sources Tests Proofs

.PHONY: help setup build programs deb deb-test dist dist-check manual-check demo picture desktop-pictures page-test screenshots test steady corpus measure odd fuzz crash crash-real hosts powercut hostile check hygiene samples-check format-check format warnings whole-modules docs bench install uninstall clean

help: ## lists these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

setup: ## installs missing packages for building, running, and testing
	@Scripts/setup

# The programs that are shipped. The commands that run proofs build them.
PROGRAMS = printcenterd qpreviewd qpreview-zygote qpreview-zygote-plain qpreview-zygote-page qpreview-zygote-pdfium qpreview-zygote-sheets qpreview-converter qpreview-window printcenter-desktop printq qpreview qpreview-commands printlab

build: setup programs ## builds the release programs

# Without installing anything, for debian/rules.
programs:
	$(foreach name,$(PROGRAMS),$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@Scripts/make-library .build/library "$(PREFIX)" "$(LIBDIR)"
	@Scripts/make-manual "$(BIN)" .build/man

manual-check: warnings
	@Scripts/make-manual --check "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" .build/man-check

demo: build ## prints, cancels, and previews on virtual printers, and checks the results
	@$(SWIFT) build $(RELEASE) --product papplprinter
	@BIN="$(BIN)" Scripts/demo

picture: build ## makes Docs/picture.png, the picture in the README, with the real programs
	@BIN="$(BIN)" Scripts/picture

test: setup ## builds and runs all tests, including those on virtual printers
	@SWIFT="$(SWIFT)" Scripts/test $(SWIFTFLAGS)

# How often `make steady` runs all tests beside busy loops, and which parts: `live`, `parallel`, or both.
STEADY ?= 10

steady: setup ## runs all tests STEADY times on a busy machine, and once on one processor (PARTS=parallel ALONE=0)
	@SWIFT="$(SWIFT)" Scripts/steady $(STEADY) $(SWIFTFLAGS)

# Words in the names of the tests that `make page-test` runs (default: all).
PAGE_TESTS ?=

page-test: ## tests the page for the browser in Chromium and Firefox, with virtual printers (PAGE_TESTS='cancel strip')
	@SWIFT="$(SWIFT)" BROWSER=chromium Scripts/page-test page_tests.py $(PAGE_TESTS)
	@SWIFT="$(SWIFT)" BROWSER=firefox Scripts/page-test page_tests.py $(PAGE_TESTS)

screenshots: ## makes Docs/page/*.png, the pictures of the page, with the real programs
	@SWIFT="$(SWIFT)" Scripts/page-test screenshots.py

# The file managers of `make desktop-pictures`.
MANAGERS ?= thunar nautilus pcmanfm

desktop-pictures: build ## makes Docs/desktop/*.png: real file managers that show 60 files, in GNOME's sandbox too
	@Scripts/setup run test desktop
	@BIN="$(BIN)" Scripts/gnome-thumbnails
	@BIN="$(BIN)" Scripts/desktop-pictures $(MANAGERS)

corpus: setup ## previews every document of CORPUS, and prints some of each kind; `make test` previews a quarter of them
	@CORPUS="$(abspath $(CORPUS))" CORPUS_EVERY=1 SWIFT="$(SWIFT)" Scripts/test --filter 'PreviewTests.*[Cc]orpus|`Documents of other programs`' $(SWIFTFLAGS)

# How many files `make odd` makes, and the number of the first one.
ODD_FILES ?= 200000
ODD_FIRST ?= 0

odd: setup ## previews and lays out files that are valid and odd: no reader ends on one (ODD_FILES=N ODD_FIRST=N)
	@ODD_FILES=$(ODD_FILES) ODD_FIRST=$(ODD_FIRST) SWIFT="$(SWIFT)" Scripts/test --filter 'PreviewTests.*Odd files' $(SWIFTFLAGS)

# The numbers of messages and requests of `make fuzz`.
FUZZ ?= 10000000
API_FUZZ ?= 1000000
# The seconds for each target in C, and which of them: all, where none is named.
C_SECONDS ?= 60
C_TARGETS ?=

fuzz: ## sends mutated messages to the IPP decoder, the API, and the C that reads foreign bytes (FUZZ=N API_FUZZ=N C_SECONDS=N C_TARGETS='pdf html')
	@Scripts/setup build run test
	@$(foreach name,$(PROGRAMS) ippfuzz apifuzz,$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@"$(BIN)/ippfuzz" $(FUZZ)
	@BIN="$(BIN)" Scripts/api-fuzz $(API_FUZZ)
	@SWIFT="$(SWIFT)" Scripts/c-fuzz --seconds $(C_SECONDS) $(C_TARGETS)

# How often `make crash` kills the service, how many submissions it answers falsely, and the random seed, for each of
# the two ways: through a scheduler, and straight to printers.
KILLS ?= 10000
FALSE_REPLIES ?= 2000
SEED ?= 1

crash: setup ## kills the service, sends it false replies, and counts the output (KILLS=N FALSE_REPLIES=N SEED=N)
	@SWIFT="$(SWIFT)" Scripts/check-failpoints $(SWIFTFLAGS)
	$(foreach name,printcenterd qpreview-zygote qpreview-zygote-plain qpreview-zygote-sheets crashtest,$(SWIFT) build $(SWIFTFLAGS) --product $(name) &&) true
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/crashtest" --kills $(KILLS) --false-replies $(FALSE_REPLIES) --seed $(SEED)
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/crashtest" --database --kills $(KILLS) --seed $(SEED)
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/crashtest" --direct --kills $(KILLS) --false-replies $(FALSE_REPLIES) --seed $(SEED)

# How often `make crash-real` kills printcenterd, cupsd, both together, and printcenterd on each of three printers without a queue.
REAL_KILLS ?= 300
SCHEDULER_KILLS ?= 50
BOTH_KILLS ?= 50
DIRECT_KILLS ?= 300

crash-real: setup ## the same with real parts, cupsd included (REAL_KILLS=N SCHEDULER_KILLS=N BOTH_KILLS=N DIRECT_KILLS=N)
	$(foreach name,crashreal printcenterd qpreview-zygote qpreview-zygote-plain qpreview-zygote-sheets printlab papplprinter,$(SWIFT) build $(SWIFTFLAGS) --product $(name) &&) true
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/crashreal" --service $(REAL_KILLS) --scheduler $(SCHEDULER_KILLS) --both $(BOTH_KILLS) --direct $(DIRECT_KILLS)

# How often `make hosts` kills services, half of them at failpoints, stops them for longer than their lease, and cuts the
# networks of hosts.
HOST_KILLS ?= 2000
HOST_STOPS ?= 40
HOST_CUTS ?= 80
# How often another host takes a printer while a step for it is stored.
RACES ?= 5000
# How many jobs it prints through the schedulers of hosts, and how many faults happen meanwhile.
SCHEDULER_JOBS ?= 3000
SCHEDULER_FAULTS ?= 1000

hosts: setup ## lets hosts, networks, and the database fail, and counts the output (HOST_KILLS=N HOST_STOPS=N HOST_CUTS=N RACES=N SCHEDULER_JOBS=N SCHEDULER_FAULTS=N SEED=N)
	$(foreach name,printcenterd printq qpreview-zygote qpreview-zygote-plain qpreview-zygote-sheets hosttest,$(SWIFT) build $(SWIFTFLAGS) --product $(name) &&) true
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/hosttest" run --kills $(HOST_KILLS) --stops $(HOST_STOPS) --cuts $(HOST_CUTS) --slow $(HOST_CUTS) --terminations $(HOST_CUTS) --restarts $(HOST_STOPS) --deaths $(HOST_STOPS) --ends $(HOST_STOPS) --drains $(HOST_STOPS) --seed $(SEED)
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/hosttest" run --standby --kills $(HOST_CUTS) --seed $(SEED)
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/hosttest" races --count $(RACES) --seed $(SEED)
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/hosttest" schedulers --jobs $(SCHEDULER_JOBS) --faults $(SCHEDULER_FAULTS) --seed $(SEED)

# How many states of the disk `make powercut` checks.
STATES ?= 100000
# On how many of them it starts the service, with printers that know what they knew.
SERVICES ?= 60

powercut: setup ## simulates power cuts, and lets each system call fail once (STATES=N SERVICES=N)
	@$(foreach name,printcenterd qpreview-zygote qpreview-zygote-sheets powercut,$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@"$(BIN)/powercut" --states $(STATES)
	@"$(BIN)/powercut" --direct --states $(STATES) --services $(SERVICES)
	@"$(BIN)/powercut" --failures
	@"$(BIN)/powercut" --direct --failures

# The number of mutated documents of `make hostile`, and the folder of other people's documents.
MUTATIONS ?= 100000
CORPUS ?= ../shared/corpus

hostile: setup ## previews and lays out mutated documents, and counts each outcome (CORPUS=FOLDER MUTATIONS=N SEED=N)
	$(foreach name,qpreview-zygote qpreview-zygote-plain qpreview-zygote-sheets qpreview-converter previewfuzz,$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@"$(BIN)/previewfuzz" sandbox --corpus "$(CORPUS)"
	@"$(BIN)/previewfuzz" hostile --corpus "$(CORPUS)" --mutations $(MUTATIONS) --seed $(SEED)
	@"$(BIN)/previewfuzz" hostile --corpus "$(CORPUS)" --way pages --mutations $$(($(MUTATIONS) / 5)) --seed $(SEED)
	@"$(BIN)/previewfuzz" hostile --corpus "$(CORPUS)" --way programs --mutations $$(($(MUTATIONS) / 200)) --seed $(SEED)

check: setup hygiene samples-check abi format-check ## runs what CI runs besides the tests: hygiene, samples, format, warnings, manual, archive, docs
	@$(MAKE) --no-print-directory -j warnings dist-check manual-check whole-modules docs

hygiene:
	@Scripts/hygiene

abi:
	@Scripts/abi

samples-check:
	@Scripts/make-samples --check

format-check:
	$(SWIFT) format lint --strict --parallel --configuration .swift-format -r $(SWIFT_SOURCES)

format: ## formats all Swift sources
	$(SWIFT) format --in-place --parallel --configuration .swift-format -r $(SWIFT_SOURCES)

# Package.swift makes each warning an error. This builds the tests too, so that `make test` need not build again.
warnings:
	$(SWIFT) build --build-tests $(SWIFTFLAGS)

# What compiles file by file may lack an import in a release build.
whole-modules: warnings
	@Scripts/whole-modules

docs: warnings ## builds the documentation of the libraries into .build/docs
	@SWIFT="$(SWIFT)" Scripts/docs $(SWIFTFLAGS)

# The measures of Benchmarks/measures to take (default: all).
MEASURES ?=

measure: ## measures types, PDFs, and images on other people's files (CORPUS=FOLDER MEASURES='pdf')
	@Scripts/setup build run test measure
	@$(foreach name,$(PROGRAMS) previewfuzz,$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@BIN="$(BIN)" CORPUS="$(CORPUS)" Benchmarks/measure $(MEASURES)

bench: ## measures against lp and other thumbnailers (CORPUS=FOLDER)
	@Scripts/setup build run test measure bench browser
	@$(foreach name,$(PROGRAMS) previewfuzz makeraster announce,$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@BIN="$(BIN)" Benchmarks/run

# "Print…" in the menus of Nautilus, Nemo, Dolphin, and Thunar, below share.
MENUS := nautilus-python/extensions/printcenter.py nemo/actions/org.printcenter.PrintCenter.nemo_action \
	kio/servicemenus/org.printcenter.PrintCenter.desktop thunarx-python/extensions/printcenter.py \
	Thunar/sendto/org.printcenter.PrintCenter.desktop
# The entry in the menu of the desktop, below share.
DESKTOP := applications/org.printcenter.PrintCenter.desktop \
	icons/hicolor/scalable/apps/org.printcenter.PrintCenter.svg \
	icons/hicolor/symbolic/apps/org.printcenter.PrintCenter-symbolic.svg \
	$(MENUS)
# The program that the session bus starts, and what it is for.
BUS_SERVICES := dbus-1/services/org.printcenter.PrintCenter.service \
	$(foreach name,Thumbnailer1 Cache1 Manager1 NautilusPreviewer,dbus-1/services/org.printcenter.$(name).service) \
	dbus-1/services/org.freedesktop.impl.portal.desktop.printcenter.service \
	xdg-desktop-portal/portals/printcenter.portal
# The units of users: the service, and what the session bus starts, where systemd starts it for the bus.
UNITS := $(addsuffix .service,printcenterd printcenter-desktop qpreviewd qpreview-window)
# What GNOME, MATE, Cinnamon, and Xfce ask for the pictures of files.
THUMBNAILER := thumbnailers/qpreview.thumbnailer
# Previews for file managers of the terminal, below share: scripts, and the plug-in of yazi.
PREVIEWS := $(addprefix qpreview/file-managers/,preview ranger-scope lf-preview lf-clean lf-select nnn-preview)
YAZI := qpreview/file-managers/yazi/qpreview.yazi/main.lua
COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
# The pages of the manual, below share/man and, as Scripts/make-manual makes them, below .build/man.
MANUAL := $(foreach page,$(notdir $(basename $(wildcard share/man/*.md))),man$(subst .,,$(suffix $(page)))/$(page))

install: ## installs the programs of `make build` below PREFIX (default: /usr/local)
	@test -x "$(BIN)/printq" || { echo "The programs are not built. Run: make build" >&2; exit 1; }
	@test -f ".build/man/$(lastword $(MANUAL))" || { echo "The pages of the manual are not made. Run: make build" >&2; exit 1; }
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/printcenter"
	install $(STRIP) -m 755 $(foreach name,printq qpreview printlab,"$(BIN)/$(name)") "$(DESTDIR)$(PREFIX)/bin"
	install $(STRIP) -m 755 $(foreach name,printcenterd qpreviewd qpreview-commands qpreview-zygote qpreview-zygote-plain qpreview-zygote-page qpreview-zygote-pdfium qpreview-zygote-sheets qpreview-converter qpreview-window printcenter-desktop,"$(BIN)/$(name)") "$(DESTDIR)$(PREFIX)/libexec/printcenter"
	Scripts/make-library .build/library "$(PREFIX)" "$(LIBDIR)"
	install -d "$(DESTDIR)$(PREFIX)/include" "$(DESTDIR)$(LIBDIR)/pkgconfig"
	install -m 644 Sources/Previewing/CQPreview/include/qpreview.h "$(DESTDIR)$(PREFIX)/include"
	install -m 644 .build/library/libqpreview.so.0 "$(DESTDIR)$(LIBDIR)"
	ln -sf libqpreview.so.0 "$(DESTDIR)$(LIBDIR)/libqpreview.so"
# Programs find the library after this. It fails without root, whose part it is, and changes nothing for a LIBDIR of one's own.
	test -n "$(DESTDIR)" || ldconfig 2>/dev/null || true
	install -m 644 .build/library/qpreview.pc "$(DESTDIR)$(LIBDIR)/pkgconfig"
	install -d $(foreach file,$(BUS_SERVICES),"$(DESTDIR)$(PREFIX)/share/$(dir $(file))")
	$(foreach file,$(BUS_SERVICES),sed 's|/usr/local/libexec|$(PREFIX)/libexec|' "share/$(file)" > "$(DESTDIR)$(PREFIX)/share/$(file)" && chmod 644 "$(DESTDIR)$(PREFIX)/share/$(file)" &&) true
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/user"
	$(foreach unit,$(UNITS),sed 's|/usr/local/libexec|$(PREFIX)/libexec|' share/systemd/user/$(unit) > "$(DESTDIR)$(PREFIX)/lib/systemd/user/$(unit)" && chmod 644 "$(DESTDIR)$(PREFIX)/lib/systemd/user/$(unit)" &&) true
	install -m 644 share/systemd/user/printcenterd.socket "$(DESTDIR)$(PREFIX)/lib/systemd/user"
	install -d $(foreach file,$(DESKTOP),"$(DESTDIR)$(PREFIX)/share/$(dir $(file))")
	$(foreach file,$(DESKTOP),install -m 644 "share/$(file)" "$(DESTDIR)$(PREFIX)/share/$(file)" &&) true
# An earlier version opened files by a double click.
	Scripts/forget-types "$(DESTDIR)$(PREFIX)/share/applications"
	install -d "$(DESTDIR)$(PREFIX)/share/thumbnailers"
	sed 's|/usr/local/bin|$(PREFIX)/bin|' "share/$(THUMBNAILER)" > "$(DESTDIR)$(PREFIX)/share/$(THUMBNAILER)"
	chmod 644 "$(DESTDIR)$(PREFIX)/share/$(THUMBNAILER)"
	install -d "$(DESTDIR)$(PREFIX)/share/$(dir $(YAZI))"
	$(foreach file,$(PREVIEWS) $(YAZI),sed 's|/usr/share/qpreview|$(PREFIX)/share/qpreview|' "share/$(file)" > "$(DESTDIR)$(PREFIX)/share/$(file)" &&) true
	chmod 755 $(foreach file,$(PREVIEWS),"$(DESTDIR)$(PREFIX)/share/$(file)")
	chmod 644 "$(DESTDIR)$(PREFIX)/share/$(YAZI)"
	install -d $(foreach folder,$(sort $(dir $(MANUAL))),"$(DESTDIR)$(PREFIX)/share/man/$(folder)")
	$(foreach page,$(MANUAL),install -m 644 ".build/man/$(page)" "$(DESTDIR)$(PREFIX)/share/man/$(page)" &&) true
	install -d $(foreach folder,$(COMPLETIONS),"$(DESTDIR)$(PREFIX)/share/$(folder)")
	for name in printq qpreview; do \
		for part in bash:bash-completion/completions/$$name zsh:zsh/site-functions/_$$name fish:fish/vendor_completions.d/$$name.fish; do \
			"$(BIN)/$$name" --generate-completion-script "$${part%%:*}" > "$(DESTDIR)$(PREFIX)/share/$${part#*:}" || exit 1; \
		done; \
	done

uninstall: ## removes what `make install` put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/include/qpreview.h" "$(DESTDIR)$(LIBDIR)/libqpreview.so"{,.0} "$(DESTDIR)$(LIBDIR)/pkgconfig/qpreview.pc"
	rm -f $(foreach name,printq qpreview printlab,"$(DESTDIR)$(PREFIX)/bin/$(name)")
	rm -f $(foreach file,$(BUS_SERVICES) $(THUMBNAILER),"$(DESTDIR)$(PREFIX)/share/$(file)")
	rm -f $(foreach unit,$(UNITS) printcenterd.socket,"$(DESTDIR)$(PREFIX)/lib/systemd/user/$(unit)")
	rm -f $(foreach page,$(MANUAL),"$(DESTDIR)$(PREFIX)/share/man/$(page)")
	rm -f $(foreach file,$(DESKTOP),"$(DESTDIR)$(PREFIX)/share/$(file)")
	Scripts/forget-types "$(DESTDIR)$(PREFIX)/share/applications"
	rm -f $(foreach name,printq qpreview,$(addprefix "$(DESTDIR)$(PREFIX)/share/,bash-completion/completions/$(name)" zsh/site-functions/_$(name)" fish/vendor_completions.d/$(name).fish"))
	rm -rf "$(DESTDIR)$(PREFIX)/share/qpreview"
	rm -rf "$(DESTDIR)$(PREFIX)/libexec/printcenter"

deb: ## builds Debian packages into .build/deb, and checks them
	@Scripts/setup build package
	@Scripts/deb

# The mirrors from which `make deb-test` installs Debian 12.
MIRROR ?= http://deb.debian.org/debian
SECURITY_MIRROR ?= http://deb.debian.org/debian-security

deb-test: deb ## installs the packages on a new Debian 12, uses, and removes them (as root; MIRROR=URL)
	@MIRROR="$(MIRROR)" SECURITY_MIRROR="$(SECURITY_MIRROR)" Scripts/deb-test

# The key of GnuPG that signs the archive (default: none).
SIGN_KEY ?=

dist: ## makes the source archive of the last commit in .build/dist, with its checksum (SIGN_KEY=KEY: and signatures)
	@SIGN_KEY="$(SIGN_KEY)" Scripts/dist

dist-check:
	@SWIFT="$(SWIFT)" Scripts/dist-check

clean: ## removes build products and the demo's pictures
	rm -rf .build out
