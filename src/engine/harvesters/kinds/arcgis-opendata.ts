import { CatalogError } from '#kernel/fail.ts';
import type { Json } from '#kernel/json.ts';
import { fetchArcgis, layerFields, layerPages } from '../arcgis-layer.ts';
import { defineHarvesterKind, type RemoteDataset, type RemoteEntry } from '../harvester-kind.ts';
import type { HarvestSource } from '../harvest-source.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';
import { readJsonList } from '../json-list.ts';
import { portalAddress } from '../portal-address.ts';
import { parseDataJsonEntry } from '../project-open-data.ts';
import { objectsOf, textOf } from '../read-values.ts';

const settings = [
  { name: 'url', type: 'text', isMandatory: true, isAddress: true, description: 'The address of the hub.' },
  {
    name: 'compute_geo_area',
    type: 'boolean',
    description: 'Whether the geographic coverage is derived from the records.',
  },
  {
    name: 'fetch_data',
    type: 'boolean',
    description:
      'Whether records are read from the services, page by page, in place of the files that the hub exports.',
  },
  downloadResources,
  metadataOnly,
] as const;

/** ArcGIS Hub, by its feed in DCAT-US 1.1, or the data.json of older ones. */
export const arcgisOpendata = defineHarvesterKind({
  type: 'arcgis_opendata',
  label: 'ArcGIS Hub',
  settings,
  async *entries({ url, compute_geo_area: hasPlaces, fetch_data: isFromServices }, { source, reportTotal }) {
    const base = portalAddress(url, /\/(?:api\/feed\/.*|data\.json|search)$/);
    let position = 0;
    for await (const item of readFeed(source, base, reportTotal)) {
      const entry = parseDataJsonEntry(item, (position += 1));
      if ('error' in entry) yield entry;
      else yield* withServices(source, item, { entry: hasPlaces ? withPlaces(entry) : entry, isFromServices });
    }
  },
});

/** The entries of the feed; of the older data.json where there is no feed. */
async function* readFeed(
  source: HarvestSource,
  base: string,
  reportCount: (count: number) => void,
): AsyncGenerator<Json> {
  let isRead = false;
  try {
    for await (const item of readJsonList(source, `${base}/api/feed/dcat-us/1.1.json`, 'dataset', reportCount)) {
      isRead = true;
      yield item;
    }
  } catch (error) {
    if (isRead || !(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
    yield* readJsonList(source, `${base}/data.json`, 'dataset', reportCount);
  }
}

const withPlaces = (entry: RemoteDataset): RemoteDataset => ({
  ...entry,
  metadata: { ...entry.metadata, default: { ...entry.metadata['default'], geographic_reference_auto: true } },
});

/** The entry, with the pages and fields of its layer where records are read from services. */
async function* withServices(
  source: HarvestSource,
  item: Json,
  { entry, isFromServices }: { readonly entry: RemoteDataset; readonly isFromServices: boolean },
): AsyncGenerator<RemoteEntry> {
  const layerUrl = objectsOf(item, 'distribution')
    .map((distribution) => textOf(distribution, 'accessURL'))
    .find((url) => /\/(?:Feature|Map)Server\/\d+$/i.test(url));
  if (!isFromServices || layerUrl === undefined) {
    yield entry;
    return;
  }
  try {
    const layer = await fetchArcgis(source, layerUrl);
    yield { ...entry, resources: await layerPages(source, layerUrl, layer), fields: layerFields(layer) };
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
    // the files of the hub have the records as well
    yield entry;
    yield { id: entry.id, error: error.message };
  }
}
