import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { useLanguage, usePage } from '#portal-page/page-context.ts';
import { createReader, type Reader } from '#portal-page/reader.ts';
import { type TableState, queryWith, wholeTable } from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import { FailureNote } from '#portal-page/views/view-parts.tsx';
import { type Bounds, boundsOf, type MapView, project, type Size, zoomed } from './geometry.ts';
import {
  type Cluster,
  mapLimits,
  type MapRecord,
  type MapSource,
  pointField,
  readBounds,
  readClusters,
  readRecordsAt,
  readShapes,
  type ReadShapes,
  shapeField,
  withBounds,
} from './read-map.ts';
import { RecordPanel } from './record-panel.tsx';
import { shapePath } from './shapes.ts';
import { type DrawnMap, WorldMap } from './world-map.tsx';

/** What a map begins with where the server has read it. */
export interface FirstMap {
  readonly bounds: Bounds;
  readonly clusters: readonly Cluster[];
}

/** What is read for a view. */
interface ShownPart {
  readonly clusters: readonly Cluster[];
  readonly shapes: ReadShapes;
  readonly view: MapView;
}

/** The records that were chosen on the map. */
interface Chosen {
  readonly records: readonly MapRecord[];
  readonly totalCount: number;
}

const noShapes: ReadShapes = { records: [], totalCount: 0 };

/** A map of the records of a dataset: the graph clusters their points for each part of the world that is shown, and shapes are drawn where they are. */
export function RecordsMap({
  source,
  recordCount,
  first,
  table,
}: {
  readonly source: MapSource;
  readonly recordCount: number;
  readonly first?: FirstMap | undefined;
  /** The table that can show the same part of the records; undefined where there is none. */
  readonly table: TableState | undefined;
}) {
  const { language, browser, url } = usePage();
  const { t } = language;
  const { fields, datasetId } = source;
  const box = useRef<HTMLDivElement>(null);
  const reader = useMemo(() => browser && createReader(browser.graph.send), [browser?.graph]);
  const [bounds, setBounds] = useState(first?.bounds);
  const [isEmpty, setEmpty] = useState(false);
  const [part, setPart] = useState<ShownPart | undefined>(undefined);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [shown, setShown] = useState<Bounds | undefined>(undefined);
  const reading = useRef(new AbortController());

  useEffect(() => {
    const ending = new AbortController();
    if (reader && !bounds)
      readBounds(reader, source, ending.signal).then(
        (read) => {
          if (read) setBounds(read);
          else setEmpty(true);
        },
        (error: unknown) => {
          if (!ending.signal.aborted) setFailure(error);
        },
      );
    return () => {
      ending.abort();
      reading.current.abort();
    };
  }, []);

  const onView = (view: MapView, size: Size): void => {
    if (!reader) return;
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    const within = boundsOf(view, size);
    setShown(within);
    readPart(reader, source, view, within, signal).then(
      (read) => {
        setPart(read);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (!signal.aborted) setFailure(error);
      },
    );
  };
  const choose = (map: DrawnMap, { place, count }: Cluster): void => {
    const isWhole = map.view.zoom >= 16;
    if (count > 1 && !isWhole) {
      map.show({ center: place, zoom: zoomed(map.view, 2).zoom });
      return;
    }
    if (!reader) return;
    // a cluster that cannot be divided covers some pixels
    const within = count === 1 ? 0.0000005 : (360 / (256 * 2 ** map.view.zoom)) * 30;
    readRecordsAt(reader, source, { place, within }).then(setChosen, setFailure);
  };
  const close = (): void => {
    setChosen(undefined);
    box.current?.querySelector<SVGElement>('.map')?.focus();
  };

  if (isEmpty) return <p class="quiet">{t('chartEmpty')}</p>;
  if (!bounds) return failure ? <FailureNote error={failure} /> : <p class="quiet">{t('loading')}</p>;
  const clusters = part?.clusters ?? first?.clusters ?? [];
  const shapes = part?.shapes ?? noShapes;
  const counted = pointField(fields) ? clusters.reduce((sum, { count }) => sum + count, 0) : shapes.totalCount;
  const field = pointField(fields);
  const tablePath =
    table && field && shown
      ? datasetPath(datasetId) + queryWithBounds(url.searchParams, table, field.name, shown)
      : undefined;
  return (
    <div class="drawing" ref={box}>
      <WorldMap label={t('mapOf', { count: t('records', { count: recordCount }) })} bounds={bounds} onView={onView}>
        {(map) => (
          <>
            {part && <Shapes map={map} part={part} fields={fields} onChoose={setChosen} />}
            {clusters.map((cluster) => (
              <Dot map={map} cluster={cluster} onChoose={choose} />
            ))}
          </>
        )}
      </WorldMap>
      {chosen && <RecordPanel {...chosen} datasetId={datasetId} fields={fields} onClose={close} />}
      <p class="quiet map-foot">
        <span role="status">
          {failure ? <FailureNote error={failure} /> : t('records', { count: counted })}
          {shapes.totalCount > shapes.records.length && ` · ${t('moreShapes', { count: shapes.records.length })}`}
        </span>
        {tablePath !== undefined && (
          <Link
            to={tablePath}
            onClick={() => {
              document.querySelector('#records')?.scrollIntoView();
            }}
          >
            {t('showInTable')}
          </Link>
        )}
      </p>
    </div>
  );
}

/** The query of an address whose table shows what is in a rectangle. */
const queryWithBounds = (parameters: URLSearchParams, table: TableState, field: string, bounds: Bounds): string =>
  queryWith(parameters, { ...wholeTable, ...table, where: withBounds(table.where, field, bounds), page: 1 });

async function readPart(
  reader: Reader,
  source: MapSource,
  view: MapView,
  within: Bounds,
  signal: AbortSignal,
): Promise<ShownPart> {
  const [clusters, shapes] = await Promise.all([
    readClusters(reader, source, { bounds: within, zoom: view.zoom }, signal),
    readShapes(reader, source, within, signal),
  ]);
  return { clusters, shapes, view };
}

/** What Enter and the space bar do on something that is drawn. */
const onKey =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act();
  };

/** The records at a place, as a dot with their count. */
function Dot({
  map,
  cluster,
  onChoose,
}: {
  readonly map: DrawnMap;
  readonly cluster: Cluster;
  readonly onChoose: (map: DrawnMap, cluster: Cluster) => void;
}) {
  const { t, number } = useLanguage();
  const { place, count } = cluster;
  const [x, y] = map.pixel(place);
  const position = t('position', { latitude: place.lat.toFixed(4), longitude: place.lon.toFixed(4) });
  const text = `${t('records', { count })}, ${position}`;
  const act = (): void => {
    onChoose(map, cluster);
  };
  return (
    <g class="cluster" role="button" tabindex={0} aria-label={text} onClick={act} onKeyDown={onKey(act)}>
      <title>{text}</title>
      <circle cx={x} cy={y} r={count === 1 ? 7 : Math.min(26, 10 + 2.2 * Math.log2(count))} />
      {count > 1 && (
        <text x={x} y={y + 4} text-anchor="middle">
          {number(count)}
        </text>
      )}
    </g>
  );
}

/** The shapes that were read for a view. They move with the map until those of the next view are read. */
function Shapes({
  map,
  part: { shapes, view },
  fields,
  onChoose,
}: {
  readonly map: DrawnMap;
  readonly part: ShownPart;
  readonly fields: MapSource['fields'];
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const { t } = useLanguage();
  const field = shapeField(fields);
  const paths = useMemo(() => {
    const at = { zoom: view.zoom, origin: project(view.center) };
    const share = Math.max(50, Math.floor(mapLimits.vertices / Math.max(1, shapes.records.length)));
    return field ? shapes.records.map(({ values }) => shapePath(values[field.name], at, share)) : [];
  }, [shapes, view]);
  const [x, y] = map.pixel(view.center);
  const named = fields.find(({ type }) => type === 'text');
  return (
    <g transform={`translate(${x} ${y}) scale(${2 ** (map.view.zoom - view.zoom)})`}>
      {shapes.records.map((record, index) => {
        const path = paths[index];
        if (!path || path.d === '') return null;
        const name = named && record.values[named.name];
        const text = typeof name === 'string' ? name.slice(0, 200) : t('openRecord');
        const act = (): void => {
          onChoose({ records: [record], totalCount: 1 });
        };
        return (
          <path
            key={record.recordId}
            class={path.isArea ? 'shape area' : 'shape'}
            d={path.d}
            role="button"
            tabindex={0}
            aria-label={text}
            vector-effect="non-scaling-stroke"
            onClick={act}
            onKeyDown={onKey(act)}
          >
            <title>{text}</title>
          </path>
        );
      })}
    </g>
  );
}
