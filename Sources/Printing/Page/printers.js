// The printers: what is near, what it can do, and what it holds.
import { announce, button, el, fail, icon, said, setText, svg, t, toast } from '/dom.js';
import { follow, post, put, upload } from '/api.js';

const known = new Map();
const watchers = new Set();
let grid = null;
let empty = null;

/** All printers, the default one first. */
export function printers() {
  return [...known.values()].sort((a, b) => Number(b.default) - Number(a.default) || a.name.localeCompare(b.name));
}

/** Calls a function with each change. */
export const onPrinters = (changed) => watchers.add(changed);

function changed() {
  draw();
  for (const watcher of watchers) watcher();
}

export function startPrinters() {
  follow('/v1/printers/events', {
    printers: (all) => { known.clear(); for (const one of all) known.set(one.id, one); changed(); },
    printer: ({ event, printer }) => {
      const before = known.get(printer.id);
      if (event === 'removed') known.delete(printer.id);
      else known.set(printer.id, printer);
      if (event !== 'changed' || before?.state !== printer.state) announce(`${printer.name}: ${event === 'removed' ? t('printer.gone') : printerState(printer)}`);
      changed();
    },
  });
}

/** The state of a printer in words. */
export function printerState(printer) {
  return t(printer.accepting ? `printer.${printer.state}` : 'printer.refusing');
}

/** The size of a medium in millimeters, of the last part of its name. */
function sizeOf(medium) {
  const match = /_([\d.]+)x([\d.]+)(mm|in)$/.exec(medium);
  if (!match) return null;
  const scale = match[3] === 'in' ? 25.4 : 1;
  return [match[1] * scale, match[2] * scale];
}

const names = { index: '', 'index-4x6': '4×6"', photo: '' };

/** A medium in words: A4, Letter, 10 × 15 cm. */
export function mediumName(medium) {
  const [family, name] = medium.split('_');
  const size = sizeOf(medium);
  if (family === 'iso' || family === 'jis') return name.toUpperCase().replaceAll('-', ' ');
  if (family === 'na' && names[name] === undefined && /^[a-z]/.test(name)) return name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');
  if (size) return `${Math.round(size[0])} × ${Math.round(size[1])} mm`;
  return medium;
}

/** Sheets of paper in proportion, with their names. */
function paper(media) {
  // The limits of a roll or of sizes of one's own are no papers.
  const papers = media.filter((one) => !/^(custom|roll)_(min|max|current)_/.test(one));
  return el('ul', { class: 'papers', 'aria-label': t('loaded') }, ...papers.slice(0, 6).map((medium) => {
    const [width, height] = sizeOf(medium) ?? [210, 297];
    const scale = 28 / Math.max(420, height, width);
    const w = Math.max(6, width * scale);
    const h = Math.max(6, height * scale);
    return el('li', {}, svg('svg', { class: 'paper', viewBox: '0 0 30 30', 'aria-hidden': 'true' },
      svg('rect', { x: (30 - w) / 2, y: 28 - h, width: w, height: h, rx: 1.5 })), el('span', {}, mediumName(medium)));
  }));
}

const testPage = (name) => `<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842" viewBox="0 0 595 842">
<rect x="40" y="40" width="515" height="762" fill="none" stroke="#000" stroke-width="1"/>
<text x="297" y="120" font-family="sans-serif" font-size="30" text-anchor="middle">${name}</text>
${['#00aeef', '#ec008c', '#fff200', '#000000', '#e03030', '#30a030', '#3050d0'].map((color, i) => `<rect x="${76 + i * 64}" y="180" width="56" height="90" fill="${color}"/>`).join('')}
${Array.from({ length: 16 }, (_, i) => `<rect x="${76 + i * 27.7}" y="300" width="27.700" height="60" fill="rgb(${i * 17},${i * 17},${i * 17})"/>`).join('')}
${Array.from({ length: 24 }, (_, i) => `<path d="M297 560L${297 + 160 * Math.cos(i * Math.PI / 12)} ${560 + 160 * Math.sin(i * Math.PI / 12)}" stroke="#000" stroke-width="${(0.25 + i / 12).toFixed(2)}"/>`).join('')}
</svg>`;

async function printTestPage(printer) {
  try {
    const escaped = printer.name.replace(/[<>&]/g, ' ');
    const file = new Blob([testPage(escaped)], { type: 'image/svg+xml' });
    const document = await upload(file, `${t('test.page')}.svg`);
    const job = await post('/v1/jobs', { document: document.id, printer: printer.id, ticket: {}, name: t('test.page') }, { key: crypto.randomUUID() });
    toast(t('queued', { name: job.name, printer: printer.name }));
  } catch (error) {
    fail(error);
  }
}

async function run(request, text) {
  try {
    await request;
    if (text) toast(text);
  } catch (error) {
    fail(error);
  }
}

function card(printer) {
  const able = printer.capabilities;
  const path = `/v1/printers/${encodeURIComponent(printer.id)}`;
  const tags = able ? [t(able.color ? 'color' : 'mono'), t(able.duplex ? 'duplex' : 'simplex')] : [];
  tags.push(t(printer.route === 'direct' ? 'route.direct' : 'route.queue'));
  return el('li', { class: 'card', 'data-printer': printer.id },
    el('div', { class: 'card-head' }, icon('printer'), el('div', {},
      el('h3', {}, printer.name),
      el('p', { class: 'quiet' }, [printer.makeAndModel, printer.location].filter(Boolean).join(' · '))),
    printer.default ? el('span', { class: 'badge' }, t('default')) : null),
    el('p', { class: 'row-state', 'data-state': printer.accepting ? printer.state : 'stopped' }, printerState(printer)),
    ...printer.reasons.map((reason) => el('p', { class: 'row-reason' }, said(reason))),
    el('ul', { class: 'tags' }, ...tags.map((tag) => el('li', {}, tag))),
    able?.mediaReady.length ? paper(able.mediaReady) : null,
    el('div', { class: 'buttons' },
      button(t('test.page.print'), () => printTestPage(printer), { 'aria-label': `${t('test.page.print')}: ${printer.name}` }),
      button(t('identify'), () => run(post(`${path}/identify`), t('identified', { name: printer.name })), { 'aria-label': `${t('identify')}: ${printer.name}` }),
      printer.default ? null : button(t('default.set'), () => run(put('/v1/printers/default', { printer: printer.id })), { 'aria-label': `${t('default.set')}: ${printer.name}` })));
}

const drawn = new Map();

/** Replaces only the cards that differ, so that the focus stays. */
function draw() {
  if (!grid) return;
  const all = printers();
  empty.hidden = all.length > 0;
  grid.hidden = all.length === 0;
  for (const [id, one] of drawn) {
    if (!known.has(id)) { one.node.remove(); drawn.delete(id); }
  }
  all.forEach((printer, index) => {
    const text = JSON.stringify(printer);
    let one = drawn.get(printer.id);
    if (one?.text !== text) {
      const node = card(printer);
      const focused = one?.node.contains(document.activeElement)
        ? [...one.node.querySelectorAll('button')].indexOf(document.activeElement) : -1;
      one?.node.replaceWith(node);
      one = { node, text };
      drawn.set(printer.id, one);
      if (focused >= 0) node.querySelectorAll('button')[focused]?.focus();
    }
    if (grid.children[index] !== one.node) grid.insertBefore(one.node, grid.children[index] ?? null);
  });
}

export function printersView() {
  drawn.clear();
  grid = el('ul', { class: 'cards', 'aria-label': t('nav.printers') });
  empty = el('div', { class: 'empty' }, icon('printer'), el('h2', {}, t('printers.empty')), el('p', {}, t('printers.empty.hint')));
  const address = el('input', { id: 'address', type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: 'printer.local', required: true });
  const said = el('p', { class: 'field-error', role: 'alert' });
  const form = el('form', { class: 'add' }, el('label', { for: 'address' }, t('add.address')), address,
    el('button', { class: 'button', type: 'submit' }, t('add')), said);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    setText(said, '');
    const submit = form.querySelector('button');
    submit.disabled = true;
    try {
      const printer = await post('/v1/printers', { address: address.value.trim() });
      address.value = '';
      toast(t('added', { name: printer.name }));
    } catch (error) {
      setText(said, error.message);
    }
    submit.disabled = false;
  });
  const view = el('div', { class: 'view view-printers' }, el('h2', { class: 'unseen' }, t('nav.printers')), empty, grid, form);
  draw();
  return view;
}
