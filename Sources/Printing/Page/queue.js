// The queue: a row for each job, live.
import { announce, button, count, el, fail, icon, iconButton, said, setText, t, time, toast } from '/dom.js';
import { follow, get, post } from '/api.js';
import { showJob } from '/job.js';

const jobs = new Map();
const rows = new Map();
/** Cancels that wait for a moment in which they can be taken back. */
const leaving = new Map();
const undoSeconds = 5;
/** Reasons that the state says already, with a button beside it. */
export const evident = new Set(['held-by-user', 'canceled-by-user']);
const finals = new Set(['completed', 'canceled', 'failed']);
let list = null;
let ended = null;
let empty = null;
let endedBox = null;
let more = null;
let isSettled = false;
/** How many active jobs the page begins with; those that change are shown, too. */
const page = 1000;
/** How many active jobs of the service are not shown. */
let hidden = 0;
let isFresh = false;

export const label = (job) => String(job.id ?? job.external);
const path = (job, verb) => `/v1/jobs/${encodeURIComponent(label(job))}${verb ? `/${verb}` : ''}`;
export const isFinal = (job) => finals.has(job.state);
const hasStarted = (job) => job.state === 'sending' || job.state === 'printing';

/** The state in one word, and why. */
export function stateWords(job) {
  if (leaving.has(label(job))) return { state: t('state.canceled'), reason: '' };
  const reason = job.reasons.find((one) => !evident.has(one.code));
  return { state: t(`state.${job.state}`), reason: reason ? said(reason) : '' };
}

/** What a job is about, on one line. */
export function facts(job) {
  const parts = [job.printer];
  const { sheets, impressions } = job.plan ?? {};
  if (sheets) parts.push(count('sheets', sheets));
  else if (impressions) parts.push(count('pages', impressions));
  if (job.plan?.copies > 1) parts.push(count('copies', job.plan.copies));
  if (job.external) parts.push(t('foreign'));
  if ((job.ticket?.priority ?? 50) !== 50) parts.push(t('priority.is', { n: job.ticket.priority }));
  return parts.join(' · ');
}

/** Pictures of rows that stay in sight for a moment: each is drawn by a process of its own. */
const pictures = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(Number(target.dataset.timer));
    if (!isIntersecting) continue;
    target.dataset.timer = setTimeout(() => {
      pictures.unobserve(target);
      target.src = target.dataset.src;
    }, 120);
  }
}, { rootMargin: '100px' });

function thumbnail(job) {
  if (job.external || !job.document) return el('span', { class: 'thumb thumb-none' }, icon('page'));
  const image = el('img', { class: 'thumb', alt: '', decoding: 'async', width: 48, height: 64,
    'data-src': `${path(job, 'preview')}?face=1&size=128` });
  pictures.observe(image);
  image.addEventListener('error', () => image.replaceWith(el('span', { class: 'thumb thumb-none' }, icon('page'))));
  return image;
}

function makeRow(job) {
  const row = {};
  row.thumb = thumbnail(job);
  row.name = el('button', { type: 'button', class: 'row-name', onclick: () => details(row.job) });
  row.facts = el('p', { class: 'row-facts' });
  row.state = el('p', { class: 'row-state' });
  row.reason = el('p', { class: 'row-reason' });
  row.bar = el('progress', { class: 'progress', 'aria-label': t('progress') });
  row.done = el('span', { class: 'row-done' });
  row.hold = iconButton('pause', t('hold'), () => act(row.job, 'hold'));
  row.release = iconButton('play', t('release'), () => act(row.job, 'release'));
  row.again = iconButton('again', t('reprint'), () => reprint(row.job));
  row.cancel = iconButton('close', t('cancel'), () => cancel(row.job));
  row.undo = button(t('undo'), () => undo(label(row.job)));
  row.node = el('li', { class: 'row', 'data-job': label(job) }, row.thumb,
    el('div', { class: 'row-text' }, row.name, row.facts,
      el('div', { class: 'row-status' }, row.state, row.bar, row.done), row.reason),
    el('div', { class: 'row-actions' }, row.undo, row.hold, row.release, row.again, row.cancel,
      iconButton('more', t('details'), () => details(row.job))));
  row.node.addEventListener('keydown', (event) => rowKey(event, row));
  return row;
}

function rowKey(event, row) {
  const near = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  if (near) {
    row.node[near]?.querySelector('.row-name')?.focus();
  } else if (event.key === 'Delete' && !isFinal(row.job)) {
    cancel(row.job);
  } else if (event.key.toLowerCase() === 'h' && !isFinal(row.job) && !event.ctrlKey) {
    act(row.job, row.job.state === 'held' ? 'release' : 'hold');
  } else {
    return;
  }
  event.preventDefault();
}

function update(row, job) {
  const isLeaving = leaving.has(label(job));
  const { state, reason } = stateWords(job);
  const isOver = isFinal(job);
  row.job = job;
  setText(row.name, job.name);
  setText(row.facts, facts(job));
  setText(row.state, isOver && job.finishedAt ? `${state} · ${time(job.finishedAt)}` : state);
  row.node.dataset.state = isLeaving ? 'canceled' : job.state;
  setText(row.reason, isLeaving ? '' : reason);
  row.reason.hidden = row.reason.textContent === '';
  const total = job.plan?.impressions ?? 0;
  const isShown = !isOver && !isLeaving && hasStarted(job) && total > 0;
  row.bar.hidden = !isShown;
  row.done.hidden = !isShown;
  if (isShown) {
    row.bar.max = total;
    row.bar.value = Math.min(job.progress.impressions, total);
    setText(row.done, t('done.of', { n: job.progress.impressions, all: total }));
  }
  row.undo.hidden = !isLeaving;
  row.hold.hidden = isLeaving || isOver || job.state === 'held' || hasStarted(job);
  row.release.hidden = isLeaving || job.state !== 'held';
  row.cancel.hidden = isLeaving || isOver;
  row.again.hidden = !isOver || Boolean(job.external);
}

/** Puts a row where it belongs: the newest one of the jobs that have ended first, the others in their order. */
function place(row, job) {
  const target = isFinal(job) ? ended : list;
  if (row.node.parentNode === target) return;
  const hadFocus = row.node.contains(document.activeElement);
  if (target === ended) ended.prepend(row.node);
  else target.append(row.node);
  if (hadFocus) row.name.focus();
}

function frame() {
  if (!list) return;
  empty.hidden = jobs.size > 0;
  list.hidden = list.childElementCount === 0;
  endedBox.hidden = ended.childElementCount === 0;
  more.hidden = hidden === 0;
  if (hidden > 0) setText(more, count('more.jobs', hidden));
}

function take(job) {
  const key = label(job);
  const before = jobs.get(key);
  jobs.set(key, job);
  if (before && before.state !== job.state && isSettled && !leaving.has(key)) {
    const { state, reason } = stateWords(job);
    announce(`${job.name}: ${state}. ${reason}`);
  }
  if (isFinal(job) && leaving.has(key)) forget(key);
  if (!list) return;
  let row = rows.get(key);
  if (!row) {
    row = makeRow(job);
    rows.set(key, row);
  }
  update(row, job);
  place(row, job);
  frame();
}

function drop(key) {
  jobs.delete(key);
  rows.get(key)?.node.remove();
  rows.delete(key);
  frame();
}

/** The jobs of now; what is no longer among them has gone. */
function replace(all, isKept = () => false) {
  const known = new Set(all.map(label));
  for (const [key, job] of jobs) {
    if (!known.has(key) && !isKept(job)) drop(key);
  }
  for (const job of all) take(job);
}

async function load() {
  const since = encodeURIComponent(new Date(Date.now() - 864e5).toISOString().replace(/\.\d+/, ''));
  const [recent, active, others] = await Promise.all([get(`/v1/jobs?all=true&since=${since}`),
    get(`/v1/jobs?limit=${page}`), get(foreign)]);
  const over = recent.filter(isFinal);
  const all = new Map([...over, ...active, ...others].map((job) => [label(job), job]));
  replace([...all.values()]);
  await countHidden();
}

/** The jobs of other programs are behind all of the service. */
const foreign = `/v1/jobs?after=${Number.MAX_SAFE_INTEGER}`;

async function countHidden() {
  const { jobs: { active } } = await get('/v1/status');
  const shown = [...jobs.values()].filter((job) => !job.external && !isFinal(job)).length;
  hidden = Math.max(0, active - shown);
  frame();
  return shown;
}

/** Jobs of other programs have no events, and those that are not shown make room for others when they end. */
async function lookAround() {
  if (document.hidden) return;
  replace(await get(foreign), (job) => !job.external || isFinal(job));
  if (hidden > 0 && await countHidden() < page / 2) await load();
}

/** Reads the queue, and follows it. */
export async function startQueue() {
  await load();
  isSettled = true;
  follow(`/v1/events?reader=person&limit=${page}`, {
    // After a lost connection, everything is read again: a job may have ended meanwhile.
    begin: () => { if (isFresh) load().catch(() => {}); isFresh = true; },
    job: take,
    reset: () => {},
  });
  setInterval(() => lookAround().catch(() => {}), 5000);
}

export function queueView() {
  rows.clear();
  list = el('ul', { class: 'rows', 'aria-label': t('nav.queue') });
  ended = el('ul', { class: 'rows rows-ended', 'aria-label': t('ended') });
  endedBox = el('section', { class: 'ended' }, el('h2', {}, t('ended')), ended);
  empty = el('div', { class: 'empty' }, icon('queue'), el('h2', {}, t('queue.empty')), el('p', {}, t('queue.empty.hint')));
  more = el('p', { class: 'row-facts', hidden: true });
  const view = el('div', { class: 'view view-queue' }, el('h2', { class: 'unseen' }, t('nav.queue')), empty, list, more, endedBox);
  for (const job of jobs.values()) take(job);
  frame();
  return view;
}

export const job = (key) => jobs.get(key);

/** Does something to a job; the stream brings the result too. */
export async function act(job, verb, body) {
  try {
    take(await post(path(job, verb), body));
  } catch (error) {
    fail(error);
  }
}

export async function reprint(job, body = {}) {
  try {
    const again = await post(path(job, 'reprint'), body, { key: crypto.randomUUID() });
    take(again);
    toast(t('reprinted', { name: again.name }));
  } catch (error) {
    fail(error);
  }
}

/**
 * Cancels a job. One that has not started is held first, and canceled after a few seconds in which that can be taken
 * back.
 */
export async function cancel(job) {
  if (isFinal(job)) return;
  if (hasStarted(job) || job.external) return act(job, 'cancel');
  const key = label(job);
  if (leaving.has(key)) return;
  const wasHeld = job.state === 'held';
  const entry = { wasHeld, timer: setTimeout(() => finish(key), undoSeconds * 1000) };
  leaving.set(key, entry);
  entry.close = toast(t('canceled', { name: job.name }), { action: () => undo(key), label: t('undo'), seconds: undoSeconds });
  take(jobs.get(key));
  rows.get(key)?.undo.focus();
  announce(t('canceled', { name: job.name }));
  if (!wasHeld) {
    // If the printer has it already, it is canceled without delay.
    entry.held = post(path(job, 'hold')).then(() => true, () => { finish(key); return false; });
  }
}

function forget(key) {
  const entry = leaving.get(key);
  clearTimeout(entry.timer);
  entry.close?.();
  leaving.delete(key);
  return entry;
}

async function finish(key, more = {}) {
  const job = jobs.get(key);
  if (!leaving.has(key) || !job) return;
  await leaving.get(key).held;
  if (!leaving.has(key)) return;
  forget(key);
  try {
    take(await post(path(job, 'cancel'), {}, more));
  } catch (error) {
    take(job);
    fail(error);
  }
}

async function undo(key) {
  const job = jobs.get(key);
  if (!leaving.has(key) || !job) return;
  const entry = forget(key);
  take(job);
  await entry.held;
  if (!entry.wasHeld) await act(job, 'release');
  rows.get(key)?.name.focus();
  announce(t('undone', { name: job.name }));
}

/** Takes the last cancel back. */
export function undoLast() {
  const key = [...leaving.keys()].pop();
  if (key) undo(key);
}

// A page that is left takes nothing back any more.
addEventListener('pagehide', () => {
  for (const key of leaving.keys()) post(path(jobs.get(key), 'cancel'), {}, { keepalive: true }).catch(() => {});
});

const details = (job) => showJob(label(job)).catch(fail);
