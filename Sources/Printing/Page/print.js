// The print view: a document, its printer, its options, and its sheets.
import { announce, button, count, el, fail, icon, said, setText, t, toast } from '/dom.js';
import { get, post, put, remove, upload } from '/api.js';
import { onPrinters, printers, printerState } from '/printers.js';
import { optionControls, withValue } from '/options.js';
import { sheetStage } from '/sheets.js';
import { pageStrip } from '/strip.js';
import { packed, showsPictures } from '/pictures.js';

const state = { documents: [], at: 0, printer: '', ticket: {}, preset: '', presets: [], options: [], checks: new Map(), faults: new Map(),
  together: false, joined: null, laidOut: null, isPossible: false, why: [] };
let parts = null;
let drawing = null;
let timer = 0;

const document_ = () => (state.together ? state.joined : state.documents[state.at]);
const question = (more = {}) => ({ document: document_().id, printer: state.printer || null, ticket: state.ticket, preset: state.preset || null, ...more });

/** One after the other: a picture finds the document that was dropped just before it. */
let adding = Promise.resolve();

/** Sends files and shows them; a picture that a document names is sent with the document, not as a file of its own. */
export function addFiles(files, beside = []) {
  const next = adding.then(() => add(files, beside));
  adding = next.catch(() => {});
  return next;
}

async function add(files, beside) {
  const near = [...files, ...beside];
  const used = new Set();
  const send = async (file, pictures, whole) => {
    setBusy(t('sending', { name: file.name }));
    const facts = await upload(whole?.blob ?? file, file.name);
    return { ...facts, file, pictures: whole ? pictures.filter((one) => whole.used.includes(one)) : [] };
  };
  const isSame = (one, two) => (one.path ?? one.name) === (two.path ?? two.name) && one.size === two.size && one.lastModified === two.lastModified;
  let changed = null;
  for (const one of [...state.documents]) {
    // Only what the document has waited for: it may have been given the others.
    const more = near.filter((file) => !one.pictures?.some((known) => isSame(known, file)));
    const whole = one.file ? await packed(one.file, more) : null;
    if (!whole) continue;
    for (const file of whole.used) used.add(file);
    // A picture that has changed since comes first.
    const pictures = [...whole.used, ...one.pictures];
    const other = await send(one.file, pictures, await packed(one.file, pictures)).catch(fail);
    const at = state.documents.indexOf(one);
    if (!other) continue;
    // The user may have removed it meanwhile.
    discarded(at < 0 ? other : one);
    if (at >= 0) { state.documents[at] = other; changed = other; }
  }
  const before = state.documents.length;
  const isDocument = (file) => !used.has(file);
  for (const file of files.filter(showsPictures)) {
    const whole = await packed(file, near);
    const one = await send(file, near, whole).catch(fail);
    if (one) state.documents.push(one);
    for (const picture of whole?.used ?? []) used.add(picture);
  }
  for (const file of files.filter((one) => !showsPictures(one) && isDocument(one))) {
    const one = await send(file, [], null).catch(fail);
    if (one) state.documents.push(one);
  }
  if (files.length === 0 && used.size === 0) toast(t('pictures.unused'));
  const at = state.documents.indexOf(changed);
  await open(state.documents.length > before || at < 0 ? undefined : at);
}

/** Shows documents that the service has already. */
export async function addDocuments(ids) {
  for (const document of ids) {
    const check = await post('/v1/check', { document, ticket: {} });
    if (check.document) state.documents.push({ ...check.document, id: document });
  }
  await open();
}

async function open(at) {
  state.at = at ?? Math.max(0, state.documents.length - 1);
  state.together = false;
  state.ticket = withValue(state.ticket, 'pages', undefined);
  build();
  if (state.documents.length) await choose();
}

/** Asks which printers can print the document, and takes the usual one. */
async function choose() {
  const one = document_();
  if (!one) return;
  const presets = (await get('/v1/presets').catch(() => [])).filter((preset) => preset.unknown.length === 0);
  const isOther = JSON.stringify(presets) !== JSON.stringify(state.presets);
  state.presets = presets;
  const all = printers();
  const checks = await Promise.all(all.map((printer) => post('/v1/check', { document: one.id, printer: printer.id, ticket: {} }).catch(() => null)));
  state.checks = new Map(all.map((printer, index) => [printer.id, checks[index]]));
  if (document_() !== one) return;
  const can = all.filter((printer) => state.checks.get(printer.id)?.possible);
  if (!can.some((printer) => printer.id === state.printer)) {
    // The service knows the default printer, and the one that was used last for such a document.
    const usual = await post('/v1/check', { document: one.id, ticket: {} }).catch(() => null);
    state.printer = can.find((printer) => printer.id === usual?.printer)?.id ?? (can[0] ?? all[0])?.id ?? '';
  }
  drawPrinters();
  if (isOther) drawPresets();
  await loadOptions();
}

async function loadOptions() {
  const one = document_();
  if (!state.printer || one.problem) {
    state.options = [];
  } else {
    const found = await post('/v1/options', { document: one.id, printer: state.printer, preset: state.preset || null }).catch(() => null);
    state.options = found?.options ?? [];
  }
  // What is the same stays as it is: a user may be writing in it.
  const key = JSON.stringify([one.id, state.printer, state.preset, state.options, one.layout ? null : pagesOfDocument(), state.together]);
  if (parts.key !== key) drawOptions();
  const answer = JSON.stringify(state.checks.get(state.printer) ?? null);
  if (parts.key !== key || parts.answer !== answer) redraw(0);
  Object.assign(parts, { key, answer });
}

/** What the last preview says of a document that is laid out for its paper; nothing of one that has pages. */
function laidOut(one) {
  return one?.layout && state.laidOut?.id === one.id ? state.laidOut : null;
}

function pagesOfDocument() {
  const one = document_();
  return laidOut(one)?.pages ?? one.pages ?? state.checks.get(state.printer)?.document?.pages ?? null;
}

function change(name, value, fault) {
  if (fault) state.faults.set(name, fault);
  else state.faults.delete(name);
  if (value !== null) state.ticket = withValue(state.ticket, name, value);
  if (name === 'pages' && value !== null) parts.strip?.show(value ?? '');
  redraw();
}

/** Draws the sheets again, a moment after the last change. */
function redraw(delay = 70) {
  clearTimeout(timer);
  state.isPossible = false;
  sayWhy();
  timer = setTimeout(() => draw().catch(fail), delay);
}

async function draw() {
  drawing?.abort();
  const one = document_();
  if (!one || !parts) return;
  const fault = [...state.faults.values()][0];
  if (fault) { state.why = [fault]; sayWhy(); return; }
  if (!state.printer) { state.why = [t('printers.empty')]; sayWhy(); return; }
  const abort = new AbortController();
  drawing = abort;
  parts.stage.busy(true);
  try {
    const preview = await post('/v1/previews', question(), { signal: abort.signal });
    if (abort.signal.aborted) return;
    state.why = [];
    state.notices = preview.check.notices;
    state.isPossible = true;
    sayWhy();
    follow(preview);
    await parts.stage.show(preview);
    parts.node.dataset.drawn = String(Number(parts.node.dataset.drawn ?? 0) + 1);
  } catch (error) {
    if (error.name === 'AbortError') return;
    const obstacles = error.problem?.obstacles ?? error.problem?.check?.obstacles;
    state.why = obstacles?.length ? obstacles.map((one) => said(one)) : [error.message];
    state.notices = [];
    sayWhy();
  } finally {
    if (drawing === abort) parts.stage.busy(false);
  }
}

/** The strip has the pages of which the sheets are made. */
function follow(preview) {
  const { id, pages, pageSetup } = preview.check.document;
  const key = JSON.stringify([id, pages, pageSetup]);
  const isOther = state.laidOut?.key !== key;
  state.laidOut = { id, pages, key, preview: preview.id };
  if (isOther) drawStrip();
  else parts.strip?.move(pageAddress(document_()));
}

/** The path of the picture of a page, by its number; nothing until the document is laid out. */
function pageAddress(one) {
  const base = one.layout ? laidOut(one) && `/v1/previews/${encodeURIComponent(laidOut(one).preview)}/pages/` : `/v1/documents/${encodeURIComponent(one.id)}/pages/`;
  return base && ((page) => `${base}${page}${one.layout ? '' : '/preview'}?size=192`);
}

/** Beside the button: why it is off and what to do, or what to know. */
function sayWhy() {
  if (!parts) return;
  const isOn = state.isPossible && !state.isSending && state.faults.size === 0;
  if (isOn) parts.send.removeAttribute('aria-disabled');
  else parts.send.setAttribute('aria-disabled', 'true');
  const text = isOn ? '' : [...state.faults.values(), ...(state.faults.size ? [] : state.why)].join(' ');
  setText(parts.why, text);
  parts.why.hidden = text === '';
  const notices = isOn ? noticeText(state.notices ?? []) : '';
  setText(parts.notice, notices);
  parts.notice.hidden = notices === '';
}

/** Notices, of which those that say the same of several documents are said once. */
function noticeText(notices) {
  const groups = new Map();
  for (const one of notices) {
    const { document, page, pages, ...rest } = one.parameters;
    const key = JSON.stringify([one.code, one.option, rest]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap(([first, ...more]) => [noticed(first), ...(more.length ? [count('same', more.length)] : [])]).join(' ');
}

/** A notice in the words of the page, where folders have no names. */
function noticed(one) {
  if (one.code !== 'pictures-left-out' || !one.parameters.folder) return said(one);
  const isHere = state.documents.some((document) => document.file && document.name === one.parameters.document);
  return said({ message: one.message, remedy: t(isHere ? 'pictures.drop' : 'pictures.again') });
}

async function send() {
  if (parts.send.getAttribute('aria-disabled')) {
    announce(parts.why.textContent);
    return;
  }
  // Redrawing while files are sent must not enable the button again.
  state.isSending = true;
  parts.send.setAttribute('aria-disabled', 'true');
  const all = state.together ? [state.joined] : [...state.documents];
  const done = [];
  for (const one of all) {
    try {
      const job = await post('/v1/jobs', question({ document: one.id }), { key: crypto.randomUUID() });
      done.push(one);
      toast(t('queued', { name: job.name, printer: job.printer }));
    } catch (error) {
      fail(error);
    }
  }
  state.isSending = false;
  // Also what was dropped meanwhile stays.
  const rest = state.together && done.length > 0 ? [] : state.documents.filter((one) => !done.includes(one));
  if (rest.length === 0) {
    Object.assign(state, { documents: [], at: 0, ticket: {}, preset: '', together: false, joined: null, why: [], isPossible: false });
    build();
    location.hash = 'queue';
  } else {
    state.documents = rest;
    await open();
  }
}

// MARK: What is shown

function setBusy(text) {
  if (parts?.busy) setText(parts.busy, text);
}

function drawPrinters() {
  if (!parts?.printers) return;
  const order = (printer) => (state.checks.get(printer.id)?.possible ? 0 : 1);
  const all = printers().sort((a, b) => order(a) - order(b));
  const rows = all.map((printer) => {
    const check = state.checks.get(printer.id);
    const isPossible = check?.possible !== false;
    const why = isPossible ? '' : check.obstacles.map((one) => one.message).join(' ');
    const id = `p-${printer.id}`;
    const radio = el('input', { type: 'radio', name: 'printer', id, value: printer.id, checked: printer.id === state.printer,
      disabled: !isPossible, 'aria-describedby': `${id}-state` });
    radio.addEventListener('change', () => { state.printer = printer.id; state.faults.clear(); loadOptions().catch(fail); });
    return el('div', { class: isPossible ? 'choice' : 'choice choice-off' }, radio,
      el('label', { for: id }, el('span', { class: 'choice-name' }, printer.name),
        el('span', { class: 'choice-state', id: `${id}-state`, 'data-state': printer.state }, why || printerState(printer))));
  });
  const focused = parts.printers.contains(document.activeElement) ? document.activeElement.id : '';
  parts.printers.replaceChildren(el('legend', {}, t('nav.printers')), ...(rows.length ? rows : [el('p', {}, `${t('printers.empty')} ${t('printers.empty.hint')}`)]));
  if (focused) document.getElementById(focused)?.focus();
}

function drawPresets() {
  if (!parts?.presets) return;
  const select = el('select', { id: 'preset' }, el('option', { value: '', selected: state.preset === '' }, t('preset.none')),
    ...state.presets.map((preset) => el('option', { value: preset.name, selected: preset.name === state.preset }, preset.name)));
  select.addEventListener('change', () => { state.preset = select.value; state.ticket = {}; state.faults.clear(); loadOptions().catch(fail); });
  const name = el('input', { id: 'preset-name', type: 'text', maxlength: 64, required: true, autocomplete: 'off' });
  const form = el('form', { class: 'preset-save' }, el('label', { for: 'preset-name' }, t('preset.name')), name, el('button', { class: 'button', type: 'submit' }, t('save')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const preset = await put(`/v1/presets/${encodeURIComponent(name.value)}`, { ticket: state.ticket });
      toast(t('preset.saved', { name: preset.name }));
      state.presets = await get('/v1/presets');
      drawPresets();
    } catch (error) {
      fail(error);
    }
  });
  parts.presets.replaceChildren(
    state.presets.length ? el('div', { class: 'field' }, el('label', { for: 'preset' }, t('preset')), select) : '',
    el('details', {}, el('summary', {}, t('preset.save')), form));
}

function drawOptions() {
  if (!parts?.front) return;
  const { front, rest } = optionControls(state.options, state.ticket, change, pagesOfDocument);
  const isOpen = parts.more.querySelector('details')?.open;
  parts.front.replaceChildren(el('legend', {}, t('options')), ...front);
  parts.front.hidden = front.length === 0;
  parts.more.replaceChildren(rest.length ? el('details', { open: isOpen }, el('summary', {}, t('options.more', { n: rest.length })), el('div', { class: 'fields' }, ...rest)) : '');
  drawStrip();
}

function drawStrip() {
  const one = document_();
  const pages = pagesOfDocument();
  const address = pageAddress(one);
  parts.strip = address && pages > 1 && !one.problem && !state.together ? pageStrip(address, Math.min(pages, 2000), (range) => {
    const input = document.getElementById('o-pages');
    if (!input) return;
    input.value = range;
    input.dispatchEvent(new Event('input'));
  }, drawAgain) : null;
  parts.strip?.show(state.ticket.pages ?? '');
  parts.stripBox.replaceChildren(parts.strip?.node ?? '');
}

/** Makes another preview where the service has none any more: pages far down are asked for when they are looked at. */
function drawAgain() {
  const { preview } = state.laidOut ?? {};
  if (!preview || state.lost === preview) return;
  state.lost = preview;
  redraw(0);
}

function lockBox(one) {
  const password = el('input', { id: 'unlock', type: 'password', autocomplete: 'off', required: true });
  const form = el('form', { class: 'unlock' }, el('label', { for: 'unlock' }, t('unlock', { name: one.name })), password, el('button', { class: 'button', type: 'submit' }, t('unlock.do')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const open = await post(`/v1/documents/${encodeURIComponent(one.id)}/unlock`, { password: password.value });
      state.documents[state.at] = { ...open, id: one.id };
      build();
      await choose();
    } catch (error) {
      fail(error);
    }
  });
  return form;
}

async function join(isTogether) {
  state.ticket = withValue(state.ticket, 'pages', undefined);
  if (isTogether) state.joined = await post('/v1/documents/join', { documents: state.documents.map((one) => one.id) }, { key: crypto.randomUUID() });
  state.together = isTogether;
  await choose();
}

function tabs() {
  const list = el('ul', { class: 'files', 'aria-label': t('files') }, ...state.documents.map((one, index) => el('li', { class: index === state.at ? 'file file-on' : 'file' },
    el('button', { type: 'button', class: 'file-name', 'aria-pressed': String(index === state.at), title: one.name, onclick: () => { state.at = index; state.ticket = withValue(state.ticket, 'pages', undefined); build(); choose().catch(fail); } },
      el('img', { alt: '', class: 'file-picture', src: `/v1/documents/${encodeURIComponent(one.id)}/pages/1/preview?size=64` }), el('span', {}, one.name)),
    el('button', { type: 'button', class: 'icon-button', 'aria-label': t('file.remove', { name: one.name }), onclick: () => discard(index) }, icon('close')))));
  for (const image of list.querySelectorAll('img')) image.addEventListener('error', () => image.remove());
  if (state.documents.length < 2) return list;
  const box = el('input', { type: 'checkbox', id: 'together', checked: state.together });
  box.addEventListener('change', () => join(box.checked).catch((error) => { box.checked = false; fail(error); }));
  return el('div', { class: 'files-box' }, list, el('div', { class: 'field field-check' }, box, el('label', { for: 'together' }, t('together'))));
}

function discard(index) {
  const [gone] = state.documents.splice(index, 1);
  discarded(gone);
  open().catch(fail);
}

/** Has the service forget a document, which it would do by itself later. */
function discarded(one) {
  remove(`/v1/documents/${encodeURIComponent(one.id)}`).catch(() => {});
}

/** Builds the view again, for other documents. */
function build() {
  // What was wrong with the fields of another document is gone with them.
  state.faults.clear();
  if (!parts) return;
  const { node } = parts;
  if (state.documents.length === 0) {
    parts = { node, busy: el('p', { class: 'quiet', role: 'status' }) };
    node.replaceChildren(el('h2', { class: 'unseen' }, t('nav.print')), el('div', { class: 'empty empty-drop' }, icon('upload'), el('h2', {}, t('print.empty')), el('p', {}, t('print.empty.hint')),
      button(t('choose'), () => document.getElementById('choose').click(), { class: 'button button-main' }), parts.busy));
    return;
  }
  const one = state.documents[state.at];
  parts = { node, stage: sheetStage(), stripBox: el('div'), printers: el('fieldset', { class: 'choices' }), presets: el('div', { class: 'presets' }),
    front: el('fieldset', { class: 'fields' }), more: el('div', { class: 'more' }), busy: el('p', { class: 'quiet', role: 'status' }),
    why: el('p', { class: 'why', id: 'why', role: 'status', hidden: true }), notice: el('p', { class: 'notice', role: 'status', hidden: true }),
    send: el('button', { type: 'button', class: 'button button-main button-large', id: 'send', 'aria-describedby': 'why', 'aria-disabled': 'true', onclick: () => send().catch(fail) }, t('print.do')) };
  node.replaceChildren(el('h2', { class: 'unseen' }, t('nav.print')), el('div', { class: 'print' },
    el('div', { class: 'print-main' }, tabs(), ['encrypted', 'restricted'].includes(one.problem) ? lockBox(one) : '', parts.stage.node, parts.stripBox),
    el('div', { class: 'panel' }, el('div', { class: 'panel-scroll' }, parts.printers, parts.front, parts.more, parts.presets),
      el('div', { class: 'panel-foot' }, parts.why, parts.notice, parts.send, parts.busy))));
  drawPrinters();
  drawPresets();
  drawOptions();
  sayWhy();
}

export function printView() {
  parts = { node: el('div', { class: 'view view-print' }) };
  build();
  if (state.documents.length) choose().catch(fail);
  return parts.node;
}

let near = 0;
onPrinters(() => {
  if (!parts?.node.isConnected || state.documents.length === 0) return;
  clearTimeout(near);
  near = setTimeout(() => choose().catch(fail), 400);
});
