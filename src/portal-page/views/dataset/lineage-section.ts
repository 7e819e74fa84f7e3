import { datasetPath } from '#portal-page/address.ts';
import { h } from '#portal-page/dom/element.ts';
import { lineageGraph, type LineageBox } from '#portal-page/drawing/lineage-graph.ts';
import { layoutLineage } from '#portal-page/drawing/lineage-layout.ts';
import type { HopsFragment } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Dataset } from './dataset.ts';
import { scrollBox, section } from './section.ts';

type Hop = HopsFragment['hops'][number];
const flat = (hops: readonly Hop[]) => hops.map((hop) => ({ ...hop, uid: hop.asset.uid }));

/** What a dataset is made of and what uses it, drawn, and as sentences for screen readers; undefined without relations. */
export function lineageSection({ messages }: Language, dataset: Dataset, title: string): HTMLElement | undefined {
  const { upstream, downstream, uid } = dataset;
  if (upstream.hops.length + downstream.hops.length === 0) return undefined;
  const { columns, edges } = layoutLineage(uid, flat(upstream.hops), flat(downstream.hops));
  const boxes = columns.map((column) =>
    column.map(({ uid: name, hop }): LineageBox => ({
      uid: name,
      title: hop?.asset.title ?? title,
      note: messages.assetTypes[hop?.asset.assetType ?? 'dataset'],
      href: hop && hrefOf(hop.asset),
      isRoot: hop === undefined,
    })),
  );
  const titles = new Map(boxes.flat().map((each) => [each.uid, each.title]));
  return section(
    'lineage',
    messages.lineage,
    showingRoot(scrollBox(messages.lineage, lineageGraph(boxes, edges, messages.lineageOf(title)))),
    h(
      'ul',
      { class: 'visually-hidden' },
      edges.map(({ from, to }) => h('li', {}, messages.lineageUses(titles.get(from) ?? '', titles.get(to) ?? ''))),
    ),
    (upstream.truncated || downstream.truncated) && h('p', { class: 'quiet' }, messages.lineageTruncated),
  );
}

/** Scrolls a drawing, once it is on the page, so that the dataset is in the middle. */
function showingRoot(drawing: HTMLElement): HTMLElement {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    const root = drawing.querySelector('.root')?.getBoundingClientRect();
    const { left, width } = drawing.getBoundingClientRect();
    if (root) drawing.scrollLeft = root.left + root.width / 2 - left - width / 2;
  });
  observer.observe(drawing);
  return drawing;
}

/** Where an asset leads: to a dataset of this page, or to an address on the web. */
const hrefOf = ({ dataset, url }: Hop['asset']): string | undefined => {
  if (dataset) return datasetPath(dataset.datasetId);
  return url !== null && /^https?:\/\//i.test(url) ? url : undefined;
};
