// The sheets as they come out of the printer.
import { count, el, setText, t } from '/dom.js';

/** The faces of each sheet, as the preview orders them. */
function sheetsOf(preview) {
  const sides = preview.sides.startsWith('two-sided') ? 2 : 1;
  const sheets = [];
  for (let face = 1; face <= preview.faces; face += sides) {
    sheets.push(Array.from({ length: Math.min(sides, preview.faces - face + 1) }, (_, i) => face + i));
  }
  return sheets;
}

function ratio(preview) {
  const size = preview.sheet?.size;
  return size?.width && size?.length ? size.width / size.length : 0.707;
}

function face(preview, number, total) {
  const pages = preview.pages[number - 1] ?? [];
  const name = pages.length ? t('side.of', { n: number, all: total, pages: pages.join(', ') }) : t('side.blank', { n: number });
  const image = el('img', { class: 'face', alt: name, decoding: 'async', loading: number > 8 ? 'lazy' : 'eager',
    src: `/v1/previews/${encodeURIComponent(preview.id)}/faces/${number}?size=${Math.min(1400, Math.round(560 * devicePixelRatio))}` });
  return image;
}

/** The stage on which sheets are shown; the old ones stay until the new ones are drawn. */
export function sheetStage() {
  const status = el('p', { class: 'stage-status', role: 'status' });
  const box = el('div', { class: 'sheets', role: 'group', 'aria-label': t('sheets'), tabindex: 0 });
  const node = el('section', { class: 'stage' }, box, status);
  return {
    node,
    busy(isBusy) { box.classList.toggle('sheets-busy', isBusy); box.setAttribute('aria-busy', String(isBusy)); },
    async show(preview) {
      const sheets = sheetsOf(preview);
      const nodes = sheets.map((faces) => el('figure', { class: 'sheet' }, el('div', { class: 'sheet-faces' },
        ...faces.map((number) => face(preview, number, preview.faces)))));
      for (const [index, figure] of nodes.entries()) {
        if (sheets[index].length > 1) figure.append(el('figcaption', {}, t('sheet.both', { n: index + 1 })));
        else figure.append(el('figcaption', {}, t('sheet', { n: index + 1 })));
      }
      const first = nodes[0]?.querySelectorAll('img') ?? [];
      box.style.setProperty('--ratio', ratio(preview));
      await Promise.all([...first].map((image) => image.decode().catch(() => {})));
      box.replaceChildren(...nodes);
      setText(status, [count('sheets', preview.sheets * (preview.check.plan?.copies ?? 1)), preview.check.plan?.impressions ? count('sides', preview.check.plan.impressions) : '']
        .filter(Boolean).join(' · '));
    },
    empty(text) { box.replaceChildren(el('p', { class: 'quiet' }, text)); setText(status, ''); },
  };
}
