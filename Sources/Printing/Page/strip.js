// The pages of a document as a strip: to leaf through, and to pick from.
import { count, el, t } from '/dom.js';
import { pagesOf, rangeOf } from '/options.js';

/** A strip; `address` has the path of a page's picture, `picked` is called with the range that the user has picked, empty for all pages, and `lost` where a picture does not come. */
export function pageStrip(address, pages, picked, lost) {
  const chosen = new Set();
  const items = [];
  let anchor = 0;
  let dragged = false;
  const list = el('div', { class: 'strip', role: 'listbox', 'aria-multiselectable': 'true', 'aria-label': t('pages.pick'), tabindex: -1 });

  const mark = () => {
    const isAll = chosen.size === 0;
    items.forEach((item, index) => {
      item.setAttribute('aria-selected', String(chosen.has(index + 1)));
      item.classList.toggle('strip-out', !isAll && !chosen.has(index + 1));
    });
  };
  const tell = () => { mark(); picked(rangeOf(chosen)); };
  const range = (from, to) => {
    for (let page = Math.min(from, to); page <= Math.max(from, to); page += 1) chosen.add(page);
  };
  const focus = (page) => {
    items.forEach((item, index) => { item.tabIndex = index + 1 === page ? 0 : -1; });
    items[page - 1].focus();
  };
  const pick = (page, { shiftKey, ctrlKey, metaKey }) => {
    if (shiftKey && anchor) {
      chosen.clear();
      range(anchor, page);
    } else if (ctrlKey || metaKey) {
      if (!chosen.delete(page)) chosen.add(page);
      anchor = page;
    } else {
      const isOnly = chosen.size === 1 && chosen.has(page);
      chosen.clear();
      if (!isOnly) chosen.add(page);
      anchor = page;
    }
    tell();
  };

  for (let page = 1; page <= pages; page += 1) {
    const image = el('img', { alt: '', loading: 'lazy', decoding: 'async', draggable: 'false', src: address(page) });
    image.addEventListener('load', () => { image.dataset.drawn = 'true'; });
    image.addEventListener('error', lost);
    const item = el('div', { class: 'strip-page', role: 'option', 'aria-selected': 'false', 'aria-label': t('page', { n: page }), tabindex: page === 1 ? 0 : -1, 'data-page': page },
      image,
      el('span', { 'aria-hidden': 'true' }, String(page)));
    item.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      dragged = false;
      if (!event.shiftKey) list.dataset.from = page;
    });
    item.addEventListener('pointerenter', (event) => {
      const from = Number(list.dataset.from);
      if (event.buttons !== 1 || !from || event.pointerType === 'touch') return;
      dragged = true;
      anchor = from;
      chosen.clear();
      range(from, page);
      tell();
    });
    item.addEventListener('click', (event) => {
      delete list.dataset.from;
      if (dragged) { dragged = false; return; }
      focus(page);
      pick(page, event);
    });
    item.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -pages, End: pages }[event.key];
      if (step) {
        const next = Math.min(pages, Math.max(1, page + step));
        if (event.shiftKey) { if (!anchor) anchor = page; chosen.clear(); range(anchor, next); tell(); }
        focus(next);
      } else if (event.key === ' ' || event.key === 'Enter' && !event.ctrlKey) {
        pick(page, { ctrlKey: true });
      } else if (event.key === 'Escape') {
        chosen.clear();
        tell();
      } else {
        return;
      }
      event.preventDefault();
    });
    items.push(item);
  }
  list.append(...items);
  return {
    node: el('section', { class: 'strip-box', 'aria-label': t('pages.strip') }, list, el('p', { class: 'quiet strip-hint' }, `${count('pages', pages)} · ${t('pages.hint')}`)),
    /** Takes the pictures that have not come yet from elsewhere. */
    move(address) {
      items.forEach((item, index) => {
        const image = item.querySelector('img');
        if (!image.dataset.drawn) image.src = address(index + 1);
      });
    },
    /** Shows a range that was written. */
    show(text) {
      chosen.clear();
      if (text) for (const page of pagesOf(text, pages)) chosen.add(page);
      mark();
    },
  };
}
