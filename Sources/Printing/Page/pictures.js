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

/**
 * A document with the pictures of these files that it names, as one file; null if it names none.
 *
 * `used` are the files that it names, also those for which there is no room.
 */
export async function packed(document, files) {
  const pictures = files.filter(isPicture);
  if (!showsPictures(document) || pictures.length === 0) return null;
  const bytes = new Uint8Array(await document.arrayBuffer());
  const byName = grouped(pictures);
  const wanted = new Map();
  const ending = document.name.split('.').pop().toLowerCase();
  for (const parts of namedPictures(decoded(bytes), /^(md|markdown|mkd)$/.test(ending))) {
    const named = byName.get(folded(plainParts(parts).at(-1) ?? ''));
    if (named) wanted.set(parts.join('/'), { parts, file: nearest(named, plainParts(parts)) });
  }
  if (wanted.size === 0) return null;
  const all = [];
  let room = longest - document.size;
  for (const one of wanted.values()) {
    if (all.length === most || one.file.size > room) continue;
    room -= one.file.size;
    all.push(one);
  }
  const used = [...new Set([...wanted.values()].map((one) => one.file))];
  if (all.length === 0) return { blob: null, used };
  // A document that names pictures in folders above it lies in as many folders.
  const above = Math.max(...all.map(({ parts }) => parts.lastIndexOf('..') + 1));
  const home = new Array(above).fill('folder');
  const archive = new Archive();
  archive.add('mimetype', new TextEncoder().encode('application/vnd.printcenter.document+zip'));
  archive.add(['files', ...home, `document.${ending}`].join('/'), bytes);
  for (const { parts, file } of all) {
    const up = parts.lastIndexOf('..') + 1;
    const path = ['files', ...home.slice(0, above - up), ...parts.slice(up)];
    archive.add(path.join('/'), new Uint8Array(await file.arrayBuffer()));
  }
  return { blob: archive.blob(), used };
}

/** A name as it is compared: other systems write letters with accents in two ways, and do not tell capitals. */
const folded = (name) => name.normalize('NFC').toLowerCase();

function grouped(files) {
  const groups = new Map();
  for (const file of files) groups.set(folded(file.name), [...(groups.get(folded(file.name)) ?? []), file]);
  return groups;
}

/** The text of a document, as the service reads it. */
function decoded(bytes) {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
  if (mark) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const latin = new TextDecoder('windows-1252').decode(bytes);
    const name = /(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]+)/i.exec(latin)?.[1];
    try { return name ? new TextDecoder(name).decode(bytes) : latin; } catch { return latin; }
  }
}

// MARK: The addresses of pictures

const letters = ('Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde '
  + 'Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute '
  + 'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml').split(' ');
const entities = new Map([['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['apos', "'"], ['nbsp', '\u00a0'],
  ...letters.map((name, index) => [name, String.fromCharCode(0xc0 + index)])]);

/** A text without the escapes of HTML. */
function unescaped(text) {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));?/gi, (all, hex, decimal, name) => {
    if (name) return entities.get(name) ?? all;
    const code = hex ? parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** The relative addresses of pictures in a document, each as its parts. */
function namedPictures(text, isMarkdown) {
  const plain = withoutData(text).replace(/<!--[\s\S]*?-->/g, '');
  const tags = [...plain.matchAll(/<([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi)];
  const values = (tag, name) => [...tag[2].matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)]
    .filter((found) => name.test(found[1])).map((found) => unescaped(found[2] ?? found[3] ?? found[4]));
  const found = [];
  for (const tag of tags) {
    // The picture that is shown, and not one that a link leads to.
    if (/^(img|input|embed)$/i.test(tag[1])) found.push(...values(tag, /^src$/i));
    else if (/^(svg:)?(image|use)$/i.test(tag[1])) found.push(...values(tag, /^(xlink:)?href$/i));
    else if (/^object$/i.test(tag[1])) found.push(...values(tag, /^data$/i));
    else if (/^(body|table|td|th|tr)$/i.test(tag[1])) found.push(...values(tag, /^background$/i));
  }
  for (const one of unescaped(plain).matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|((?:\\.|[^)\\])*))\s*\)/gi)) {
    found.push((one[1] ?? one[2] ?? one[3]).replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (all, hex, other) => (hex ? String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)) : other)));
  }
  if (isMarkdown) found.push(...ofMarkdown(plain).map((one) => unescaped(one.replace(/\\([!-/:-@[-`{-~])/g, '$1'))));
  const base = tags.find((tag) => /^base$/i.test(tag[1]) && values(tag, /^href$/i)[0]);
  const folder = base && relative(values(base, /^href$/i)[0].replace(/[^/]*$/, ''));
  return found.map((address) => relative(address)).filter((parts) => parts?.length)
    .flatMap((parts) => (folder ? [parts, joined(folder, parts)] : [parts]));
}

/** A text without the bytes of the pictures that it contains itself, which can be long. */
function withoutData(text) {
  const [first, ...rest] = text.split(';base64,');
  return [first, ...rest.map((part) => {
    const end = part.search(/[^\w+/=]/);
    return end < 0 ? '' : part.slice(end);
  })].join(';base64,');
}

/** The addresses of the pictures of a text in Markdown, as they are written. */
function ofMarkdown(text) {
  const alternative = String.raw`!\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]`;
  const address = String.raw`<((?:\\.|[^<>\\\n])*)>|((?:\\.|[^()\\\n]|\((?:\\.|[^()\\\n])*\))*?)`;
  const title = String.raw`(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?`;
  const found = [...text.matchAll(new RegExp(String.raw`${alternative}\(\s*(?:${address})${title}\s*\)`, 'g'))].map((one) => one[2] ?? one[3]);
  const names = new Map([...text.matchAll(/^ {0,3}\[([^\[\]]+)\]:\s*(?:<([^<>\n]*)>|(\S+))/gm)].map((one) => [label(one[1]), one[2] ?? one[3]]));
  for (const one of text.matchAll(new RegExp(String.raw`${alternative}(?:\[([^\[\]]*)\])?`, 'g'))) {
    const name = names.get(label(one[2] || one[1]));
    if (name) found.push(name);
  }
  return found;
}

const label = (text) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** The parts of a relative address, those above the document first; null for another one. */
function relative(address) {
  const whole = address.replace(/[\t\n\r]/g, '').trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(whole) || /^[/\\]/.test(whole)) return null;
  return joined([], whole.split(/[?#]/)[0].split('/').map((part) => part.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try { return decodeURIComponent(bytes); } catch { return bytes; }
  }).normalize('NFC')));
}

/** Parts after others. */
function joined(before, after) {
  const parts = [...before];
  for (const part of after) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts;
}

/** The same parts where folders are also divided as on Windows; the document finds its picture by the address as it is written. */
const plainParts = (parts) => parts.flatMap((part) => part.split('\\')).filter((part) => part !== '.' && part !== '');

/** Of files with the same name, that whose folders are most like those of an address. */
function nearest(files, parts) {
  const wanted = parts.filter((part) => part !== '..').reverse();
  const likeness = (file) => {
    const path = (file.path ?? file.name).split('/').reverse();
    const count = (same) => {
      const other = wanted.findIndex((part, index) => !same(part, path[index] ?? ''));
      return other < 0 ? wanted.length : other;
    };
    // One that is written alike, capitals included, before others.
    return count((one, two) => folded(one) === folded(two)) + count((one, two) => one === two.normalize('NFC')) / 4096;
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
