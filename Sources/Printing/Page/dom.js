// Elements, words, and what the page says aloud.
import words from '/words.js';

export const language = words.language;

/** The text of a key, with its values. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** What is wrong and what to do, as the service says it. */
export const said = (one) => (language === 'zh-Hans' ? `${one.message}${one.remedy}` : `${one.message} ${one.remedy}`).trim();

/** Whether there is a text for a key. */
export const knows = (key) => Object.hasOwn(words, key);

/** A number of things: the text of the key with `.one` or `.other`. */
export function count(key, n) {
  return t(`${key}.${n === 1 ? 'one' : 'other'}`, { n: new Intl.NumberFormat(language).format(n) });
}

/** An element with properties and children; a function at `on…` is a listener. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else if (name === 'value' || name === 'checked' || name === 'selected') node[name] = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function icon(name) {
  return svg('svg', { class: 'icon', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}

/** A button with a picture, whose name is read aloud and shown as a hint. */
export function iconButton(name, label, onclick, props = {}) {
  return el('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...props }, icon(name));
}

export function button(label, onclick, props = {}) {
  return el('button', { type: 'button', class: 'button', onclick, ...props }, label);
}

/** Replaces the children only if there is a difference, so that a reader speaks once. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Says something once through a screen reader. */
export function announce(text) {
  const live = document.getElementById('live');
  live.textContent = '';
  setTimeout(() => { live.textContent = text; }, 60);
}

/** A message at the foot of the page, with a button that takes something back. */
export function toast(text, { action, label, seconds = 6, isError = false } = {}) {
  const box = el('div', { class: isError ? 'toast toast-error' : 'toast', role: isError ? 'alert' : 'status' }, el('span', {}, text));
  let timer = 0;
  const close = () => { clearTimeout(timer); box.remove(); };
  if (action) box.append(button(label, () => { close(); action(); }, { class: 'button button-plain' }));
  box.append(iconButton('close', t('close'), close));
  timer = setTimeout(close, seconds * 1000);
  document.getElementById('toasts').append(box);
  return close;
}

/** Shows what went wrong. */
export function fail(error) {
  if (error.name === 'AbortError') return;
  toast(error.message || t('failed'), { isError: true, seconds: 12 });
}

export function time(text) {
  const date = new Date(text);
  const isToday = date.toDateString() === new Date().toDateString();
  const form = isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(language, form).format(date);
}

/** A dialog of the browser, which Escape closes, and which gives the focus back. */
export function dialog(title, ...children) {
  const before = document.activeElement;
  const box = el('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' },
    el('div', { class: 'dialog-head' }, el('h2', { id: 'dialog-title' }, title),
      iconButton('close', t('close'), () => box.close())),
    el('div', { class: 'dialog-body' }, ...children));
  box.addEventListener('close', () => { box.remove(); before?.focus?.(); });
  box.addEventListener('click', (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
}
