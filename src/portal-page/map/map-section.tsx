import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { type Column, readTable, recordStateOf } from '#portal-page/records/table-state.ts';
import { embedCode } from '#portal-page/use/share.ts';
import { CodeBlock } from '#portal-page/views/code-block.tsx';
import { Section } from '#portal-page/views/view-parts.tsx';
import { type MapField, pointField, shapeField, withoutBounds } from './read-map.ts';
import type { RecordsMap } from './records-map.tsx';

type MapComponent = ComponentType<Parameters<typeof RecordsMap>[0]>;

/** The map of a dataset with places, and the line by which other pages show it. */
export function MapSection({ dataset }: { readonly dataset: Mapped }) {
  const { language, url, addressOf } = usePage();
  const { t } = language;
  const { datasetId, schema } = dataset;
  if (pointField(schema) === undefined && shapeField(schema) === undefined) return null;
  const address = `${url.origin}${addressOf(`/embed${datasetPath(datasetId)}/map`)}`;
  return (
    <Section id="map" title={t('map')}>
      <DatasetMap dataset={dataset} />
      <details class="embedding">
        <summary>{t('embedMap')}</summary>
        <CodeBlock label={t('embedMap')} code={embedCode(address, dataset.title ?? datasetId)} />
      </details>
    </Section>
  );
}

/** The map of the records that the address asks for. It is loaded when it is about to be seen. */
export function DatasetMap({ dataset: { datasetId, schema, recordCount } }: { readonly dataset: Mapped }) {
  const { url } = usePage();
  const table = readTable(url.searchParams, schema).state;
  // the map goes on where the table shows only a part of it
  const records = recordStateOf({ ...table, where: withoutBounds(table.where) }, schema);
  return (
    <LoadedMap
      key={JSON.stringify([records.where, records.search, records.refine])}
      source={{ datasetId, fields: schema, records }}
      recordCount={recordCount ?? 0}
      table={table}
    />
  );
}

/** The dataset of a map. */
export interface Mapped {
  readonly datasetId: string;
  readonly title: string | null;
  readonly recordCount: number | null;
  readonly schema: readonly (MapField & Column)[];
}

/** The map, whose code is loaded when it is near to what is seen. */
function LoadedMap(properties: Parameters<typeof RecordsMap>[0]) {
  const { language, browser } = usePage();
  const { t } = language;
  const box = useRef<HTMLDivElement>(null);
  const [Map, setMap] = useState<MapComponent | undefined>(undefined);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
    const load = (): void => {
      import('./records-map.tsx').then(
        (loaded) => {
          setMap(() => loaded.RecordsMap);
        },
        () => {
          browser?.notify(t('failedTitle'));
        },
      );
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        load();
      },
      { rootMargin: '400px' },
    );
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div class="map-part" ref={box}>
      {Map ? <Map {...properties} /> : <p class="quiet">{t(isAlive ? 'loading' : 'mapNeedsScripts')}</p>}
    </div>
  );
}
