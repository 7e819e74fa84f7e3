import { h, svg } from '../dom.ts';
import type { LineageEdge } from './geometry.ts';

/** A box of the drawing. */
export interface LineageBox {
  readonly uid: string;
  readonly title: string;
  readonly note: string;
  /** Where the box leads; undefined for the dataset itself and what has no address. */
  readonly href: string | undefined;
  readonly isRoot: boolean;
}

const box = { width: 184, height: 56, gapX: 40, gapY: 16, pad: 2 };

/** Draws assets in columns, with arrows from each asset to those that use it. */
export function lineageGraph(
  columns: readonly (readonly LineageBox[])[],
  edges: readonly LineageEdge[],
  label: string,
): SVGSVGElement {
  const rows = Math.max(...columns.map((column) => column.length));
  const height = rows * (box.height + box.gapY) - box.gapY + 2 * box.pad;
  const width = columns.length * (box.width + box.gapX) - box.gapX + 2 * box.pad;
  const places = new Map<string, readonly [number, number]>();
  for (const [column, boxes] of columns.entries()) {
    const top = (height - boxes.length * (box.height + box.gapY) + box.gapY) / 2;
    for (const [row, { uid }] of boxes.entries())
      places.set(uid, [box.pad + column * (box.width + box.gapX), top + row * (box.height + box.gapY)]);
  }
  return svg(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label, class: 'lineage' },
    edges.map(({ from, to }) => arrow(places.get(from), places.get(to))),
    columns.flat().map((each) => drawBox(each, places.get(each.uid) ?? [0, 0])),
  );
}

function arrow(
  from: readonly [number, number] | undefined,
  to: readonly [number, number] | undefined,
): SVGElement | undefined {
  if (!from || !to) return undefined;
  const [startX, startY] = [from[0] + box.width, from[1] + box.height / 2];
  const [endX, endY] = [to[0], to[1] + box.height / 2];
  const bend = Math.max(24, Math.abs(endX - startX) / 2);
  return svg(
    'g',
    { class: 'edge', 'aria-hidden': 'true' },
    svg('path', { d: `M${startX},${startY}C${startX + bend},${startY} ${endX - bend},${endY} ${endX - 5},${endY}` }),
    svg('path', { class: 'head', d: `M${endX},${endY}l-8,-4v8z` }),
  );
}

function drawBox({ title, note, href, isRoot }: LineageBox, [x, y]: readonly [number, number]): SVGElement {
  const shapes = [
    svg('title', {}, `${title} (${note})`),
    svg('rect', { x, y, width: box.width, height: box.height, rx: 6 }),
    svg(
      'foreignObject',
      { x, y, width: box.width, height: box.height },
      h('div', { class: 'box-text' }, h('span', { class: 'box-title' }, title), h('span', { class: 'box-note' }, note)),
    ),
  ];
  const className = isRoot ? 'box root' : 'box';
  return href === undefined ? svg('g', { class: className }, shapes) : svg('a', { class: className, href }, shapes);
}
