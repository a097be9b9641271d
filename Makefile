# Two commands to begin with: `make demo` and `make test`. Each installs what is missing on Debian 12
# (Swift itself aside), builds, and runs.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# What every `swift build` and `swift test` gets, for instance `make test SWIFTFLAGS='-j 1'`.
SWIFTFLAGS ?=
# With the runtime inside, a program starts in half the time and runs where no Swift is installed.
RELEASE := -c release --static-swift-stdlib $(SWIFTFLAGS)
# Asked once, and only where it is needed.
BIN = $(eval BIN := $$(shell $(SWIFT) build $(RELEASE) --show-bin-path))$(BIN)
# Folders that not every stage of the project has.
SWIFT_SOURCES = Package.swift Sources Tests $(wildcard Benchmarks Snippets)

.PHONY: help setup build demo test measure fuzz crash crash-real powercut hostile check hygiene samples-check format-check format warnings docs bench install uninstall clean

help: ## says what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

setup: ## installs what is missing to build, run and test
	@Scripts/setup

build: setup ## builds the release programs
	$(SWIFT) build $(RELEASE)

demo: build ## prints, cancels and previews on virtual printers, and checks what came out
	@BIN="$(BIN)" Scripts/demo

test: setup ## builds and runs all tests, those on virtual printers too
	@SWIFT="$(SWIFT)" Scripts/test $(SWIFTFLAGS)

# How many messages `make fuzz` makes, and how many requests.
FUZZ ?= 10000000
API_FUZZ ?= 1000000

fuzz: ## decodes 10 million changed IPP messages, and asks the service a million changed requests (FUZZ=N, API_FUZZ=N)
	@Scripts/setup build run test
	$(SWIFT) build $(RELEASE)
	@"$(BIN)/ippfuzz" $(FUZZ)
	@BIN="$(BIN)" Scripts/api-fuzz $(API_FUZZ)

# How often `make crash` kills the service, how many submissions it lies about, and what the dice begin with.
KILLS ?= 10000
LIARS ?= 2000
SEED ?= 1

crash: setup ## kills the service 10,000 times and lies to it 2,000 times, and counts what was printed (KILLS=N LIARS=N SEED=N)
	@SWIFT="$(SWIFT)" Scripts/check-failpoints $(SWIFTFLAGS)
	$(foreach name,printcenterd qpreview-zygote qpreview-zygote-plain crashtest,$(SWIFT) build $(SWIFTFLAGS) --product $(name) &&) true
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/crashtest" --kills $(KILLS) --liars $(LIARS) --seed $(SEED)

# How often `make crash-real` kills printcenterd, and cupsd.
REAL_KILLS ?= 300
SCHEDULER_KILLS ?= 50

crash-real: setup ## kills printcenterd 300 times and cupsd 50 times while they print, and counts the paper (REAL_KILLS=N SCHEDULER_KILLS=N)
	$(foreach name,crashreal printcenterd qpreview-zygote qpreview-zygote-plain printlab,$(SWIFT) build $(SWIFTFLAGS) --product $(name) &&) true
	@"$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)/crashreal" --service $(REAL_KILLS) --scheduler $(SCHEDULER_KILLS)

# How many disks `make powercut` looks at.
STATES ?= 100000

powercut: setup ## cuts the power at 100,000 moments, and lets each system call fail (STATES=N)
	$(SWIFT) build $(RELEASE)
	@"$(BIN)/powercut" --states $(STATES)
	@"$(BIN)/powercut" --failures

# How many changed documents `make hostile` makes, and where the documents of others lie.
MUTATIONS ?= 100000
CORPUS ?= ../shared/corpus

hostile: setup ## sends the corpus and 100,000 changed documents through the walls of the previewer (CORPUS=FOLDER MUTATIONS=N SEED=N)
	$(foreach name,qpreview-zygote qpreview-zygote-plain previewfuzz,$(SWIFT) build $(RELEASE) --product $(name) &&) true
	@"$(BIN)/previewfuzz" sandbox --corpus "$(CORPUS)"
	@"$(BIN)/previewfuzz" hostile --corpus "$(CORPUS)" --mutations $(MUTATIONS) --seed $(SEED)

check: setup hygiene samples-check format-check warnings docs ## what CI runs beside the tests: hygiene, samples, format, warnings, docs

hygiene:
	@Scripts/hygiene

samples-check:
	@Scripts/make-samples --check

format-check:
	$(SWIFT) format lint --strict --parallel --configuration .swift-format -r $(SWIFT_SOURCES)

format: ## formats all Swift sources
	$(SWIFT) format --in-place --parallel --configuration .swift-format -r $(SWIFT_SOURCES)

# Package.swift makes every warning an error. Tests are built too, so that `make test` finds all of it done.
warnings:
	$(SWIFT) build --build-tests $(SWIFTFLAGS)

docs: warnings ## builds the documentation of the libraries into .build/docs
	@SWIFT="$(SWIFT)" Scripts/docs $(SWIFTFLAGS)

# Which of Benchmarks/measures are taken; all of them where it is empty.
MEASURES ?=

measure: ## measures types, PDFs and images on the files of CORPUS, and that no good file is killed (MEASURES='pdf')
	@Scripts/setup build run test measure
	$(SWIFT) build $(RELEASE)
	@BIN="$(BIN)" CORPUS="$(CORPUS)" Benchmarks/measure $(MEASURES)

bench: ## measures against lp and other thumbnailers; with CORPUS=FOLDER on its files
	@Scripts/setup build run test measure bench
	$(SWIFT) build $(RELEASE)
	@BIN="$(BIN)" Benchmarks/run

install: ## installs what `make build` built, below PREFIX (/usr/local)
	@test -x "$(BIN)/printq" || { echo "Nothing is built yet: run make build first." >&2; exit 1; }
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/printcenter"
	install -m 755 $(foreach name,printq qpreview printlab,"$(BIN)/$(name)") "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(foreach name,printcenterd qpreview-zygote qpreview-zygote-plain,"$(BIN)/$(name)") "$(DESTDIR)$(PREFIX)/libexec/printcenter"
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/user"
	sed 's|/usr/local/libexec|$(PREFIX)/libexec|' share/systemd/user/printcenterd.service > "$(DESTDIR)$(PREFIX)/lib/systemd/user/printcenterd.service"
	chmod 644 "$(DESTDIR)$(PREFIX)/lib/systemd/user/printcenterd.service"

uninstall: ## removes what `make install` put below PREFIX
	rm -f $(foreach name,printq qpreview printlab,"$(DESTDIR)$(PREFIX)/bin/$(name)")
	rm -f "$(DESTDIR)$(PREFIX)/lib/systemd/user/printcenterd.service"
	rm -rf "$(DESTDIR)$(PREFIX)/libexec/printcenter"

clean: ## removes what was built, and the demo's pictures
	rm -rf .build out
