// The frame: views, shortcuts, and files that are dropped.
import { announce, button, dialog, el, fail, icon, iconButton, language, setText, t } from '/dom.js';
import { connection, enter, hasToken, Refusal } from '/api.js';
import { queueView, startQueue, undoLast } from '/queue.js';
import { printersView, startPrinters } from '/printers.js';
import { addDocuments, addFiles, printView } from '/print.js';
import { dropped } from '/pictures.js';

const views = { queue: queueView, print: printView, printers: printersView };
const icons = { queue: 'queue', print: 'page', printers: 'printer' };
let current = '';

let isClosed = false;

function show(name) {
  if (isClosed) return;
  if (!views[name]) name = 'queue';
  for (const link of document.querySelectorAll('#nav a')) {
    if (link.dataset.view === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (name === current) return;
  current = name;
  const main = document.getElementById('main');
  main.replaceChildren(views[name]());
  document.title = `${t(`nav.${name}`)} – ${t('app')}`;
}

/** Goes to a view. */
export function go(name) {
  if (location.hash !== `#${name}`) location.hash = name;
  show(name);
}

function shortcuts() {
  const rows = ['help', 'queue', 'print', 'printers', 'choose', 'send', 'rows', 'details', 'cancel', 'hold', 'undo'];
  const keys = { help: '?', queue: 'Q', print: 'P', printers: 'R', choose: 'O', send: 'Ctrl+Enter', rows: '↑ ↓', details: 'Enter', cancel: 'Delete', hold: 'H', undo: 'Z' };
  dialog(t('shortcuts'), el('dl', { class: 'keys' }, ...rows.flatMap((row) => [
    el('dt', {}, el('kbd', {}, keys[row])), el('dd', {}, t(`key.${row}`)),
  ])));
}

function chooseFiles() {
  const input = el('input', { type: 'file', multiple: true, hidden: true });
  input.addEventListener('change', () => { take(input.files); input.remove(); });
  document.body.append(input);
  input.click();
}

function take(files, beside = []) {
  if (files.length + beside.length === 0) return;
  go('print');
  addFiles([...files], beside).catch(fail);
}

function frame() {
  document.documentElement.lang = language;
  setText(document.getElementById('brand'), t('app'));
  setText(document.getElementById('skip'), t('skip'));
  const nav = document.getElementById('nav');
  nav.setAttribute('aria-label', t('views'));
  for (const name of Object.keys(views)) {
    nav.append(el('a', { href: `#${name}`, 'data-view': name }, icon(icons[name]), el('span', {}, t(`nav.${name}`))));
  }
  document.getElementById('toasts').setAttribute('aria-label', t('messages'));
  document.getElementById('bar-end').append(
    iconButton('help', t('shortcuts'), shortcuts),
    el('button', { type: 'button', class: 'button button-main', id: 'choose', onclick: chooseFiles }, icon('plus'), el('span', {}, t('choose'))));
  document.getElementById('skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
  });
}

const isTyping = (node) => node.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, dialog');

function keyed(event) {
  if (event.defaultPrevented || event.altKey || event.metaKey) return;
  if (event.ctrlKey) {
    if (event.key === 'Enter') document.getElementById('send')?.click();
    return;
  }
  if (isTyping(event.target)) return;
  const actions = { '?': shortcuts, q: () => go('queue'), p: () => go('print'), r: () => go('printers'), o: chooseFiles, z: undoLast };
  const action = actions[event.key.toLowerCase()];
  if (action) { event.preventDefault(); action(); }
}

function acceptDrops() {
  const drop = document.getElementById('drop');
  setText(drop, t('drop'));
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  let depth = 0;
  const showDrop = (isShown) => { drop.hidden = !isShown; if (!isShown) depth = 0; };
  addEventListener('dragenter', (event) => { if (hasFiles(event)) { depth += 1; showDrop(true); } });
  addEventListener('dragleave', (event) => { if (hasFiles(event)) { depth -= 1; if (depth <= 0) showDrop(false); } });
  addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    showDrop(false);
    dropped(event.dataTransfer).then(({ files, beside }) => take(files, beside)).catch(fail);
  });
}

function closed() {
  isClosed = true;
  document.getElementById('offline').hidden = true;
  for (const one of document.querySelectorAll('dialog')) one.close();
  for (const id of ['nav', 'bar-end']) document.getElementById(id).replaceChildren();
  document.getElementById('main').replaceChildren(el('div', { class: 'empty' }, icon('printer'),
    el('h2', {}, t('closed')), el('p', {}, t('closed.remedy'))));
  document.title = t('app');
}

async function begin() {
  frame();
  const offline = document.getElementById('offline');
  connection.changed = (isThere) => {
    offline.hidden = isThere;
    setText(offline, isThere ? '' : t('offline'));
    if (isThere) announce(t('online'));
  };
  connection.ended = closed;
  let documents = [];
  try {
    documents = await enter();
  } catch {
    return closed();
  }
  try {
    await startQueue();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return closed();
    fail(error);
  }
  startPrinters();
  acceptDrops();
  addEventListener('keydown', keyed);
  addEventListener('hashchange', () => {
    // The address of the page was opened again where it is shown already.
    if (hasToken()) enter().then((more) => { if (more.length) { go('print'); return addDocuments(more); } show('queue'); }).catch(fail);
    else show(location.hash.slice(1));
  });
  if (documents.length > 0) {
    go('print');
    await addDocuments(documents).catch(fail);
  } else {
    show(location.hash.slice(1) || 'queue');
  }
  document.body.dataset.ready = 'true';
}

begin();
