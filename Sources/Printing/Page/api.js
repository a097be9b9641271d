// The API of the service: requests, and streams that come back by themselves.
import { t } from '/dom.js';

/** What the service refuses, with its sentences. */
export class Refusal extends Error {
  constructor(problem, status) {
    super(problem?.detail || t('failed'));
    this.problem = problem;
    this.status = status;
  }
}

/** Sends a request; the answer is JSON, or nothing. */
export async function request(method, path, body, { signal, type = 'application/json', key, keepalive } = {}) {
  // What is sent while the page goes away cannot wait.
  if (!keepalive) await assured();
  const headers = {};
  if (method !== 'GET') headers['Content-Type'] = type;
  if (key) headers['Idempotency-Key'] = key;
  const isJSON = method !== 'GET' && method !== 'DELETE' && type === 'application/json';
  const answer = await fetch(path, {
    method, headers, signal, keepalive, credentials: 'same-origin', redirect: 'error',
    body: isJSON ? JSON.stringify(body ?? {}) : body,
  });
  const text = await answer.text();
  const value = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refusal(value, answer.status);
  return value;
}

export const get = (path, more) => request('GET', path, undefined, more);
export const post = (path, body, more) => request('POST', path, body, more);
export const put = (path, body, more) => request('PUT', path, body, more);
export const remove = (path, more) => request('DELETE', path, undefined, more);

const tokenForm = /^#[0-9a-f]{64}(\/|$)/;

/** Whether the address has a token. */
export const hasToken = () => tokenForm.test(location.hash);

/** Exchanges the token of the address for a cookie; the address keeps no token. */
export async function enter() {
  if (!hasToken()) {
    if (!service) await remember(await get('/session'));
    return [];
  }
  const [token, documents] = location.hash.slice(1).split('/', 2);
  history.replaceState(null, '', '/#queue');
  await remember(await post('/session', { token }));
  return documents ? documents.split(',') : [];
}

// Cookies of 127.0.0.1 go to each of its ports, and after the end of the service, anybody may listen at the port of the
// page. So before it sends anything more, the service has to prove that it knows what it gave the page at its entry.
const bytes = (text) => new TextEncoder().encode(text);
const hex = (array) => [...array].map((one) => one.toString(16).padStart(2, '0')).join('');
const trials = 4;
const patience = 10000;
let service = null;
let proving = null;
let isOver = false;

async function remember({ key }) {
  service = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

async function isSame() {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  try {
    const answer = await fetch(`/proof?nonce=${nonce}`,
      { credentials: 'omit', redirect: 'error', signal: AbortSignal.timeout(patience) });
    const { proof } = await answer.json();
    const code = Uint8Array.from(proof.match(/../g), (one) => parseInt(one, 16));
    return await crypto.subtle.verify('HMAC', service, code, bytes(nonce));
  } catch {
    return false;
  }
}

async function prove() {
  for (let trial = 0; trial < trials; trial += 1) {
    if (trial > 0) await new Promise((done) => setTimeout(done, 1000));
    const isThere = await isSame();
    note(!isThere);
    if (isThere) return;
  }
  isOver = true;
  for (const stream of streams) stream.close();
  connection.ended();
}

/** Waits for the proof, unless an open stream is one: nobody gets the port as long as the service has connections there. */
async function assured() {
  if (service && !isOver && ![...streams].some((one) => one.source?.readyState === EventSource.OPEN)) {
    proving ??= prove().finally(() => { proving = null; });
    await proving;
  }
  if (isOver) throw new Error(t('closed'));
}

/** Sends a file. */
export function upload(file, name = file.name) {
  return request('POST', `/v1/documents?name=${encodeURIComponent(name)}`, file,
    { type: 'application/octet-stream', key: crypto.randomUUID() });
}

const streams = new Set();
let lost = 0;

/** Called with whether the service answers, and when it has ended. */
export const connection = { changed: () => {}, ended: () => {} };

function note(isLost) {
  const before = lost;
  lost = isLost ? lost + 1 : 0;
  if ((before > 0) !== (lost > 0)) connection.changed(lost === 0);
}

/**
 * Reads server-sent events while the page is visible. `begin` is called before what the stream says first: its state
 * replaces what was known.
 */
export function follow(path, { begin, ...handlers }) {
  const stream = { source: null, timer: 0, turn: 0, async open() {
    stream.close();
    const { turn } = stream;
    try { await assured(); } catch { return; }
    if (turn !== stream.turn) return;
    const source = new EventSource(path);
    stream.source = source;
    source.addEventListener('open', () => { note(false); begin?.(); });
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
    source.addEventListener('error', () => {
      note(true);
      // By itself, a browser would ask again whoever listens now.
      source.close();
      stream.timer = setTimeout(() => stream.open(), Math.min(500 * 2 ** Math.min(lost, 4), 5000));
    });
  }, close() {
    stream.turn += 1;
    clearTimeout(stream.timer);
    stream.source?.close();
    stream.source = null;
  } };
  streams.add(stream);
  stream.open();
  return stream;
}

// A browser has six connections for all pages of a service, so a page that nobody sees reads no streams. It still says
// that it is there.
setInterval(() => {
  if (document.hidden) get('/v1/status').catch(() => {});
}, 30000);
document.addEventListener('visibilitychange', () => {
  for (const stream of streams) document.hidden ? stream.close() : stream.open();
});
