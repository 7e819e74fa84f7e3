import { useEffect, useRef } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { layoutLineage, type LineageEdge } from '#portal-page/drawing/geometry.ts';
import type { HopsFragment } from '#portal-page/generated/operations.ts';
import { useLanguage, usePage } from '#portal-page/page-context.ts';
import { Section } from '../view-parts.tsx';
import type { Dataset } from './dataset-parts.tsx';

type Hop = HopsFragment['hops'][number];

/** A box of the drawing. */
interface LineageBox {
  readonly uid: string;
  readonly title: string;
  readonly note: string;
  /** Where the box leads; undefined for the dataset itself and what has no address. */
  readonly href: string | undefined;
  readonly isRoot: boolean;
}

const flat = (hops: readonly Hop[]) => hops.map((hop) => ({ ...hop, uid: hop.asset.uid }));

/** What a dataset is made of and what uses it, drawn, and as sentences for screen readers; nothing without relations. */
export function LineageSection({ dataset, title }: { readonly dataset: Dataset; readonly title: string }) {
  const { t } = useLanguage();
  const { upstream, downstream, uid } = dataset;
  if (!upstream || !downstream || upstream.hops.length + downstream.hops.length === 0) return null;
  const { columns, edges } = layoutLineage(uid, flat(upstream.hops), flat(downstream.hops));
  const counts = Map.groupBy(columns.flat(), ({ hop }) => hop?.uid);
  const noteOf = (hop: Hop | undefined): string => {
    const name = t(`assetTypes.${hop?.asset.assetType ?? 'dataset'}`);
    const what = hop && hrefOf(hop.asset) === undefined ? t('noPage', { what: name }) : name;
    // what the dataset is made of may use it too
    return hop && (counts.get(hop.asset.uid)?.length ?? 0) > 1 ? t('shownTwice', { what }) : what;
  };
  const boxes = columns.map((column) =>
    column.map(({ uid: name, hop }): LineageBox => ({
      uid: name,
      title: hop?.asset.title ?? title,
      note: noteOf(hop),
      href: hop && hrefOf(hop.asset),
      isRoot: hop === undefined,
    })),
  );
  const titles = new Map(boxes.flat().map((each) => [each.uid, each.title]));
  return (
    <Section id="lineage" title={t('lineage')}>
      <LineageGraph columns={boxes} edges={edges} label={t('lineageOf', { title })} />
      <ul class="visually-hidden">
        {edges.map(({ from, to }) => (
          <li key={`${from} ${to}`}>
            {t('lineageUses', { one: titles.get(from) ?? '', other: titles.get(to) ?? '' })}
          </li>
        ))}
      </ul>
      {(upstream.isTruncated || downstream.isTruncated) && <p class="quiet">{t('lineageTruncated')}</p>}
    </Section>
  );
}

/** Where an asset leads: to a dataset or a page of the portal, or to an address on the web. */
const hrefOf = ({ dataset, studioPage, codeEditorPage, url }: Hop['asset']): string | undefined => {
  if (dataset) return datasetPath(dataset.datasetId);
  const slug = (codeEditorPage ?? studioPage)?.slug;
  if (slug !== undefined) return `/pages/${encodeURIComponent(slug)}`;
  return url !== null && /^https?:\/\//i.test(url) ? url : undefined;
};

const box = { width: 184, height: 56, gapX: 40, gapY: 16, pad: 2 };

/** Draws assets in columns, with arrows from each asset to those that use it. It scrolls so that the dataset is in the middle. */
function LineageGraph({
  columns,
  edges,
  label,
}: {
  readonly columns: readonly (readonly LineageBox[])[];
  readonly edges: readonly LineageEdge[];
  readonly label: string;
}) {
  const { t } = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = frame.current?.querySelector('.root')?.getBoundingClientRect();
    if (!frame.current || !root) return;
    const { left, width } = frame.current.getBoundingClientRect();
    frame.current.scrollLeft = root.left + root.width / 2 - left - width / 2;
  }, [label]);
  const rows = Math.max(...columns.map((column) => column.length));
  const height = rows * (box.height + box.gapY) - box.gapY + 2 * box.pad;
  const width = columns.length * (box.width + box.gapX) - box.gapX + 2 * box.pad;
  const places = new Map<string, readonly [number, number]>();
  for (const [column, boxes] of columns.entries()) {
    const top = (height - boxes.length * (box.height + box.gapY) + box.gapY) / 2;
    for (const [row, { uid }] of boxes.entries())
      places.set(uid, [box.pad + column * (box.width + box.gapX), top + row * (box.height + box.gapY)]);
  }
  return (
    <div class="scroll" role="group" tabIndex={0} aria-label={t('lineage')} ref={frame}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
        class="lineage"
      >
        {edges.map(({ from, to }) => (
          <Arrow key={`${from} ${to}`} from={places.get(from)} to={places.get(to)} />
        ))}
        {columns.flat().map((each) => (
          <Box key={each.uid} box={each} place={places.get(each.uid) ?? [0, 0]} />
        ))}
      </svg>
    </div>
  );
}

type Point = readonly [number, number];

function Arrow({ from, to }: { readonly from: Point | undefined; readonly to: Point | undefined }) {
  if (!from || !to) return null;
  const [startX, startY] = [from[0] + box.width, from[1] + box.height / 2];
  const [endX, endY] = [to[0], to[1] + box.height / 2];
  const bend = Math.max(24, Math.abs(endX - startX) / 2);
  return (
    <g class="edge" aria-hidden="true">
      <path d={`M${startX},${startY}C${startX + bend},${startY} ${endX - bend},${endY} ${endX - 5},${endY}`} />
      <path class="head" d={`M${endX},${endY}l-8,-4v8z`} />
    </g>
  );
}

function Box({
  box: { title, note, href, isRoot },
  place: [x, y],
}: {
  readonly box: LineageBox;
  readonly place: Point;
}) {
  const { addressOf } = usePage();
  const shapes = (
    <>
      <title>{`${title} (${note})`}</title>
      <rect x={x} y={y} width={box.width} height={box.height} rx={6} />
      <foreignObject x={x} y={y} width={box.width} height={box.height}>
        <div class="box-text">
          <span class="box-title">{title}</span>
          <span class="box-note">{note}</span>
        </div>
      </foreignObject>
    </>
  );
  return href === undefined ? (
    <g class={isRoot ? 'box root' : 'box no-page'}>{shapes}</g>
  ) : (
    <a class="box" href={addressOf(href)}>
      {shapes}
    </a>
  );
}
