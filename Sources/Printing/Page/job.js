// The details of a job, and what can be changed.
import { button, dialog, el, said, t, time } from '/dom.js';
import { get } from '/api.js';
import { act, cancel, evident, facts, isFinal, job as known, reprint, stateWords } from '/queue.js';
import { printers } from '/printers.js';

const priorities = [[80, 'priority.high'], [50, 'priority.normal'], [20, 'priority.low']];

function field(text, control) {
  const id = `f${Math.random().toString(36).slice(2)}`;
  control.id = id;
  return el('div', { class: 'field' }, el('label', { for: id }, text), control);
}

function prioritySelect(job) {
  const own = job.ticket?.priority ?? 50;
  const all = priorities.some(([value]) => value === own) ? priorities : [[own, null], ...priorities];
  const select = el('select', {}, ...all.map(([value, key]) =>
    el('option', { value, selected: value === own }, key ? t(key) : String(value))));
  select.addEventListener('change', () => act(job, 'priority', { priority: Number(select.value) }));
  return field(t('priority'), select);
}

function moveSelect(job) {
  const others = printers().filter((printer) => printer.id !== job.printer);
  if (others.length === 0) return null;
  const select = el('select', {}, el('option', { value: '', selected: true }, job.printer),
    ...others.map((printer) => el('option', { value: printer.id }, printer.name)));
  select.addEventListener('change', () => { if (select.value) act(job, 'move', { printer: select.value }); });
  return field(t('move'), select);
}

function story(entries) {
  return el('ol', { class: 'story' }, ...entries.map((entry) => {
    const reason = entry.reasons.find((one) => !evident.has(one.code));
    return el('li', {}, el('time', { datetime: entry.at }, time(entry.at)),
      el('div', {}, el('strong', {}, t(`state.${entry.state}`)), reason ? el('p', {}, said(reason)) : ''));
  }));
}

/** Shows a job with its story. */
export async function showJob(key) {
  const job = await get(`/v1/jobs/${encodeURIComponent(key)}`);
  const { state, reason } = stateWords(job);
  const isOver = isFinal(job);
  const canChange = !isOver && !['sending', 'printing'].includes(job.state);
  const picture = job.external || !job.document ? null
    : el('img', { class: 'dialog-picture', alt: t('first.page'), src: `/v1/jobs/${encodeURIComponent(key)}/preview?face=1&size=512` });
  picture?.addEventListener('error', () => picture.remove());
  const actions = el('div', { class: 'buttons' });
  const box = dialog(job.name,
    el('div', { class: 'dialog-columns' }, picture, el('div', {},
      el('p', { class: 'dialog-facts' }, facts(job)),
      el('p', { class: 'dialog-state', 'data-state': job.state }, state),
      reason ? el('p', {}, reason) : null,
      ...(job.notices ?? []).map((notice) => el('p', { class: 'notice' }, said(notice))),
      canChange ? prioritySelect(job) : null,
      canChange && !job.external ? moveSelect(job) : null,
      actions)),
    job.story?.length ? el('h3', {}, t('story')) : null, story(job.story ?? []));
  const offer = (key, run, props) => actions.append(button(t(key), () => { box.close(); run(); }, props));
  const now = () => known(key) ?? job;
  if (job.state === 'held') offer('release', () => act(now(), 'release'));
  else if (canChange) offer('hold', () => act(now(), 'hold'));
  if (!job.external) offer('reprint', () => reprint(now()));
  if (!isOver) offer('cancel', () => cancel(now()), { class: 'button button-danger' });
}
