// Pictures beside a document: a web page, or a text in Markdown, is sent with those that it names, as one file.

const pictureNames = /\.(jpe?g|png|gif|webp|svg)$/i;
const documentNames = /\.(html?|xhtml|xht|md|markdown|mkd)$/i;
/** The limits of the service. */
const longest = 120 * 2 ** 20;
const most = 2000;

const isPicture = (file) => pictureNames.test(file.name);

/** Whether a document may show pictures that lie beside it. */
export const showsPictures = (file) => documentNames.test(file.name);

/** The files of a drop, and the pictures in its folders, which documents may name but which are not printed by themselves. */
export async function dropped(data) {
  // All at once: what is dropped can be asked only while the event is handled.
  const entries = [...data.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory);
  const files = [...data.files].filter((file, index) => !entries[index]?.isDirectory);
  const beside = [];
  for (const folder of folders) await gather(folder, beside);
  return { files, beside };
}

async function gather(folder, found) {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (found.length >= most) return;
      if (entry.isDirectory) await gather(entry, found);
      else if (pictureNames.test(entry.name)) {
        const file = await new Promise((done, fail) => entry.file(done, fail));
        found.push(Object.assign(file, { path: entry.fullPath.replace(/^\//, '') }));
      }
    }
  }
}

/** A document with the pictures of these files that it names, as one file; null if it names none. */
export async function packed(document, files) {
  const pictures = files.filter(isPicture);
  if (!showsPictures(document) || pictures.length === 0) return null;
  const text = await document.text();
  const wanted = new Map();
  for (const name of new Set(pictures.map((file) => file.name))) {
    const named = pictures.filter((file) => file.name === name);
    for (const parts of addresses(text, name)) wanted.set(parts.join('/'), { parts, file: nearest(named, parts) });
  }
  const all = [...wanted.values()].slice(0, most);
  if (all.length === 0 || all.reduce((sum, one) => sum + one.file.size, document.size) > longest) return null;
  // A document that names pictures in folders above it lies in as many folders.
  const above = Math.max(...all.map(({ parts }) => parts.lastIndexOf('..') + 1));
  const home = new Array(above).fill('folder');
  const archive = new Archive();
  archive.add('mimetype', new TextEncoder().encode('application/vnd.printcenter.document+zip'));
  const ending = document.name.split('.').pop().toLowerCase();
  archive.add(['files', ...home, `document.${ending}`].join('/'), new Uint8Array(await document.arrayBuffer()));
  for (const { parts, file } of all) {
    const up = parts.lastIndexOf('..') + 1;
    const path = ['files', ...home.slice(0, above - up), ...parts.slice(up)];
    archive.add(path.join('/'), new Uint8Array(await file.arrayBuffer()));
  }
  return { blob: archive.blob(), used: [...new Set(all.map((one) => one.file))] };
}

/** The relative addresses in a text that end in a name, each as its parts. */
function addresses(text, name) {
  const found = [];
  for (const word of new Set([name, encodeURI(name), encodeURIComponent(name)])) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const start = beginning(text, at);
      const parts = relative(text.slice(start, at) + word);
      if (parts?.at(-1) === name) found.push(parts);
    }
  }
  return found;
}

/** Where the address begins whose last part is at a place: after a quote or the like, else after white space. */
function beginning(text, at) {
  let start = at;
  while (start > 0 && !'"\'()<>=\n'.includes(text[start - 1])) start -= 1;
  if ('"\'(<'.includes(text[start - 1])) return start;
  const words = text.slice(start, at);
  return start + words.search(/\S*$/);
}

/** The parts of a relative address, those above the document first; null for another one. */
function relative(address) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('/')) return null;
  const parts = [];
  for (const part of address.split('/')) {
    let plain = part;
    try { plain = decodeURIComponent(part); } catch { /* A name with a percent sign. */ }
    if (plain === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (plain !== '.' && plain !== '') parts.push(plain);
  }
  return parts;
}

/** Of files with the same name, that whose folders are most like those of an address. */
function nearest(files, parts) {
  const wanted = parts.filter((part) => part !== '..').reverse();
  const likeness = (file) => {
    const path = (file.path ?? file.name).split('/').reverse();
    const other = wanted.findIndex((part, index) => part !== path[index]);
    return other < 0 ? wanted.length : other;
  };
  return files.reduce((best, file) => (likeness(file) > likeness(best) ? file : best));
}

// MARK: The archive

const table = Uint32Array.from({ length: 256 }, (none, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** A zip archive without compression and dates, as the service's other clients write it. */
class Archive {
  #parts = [];
  #directory = [];
  #length = 0;

  add(path, bytes) {
    const name = new TextEncoder().encode(path);
    // Version 2.0, names in UTF-8, stored, the first of January 1980.
    const fields = numbers([2, 20], [2, 0x800], [2, 0], [2, 0], [2, 33], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length],
      [2, name.length], [2, 0]);
    this.#directory.push(numbers([4, 0x02014b50], [2, 20]), fields, numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, this.#length]), name);
    this.#put(numbers([4, 0x04034b50]), fields, name, bytes);
  }

  blob() {
    const size = this.#directory.reduce((sum, part) => sum + part.length, 0);
    const count = this.#directory.length / 4;
    const end = numbers([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, this.#length], [2, 0]);
    return new Blob([...this.#parts, ...this.#directory, end]);
  }

  #put(...parts) {
    this.#parts.push(...parts);
    for (const part of parts) this.#length += part.length;
  }
}

/** Numbers as bytes, each with its size, the lowest byte first. */
function numbers(...fields) {
  return Uint8Array.from(fields.flatMap(([size, value]) => Array.from({ length: size }, (none, index) => (value >>> (8 * index)) & 0xff)));
}
