import { h } from '../dom/element.ts';

/** A box whose drawing is made again when its width changes, until the box leaves the page. */
export function fitted(draw: (width: number) => Element, className: string): HTMLElement {
  const box = h('div', { class: className });
  let drawn = 0;
  const observer = new ResizeObserver(() => {
    const width = Math.floor(box.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    box.replaceChildren(draw(width));
  });
  observer.observe(box);
  return box;
}
