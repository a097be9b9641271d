// The options of a printer for a document, as controls; what a user chooses becomes the ticket.
import { el, knows, setText, t } from '/dom.js';
import { mediumName } from '/printers.js';

/** Usual options, in this order; all others are folded. */
const usual = ['copies', 'pages', 'sides', 'color', 'media', 'orientation', 'numberUp', 'scaling', 'booklet', 'margins'];
const fields = new Set(['pages', 'pageSet', 'reverse', 'copies', 'collate', 'sides', 'media', 'source', 'color', 'quality', 'orientation',
  'numberUpLayout', 'numberUp', 'ppi', 'position', 'mirror', 'border', 'booklet', 'signature', 'creep', 'poster', 'contactSheet',
  'eachOnNewSheet', 'header', 'footer', 'stamp', 'borderless', 'margins', 'fontSize', 'lineNumbers', 'fitWidth', 'gridLines', 'headings', 'worksheets',
  'scaling', 'finishings', 'outputBin',
  'priority']);
const numbers = new Set(['copies', 'numberUp', 'ppi', 'signature', 'fontSize', 'priority']);
const texts = new Set(['header', 'footer', 'stamp', 'worksheets']);
/** What the page has another way for. */
const elsewhere = new Set(['holdUntil', 'pin']);

const plain = (text) => {
  const words = text.replace(/[-_]/g, ' ');
  return words[0].toUpperCase() + words.slice(1);
};

export const optionName = (name) => (knows(`option.${name}`) ? t(`option.${name}`) : plain(name));

function valueName(name, value) {
  if (name === 'media') return mediumName(value);
  if (knows(`value.${name}.${value}`)) return t(`value.${name}.${value}`);
  if (knows(`value.${value}`)) return t(`value.${value}`);
  return /[a-z]/i.test(value) && !/^[\dx.]+/.test(value) ? plain(value) : value;
}

/** A value as a ticket has it. */
function typed(name, value, syntax) {
  if (name === 'margins') {
    const all = Math.round(parseFloat(value) * 100);
    return { top: all, right: all, bottom: all, left: all };
  }
  if (name === 'creep') return Math.round(parseFloat(value) * 100);
  if (name === 'finishings') return [value];
  if (numbers.has(name)) return Number(value);
  if (value === 'true' && syntax === 'flag') return true;
  if (value === 'false' && syntax === 'flag') return false;
  return value;
}

function shown(name, value) {
  if (name === 'margins') return `${value.top / 100}mm`;
  if (name === 'creep') return `${value / 100}mm`;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** The value of an option in a ticket. */
export function valueIn(ticket, name) {
  return fields.has(name) ? ticket[name] : ticket.attributes?.[name];
}

/** A ticket with another value; without one, the default applies. */
export function withValue(ticket, name, value) {
  const copy = { ...ticket };
  if (fields.has(name)) {
    if (value === undefined) delete copy[name];
    else copy[name] = value;
    return copy;
  }
  const attributes = { ...copy.attributes };
  if (value === undefined) delete attributes[name];
  else attributes[name] = value;
  copy.attributes = attributes;
  if (Object.keys(attributes).length === 0) delete copy.attributes;
  return copy;
}

/** What is wrong with a range of pages; empty if nothing is. */
export function rangeFault(text, pages) {
  for (const part of text.split(',').map((one) => one.trim())) {
    const match = /^(\d+|last)?\s*(-)?\s*(\d+|last)?$/i.exec(part);
    if (part === '' || !match || (!match[1] && !match[3]) || (match[3] && !match[2])) return t('pages.example');
    const ends = [match[1], match[3]].filter(Boolean).map(Number).filter((end) => !Number.isNaN(end));
    if (ends.some((end) => end < 1)) return t('pages.from.one');
    if (pages && ends.some((end) => end > pages)) return t('pages.beyond', { n: pages });
  }
  return '';
}

/** The page that is written at an end of a range. */
function pageAt(text, open, pages) {
  const word = text.trim().toLowerCase();
  return word === 'last' ? pages : word ? Number(word) : open;
}

/** The pages of a range, in order. */
export function pagesOf(text, pages) {
  const found = [];
  for (const part of text.split(',')) {
    const [first, last] = part.includes('-') ? part.split('-') : [part, part];
    const start = pageAt(first, 1, pages);
    const end = pageAt(last, pages, pages);
    for (let page = start; start <= end ? page <= end : page >= end; page += start <= end ? 1 : -1) found.push(page);
  }
  return found;
}

/** Pages as a range: 1-3,7. */
export function rangeOf(pages) {
  const sorted = [...pages].sort((a, b) => a - b);
  const runs = [];
  for (const page of sorted) {
    const run = runs.at(-1);
    if (run && run[1] === page - 1) run[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

function rangeControl(id, option, value, change, pages) {
  const said = el('p', { class: 'field-error', id: `${id}-fault`, role: 'alert' });
  const input = el('input', { id, type: 'text', inputmode: 'text', autocomplete: 'off', spellcheck: 'false', value: value ?? '',
    placeholder: t('pages.all'), 'aria-describedby': `${id}-fault` });
  input.addEventListener('input', () => {
    const text = input.value.trim();
    const fault = text ? rangeFault(text, pages()) : '';
    setText(said, fault);
    input.setAttribute('aria-invalid', String(Boolean(fault)));
    change(fault ? null : text || undefined, fault);
  });
  return [input, said];
}

function numberControl(id, option, value, change) {
  const [least, most] = option.values[0].split('-').map(Number);
  const said = el('p', { class: 'field-error', id: `${id}-fault`, role: 'alert' });
  const input = el('input', { id, type: 'number', min: least, max: most || null, step: option.name === 'fontSize' ? 0.5 : 1,
    value: value ?? (Number.isFinite(Number(option.default)) ? option.default : ''), placeholder: Number.isFinite(Number(option.default)) ? null : t('value.auto'),
    'aria-describedby': `${id}-fault` });
  input.addEventListener('input', () => {
    const fault = input.validity.valid ? '' : t('number.range', { least, most });
    setText(said, fault);
    input.setAttribute('aria-invalid', String(Boolean(fault)));
    change(fault ? null : input.value === '' || input.value === option.default ? undefined : typed(option.name, input.value), fault);
  });
  return [input, said];
}

function textControl(id, option, value, change) {
  const input = el('input', { id, type: 'text', autocomplete: 'off', value: value ?? '', list: `${id}-list`, placeholder: option.default === 'all' ? t('pages.all') : t('value.none') });
  input.addEventListener('input', () => change(input.value === '' ? undefined : input.value, ''));
  return [input, el('datalist', { id: `${id}-list` }, ...option.values.filter((one) => one !== option.default).map((one) => el('option', { value: one })))];
}

function selectControl(id, option, value, change, isFlag) {
  const chosen = value === undefined ? option.default : shown(option.name, value);
  let values = option.name === 'margins' ? ['auto', '10mm', '15mm', '20mm', '25mm'] : [...option.values];
  const isReady = (one) => !option.ready || option.ready.includes(one);
  if (option.ready) values = [...values.filter(isReady), ...values.filter((one) => !isReady(one))];
  if (chosen && !values.includes(chosen)) values.unshift(chosen);
  const make = (one) => el('option', { value: one, selected: one === chosen }, valueName(option.name, one));
  const select = el('select', { id });
  if (!chosen) select.append(el('option', { value: '', selected: true }, t('value.auto')));
  if (option.ready?.length && values.some((one) => !isReady(one))) {
    select.append(el('optgroup', { label: t('loaded') }, ...values.filter(isReady).map(make)),
      el('optgroup', { label: t('not.loaded') }, ...values.filter((one) => !isReady(one)).map(make)));
  } else {
    select.append(...values.map(make));
  }
  select.addEventListener('change', () => change(select.value === (option.default ?? '') || select.value === 'auto' && option.name === 'margins'
    ? undefined : typed(option.name, select.value, isFlag ? 'flag' : ''), ''));
  return [select];
}

const millimeters = { mm: 1, cm: 10, in: 25.4 };

/** A field for a size of one's own, as 62x100mm. */
function sizeControl(id, option, select, change) {
  const said = el('p', { class: 'field-error', id: `${id}-fault`, role: 'alert' });
  const input = el('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: option.sizes,
    'aria-label': t('size.own'), 'aria-describedby': `${id}-fault` });
  input.addEventListener('input', () => {
    const text = input.value.trim();
    const found = /^([\d.]+)\s*[x×]\s*([\d.]+)\s*(mm|cm|in|)$/i.exec(text);
    const sides = found ? [found[1], found[2]].map((side) => Number(side) * millimeters[found[3].toLowerCase() || 'mm']) : [];
    const isSize = sides.length === 2 && sides.every((side) => side > 0);
    const fault = text && !isSize ? t('size.fault', { sizes: option.sizes }) : '';
    setText(said, fault);
    input.setAttribute('aria-invalid', String(Boolean(fault)));
    const size = isSize ? `${sides.map((side) => Number(side.toFixed(2))).join('x')}mm` : '';
    if (fault || size) change(fault ? null : `custom_${size}_${size}`, fault);
    else select.dispatchEvent(new Event('change'));
  });
  return [input, said];
}

function control(option, ticket, change, pages) {
  const id = `o-${option.name}`;
  const value = valueIn(ticket, option.name);
  const send = (chosen, fault) => change(option.name, chosen, fault);
  const name = optionName(option.name);
  const isFlag = option.values.length === 2 && option.values.every((one) => one === 'true' || one === 'false');
  if (isFlag) {
    const box = el('input', { id, type: 'checkbox', checked: (value === undefined ? option.default : String(value)) === 'true' });
    const isField = fields.has(option.name);
    box.addEventListener('change', () => send(String(box.checked) === option.default ? undefined : isField ? box.checked : String(box.checked), ''));
    return el('div', { class: 'field field-check' }, box, el('label', { for: id }, name));
  }
  let nodes;
  if (option.name === 'pages') nodes = rangeControl(id, option, value, send, pages);
  else if (texts.has(option.name)) nodes = textControl(id, option, value, send);
  else if (option.values.length === 1 && /^\d+-\d*$/.test(option.values[0])) nodes = numberControl(id, option, value, send);
  else if (option.name === 'fontSize') nodes = numberControl(id, { ...option, values: ['3-144'] }, value, send);
  else nodes = selectControl(id, option, value, send, isFlag);
  if (option.sizes) nodes = [...nodes, ...sizeControl(`${id}-size`, option, nodes[0], send)];
  return el('div', { class: 'field', 'data-option': option.name }, el('label', { for: id }, name), ...nodes);
}

/** The controls of all options: usual ones, and the rest; `pages` returns the number of pages, which can depend on the options. */
export function optionControls(options, ticket, change, pages) {
  const offered = options.filter((option) => !elsewhere.has(option.name));
  const front = usual.map((name) => offered.find((option) => option.name === name)).filter(Boolean);
  const rest = offered.filter((option) => !usual.includes(option.name));
  const make = (option) => control(option, ticket, change, pages);
  return { front: front.map(make), rest: rest.map(make) };
}
