import { fail } from '#kernel/fail.ts';
import type { Json } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import type { HarvestSource } from './harvest-source.ts';
import type { RemoteResource } from './harvester-kind.ts';
import { withParameters } from './portal-address.ts';
import { memberOf, objectsOf, textOf } from './read-values.ts';

/** The most pages of one layer; each is a resource. */
const maxPages = 200;
/** How many features a page has where the server does not say. */
const defaultPageSize = 1_000;

/** Reads an answer of an ArcGIS server, which reports errors with the status 200. Fails SOURCE_FAILED. */
export async function fetchArcgis(
  source: HarvestSource,
  address: string,
  parameters: Readonly<Record<string, string | number | null>> = {},
): Promise<Json> {
  const answer = await source.fetchJson(withParameters(address, { ...parameters, f: 'json' }));
  const error = memberOf(answer, 'error');
  if (error !== undefined) {
    const message = textOf(error, 'message').slice(0, 200) || 'an error';
    fail('SOURCE_FAILED', {
      reason: `the server answered: ${message} (${textOf(error, 'code') || 'without a code'}).`,
    });
  }
  // the answer was parsed from JSON
  return answer as Json;
}

/** The fields of a layer with their labels and types. Dates are numbers in GeoJSON: their type is left to the records. */
export const layerFields = (layer: Json): RemoteField[] =>
  objectsOf(layer, 'fields').flatMap((field) => {
    const type = textOf(field, 'type');
    const name = textOf(field, 'name');
    if (name === '' || type === 'esriFieldTypeGeometry') return [];
    return [
      {
        name,
        label: textOf(field, 'alias') || name,
        type: fieldTypes[type] ?? '',
        description: textOf(field, 'description') || null,
        annotations: {},
      },
    ];
  });

const fieldTypes: Readonly<Record<string, string>> = {
  esriFieldTypeInteger: 'int',
  esriFieldTypeSmallInteger: 'int',
  esriFieldTypeBigInteger: 'int',
  esriFieldTypeOID: 'int',
  esriFieldTypeDouble: 'double',
  esriFieldTypeSingle: 'double',
  esriFieldTypeString: 'text',
  esriFieldTypeGUID: 'text',
  esriFieldTypeGlobalID: 'text',
};

/**
 * The features of a layer as pages of GeoJSON, one resource each: a server sends only so many at once. Fails SOURCE_FAILED for a layer that
 * cannot be queried, sends no GeoJSON or has too many pages.
 */
export async function layerPages(source: HarvestSource, address: string, layer: Json): Promise<RemoteResource[]> {
  if (!/\bQuery\b/i.test(textOf(layer, 'capabilities') || 'Query'))
    fail('SOURCE_FAILED', { reason: 'the layer cannot be queried; its records stay away.' });
  const formats = textOf(layer, 'supportedQueryFormats');
  if (formats !== '' && !/geojson/i.test(formats))
    fail('SOURCE_FAILED', { reason: 'the server is too old to send GeoJSON; the records stay away.' });
  const size = Number(textOf(layer, 'maxRecordCount')) || defaultPageSize;
  const count = memberOf(
    await fetchArcgis(source, `${address}/query`, { where: '1=1', returnCountOnly: 'true' }),
    'count',
  );
  if (typeof count !== 'number')
    fail('SOURCE_FAILED', { reason: 'the server does not say how many features there are.' });
  const title = textOf(layer, 'name') || 'Features';
  const pageOf = (
    where: string,
    more: Readonly<Record<string, string | number>> = {},
    suffix = '',
  ): RemoteResource => ({
    title: `${title}${suffix}`,
    url: withParameters(`${address}/query`, { where, outFields: '*', outSR: 4326, ...more, f: 'geojson' }),
    extractor: { type: 'geojsonfile', params: {} },
    ...(revisionOf(layer) !== '' && { revision: revisionOf(layer) }),
  });
  if (count <= size) return [pageOf('1=1')];
  const pages = Math.ceil(count / size);
  if (pages > maxPages)
    fail('SOURCE_FAILED', {
      reason: `the layer has ${count} features, of which the server sends ${size} at once: more than ${maxPages} pages.`,
    });
  const key = objectIdOf(layer);
  const canPage = memberOf(memberOf(layer, 'advancedQueryCapabilities'), 'supportsPagination') === true;
  if (canPage)
    return Array.from({ length: pages }, (_, page) =>
      pageOf(
        '1=1',
        { ...(key !== '' && { orderByFields: key }), resultOffset: page * size, resultRecordCount: size },
        `, page ${page + 1} of ${pages}`,
      ),
    );
  return await pagesByObjectId(source, address, { key, size, pageOf });
}

/** The pages of a server that cannot count them: ranges of the identifiers of features. */
async function pagesByObjectId(
  source: HarvestSource,
  address: string,
  {
    key: known,
    size,
    pageOf,
  }: {
    readonly key: string;
    readonly size: number;
    readonly pageOf: (where: string, more?: Readonly<Record<string, number>>, suffix?: string) => RemoteResource;
  },
): Promise<RemoteResource[]> {
  const answer = await fetchArcgis(source, `${address}/query`, { where: '1=1', returnIdsOnly: 'true' });
  const key = textOf(answer, 'objectIdFieldName') || known;
  const listed = memberOf(answer, 'objectIds');
  const ids = (Array.isArray(listed) ? listed : [])
    .filter((id: Json) => typeof id === 'number')
    .toSorted((a, b) => a - b);
  if (!/^[\w.]+$/.test(key) || ids.length === 0)
    fail('SOURCE_FAILED', { reason: 'the server sends its features neither in pages nor by identifiers.' });
  const pages = Math.ceil(ids.length / size);
  return Array.from({ length: pages }, (_, page) => {
    const part = ids.slice(page * size, (page + 1) * size);
    return pageOf(`${key}>=${part[0] ?? 0} AND ${key}<=${part.at(-1) ?? 0}`, {}, `, part ${page + 1} of ${pages}`);
  });
}

const objectIdOf = (layer: Json): string =>
  textOf(layer, 'objectIdField') ||
  textOf(
    objectsOf(layer, 'fields').find((field) => textOf(field, 'type') === 'esriFieldTypeOID'),
    'name',
  );

/** When the features were last changed, where the server says so. */
export const revisionOf = (layer: Json): string =>
  textOf(layer, 'editingInfo', 'dataLastEditDate') || textOf(layer, 'editingInfo', 'lastEditDate');
