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
  if (!hasToken()) return [];
  const [token, documents] = location.hash.slice(1).split('/', 2);
  history.replaceState(null, '', '/#queue');
  await request('POST', '/session', { token });
  return documents ? documents.split(',') : [];
}

/** Sends a file. */
export function upload(file, name = file.name) {
  return request('POST', `/v1/documents?name=${encodeURIComponent(name)}`, file,
    { type: 'application/octet-stream', key: crypto.randomUUID() });
}

const streams = new Set();
let lost = 0;

/** Called with whether the service answers. */
export const connection = { changed: () => {} };

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
  const stream = { source: null, timer: 0, open() {
    clearTimeout(stream.timer);
    stream.source?.close();
    const source = new EventSource(path);
    stream.source = source;
    source.addEventListener('open', () => { note(false); begin?.(); });
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
    source.addEventListener('error', () => {
      note(true);
      // A browser gives up where there is no service for a moment, or resumes where the order of events is lost.
      source.close();
      stream.timer = setTimeout(() => stream.open(), Math.min(500 * 2 ** Math.min(lost, 4), 5000));
    });
  }, close() {
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
