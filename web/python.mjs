// Compiles the Python of pages, so that no page has to: `node python.mjs ARCHIVE TARGET`. ARCHIVE holds the package;
// TARGET gets the standard library, of which what a page loads is compiled, and the package compiled whole.

import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'

const bytes = (path) => new Uint8Array(readFileSync(path))

const [archive, target] = process.argv.slice(2)
const python = await loadPyodide()
const packages = '/lib/python3.14/site-packages'
for (const path of [`${target}/msgspec.whl`, archive])
  python.unpackArchive(bytes(path), 'zip', { extractDir: packages })
const library = gunzipSync(readFileSync(`${target}/msgspec.so.gz`))
python.FS.writeFile(`${packages}/msgspec/_core.cpython-314-wasm32-emscripten.so`, library)
python.FS.writeFile('/archive.zip', bytes(archive))
python.runPython(`
import hashlib, io, json, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

import foretold.bots, foretold.coach.hints, foretold.coach.mistakes, foretold.browser_server.entry, foretold.server.features.reviews.worker
for name in foretold.bots.names():
    foretold.bots.bot(name)

LIBRARY = "/lib/python314.zip"
UNUSED = (  # of the standard library: nothing in a page asks for them, and they are large
    *("unittest", "doctest", "pdb", "pydoc", "pydoc_data", "xml", "xmlrpc", "mailbox", "tarfile", "pickletools", "turtle"),
    *("multiprocessing", "tkinter", "curses", "ensurepip", "venv", "wsgiref", "smtplib", "imaplib", "ftplib", "poplib"),
    *("_pyio", "_pydecimal", "_pydatetime", "profiling", "cProfile", "optparse", "plistlib", "zoneinfo"),
    *("_pyrepl", "http", "ctypes", "html", "difflib", "argparse", "bdb", "trace", "pstats", "socketserver", "configparser"),
)
ENCODINGS = ("ascii", "latin_1", "utf_8", "utf_8_sig", "utf_16", "cp437", "idna", "punycode")  # besides those that are loaded


def compiled(source, name, optimize):
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def write(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, body in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), body, zipfile.ZIP_DEFLATED, 9)


loaded = {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
library = {}
with zipfile.ZipFile(LIBRARY) as packed:
    for name in packed.namelist():
        top = name.split("/")[0].removesuffix(".py")
        if name.endswith("/") or top in UNUSED:
            continue
        source, file = packed.read(name), f"{LIBRARY}/{name}"
        if top == "encodings" and file not in loaded and name.split("/")[1].removesuffix(".py") not in ENCODINGS:
            continue
        library |= {f"{name}c": compiled(source, file, 2)} if file in loaded else {name: source}
write("/library.zip", library)

package, sources = {}, {}
with zipfile.ZipFile("/archive.zip") as packed:
    for name in packed.namelist():
        if name.endswith(".py"):
            source = packed.read(name)
            package[f"{name}c"] = compiled(source, name, 0)
            sources[name] = hashlib.sha256(source).hexdigest()
write("/package.zip", {**package, "sources.json": json.dumps(sources).encode()})
`)
writeFileSync(`${target}/python_stdlib.zip`, python.FS.readFile('/library.zip'))
writeFileSync(`${target}/compiled.zip`, python.FS.readFile('/package.zip'))
