import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import { defineHarvesterKind, type Harvest, type RemoteEntry } from '../harvester-kind.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';
import { readOffsetPages } from '../offset-pages.ts';
import { portalAddress, withParameters } from '../portal-address.ts';
import { memberOf, objectsOf, plainValue, textOf } from '../read-values.ts';
import { markdownToHtml, toRemoteMetadata } from '../remote-metadata.ts';
import { type ListedPart, sortParts } from '../remote-parts.ts';

const settings = [
  { name: 'url', type: 'text', isMandatory: true, isAddress: true, description: 'The address of the portal.' },
  { name: 'limit', type: 'integer', minimum: 1, description: 'The most datasets; all by default.' },
  { name: 'offset', type: 'integer', description: 'How many datasets are left out first.' },
  { name: 'sort', type: 'text', description: 'The order, such as `metadata_modified desc`; by name by default.' },
  { name: 'group', type: 'text', description: 'The group of the datasets.' },
  { name: 'language', type: 'text', description: 'The language of texts in several.' },
  { name: 'query', type: 'text', description: 'A search, in the syntax of the portal.' },
  { name: 'api_key', type: 'text', isSecret: true, description: 'The key for datasets that are not public.' },
  downloadResources,
  metadataOnly,
] as const;

const pageSize = 100;

/** What the entries of one portal are read with. */
interface Portal {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly language: string;
  readonly source: Harvest['source'];
}

/** Portals with the action API of CKAN, version 3. */
export const ckan = defineHarvesterKind({
  type: 'ckan',
  label: 'CKAN portal',
  settings,
  async *entries({ url, api_key: key, language, limit, offset, sort, group, query }, { source, reportTotal }) {
    const base = portalAddress(url, /\/api(?:\/.*)?$/);
    const portal: Portal = { base, language, source, headers: key === '' ? {} : { authorization: key } };
    const items = readOffsetPages<Json>({
      pageSize,
      start: offset ?? 0,
      limit,
      reportTotal,
      async read(start, rows) {
        const result = await callAction(portal, 'package_search', {
          ...{ q: query, rows, start, sort: sort || 'name asc' },
          fq: group === '' ? '' : `groups:"${group.replace(/["\\]/g, '\\$&')}"`,
        });
        const [results, count] = [memberOf(result, 'results'), memberOf(result, 'count')];
        if (!Array.isArray(results))
          fail('SOURCE_FAILED', { reason: 'it did not answer with a list of datasets. Check the address.' });
        return { items: results, total: typeof count === 'number' ? count : null };
      },
    });
    let position = offset ?? 0;
    for await (const found of items)
      yield 'failure' in found ? found.failure : toEntry(portal, found.item, (position += 1));
  },
});

/** The result of an action. Fails SOURCE_FAILED with the message of the portal. */
async function callAction(
  { base, headers, source }: Portal,
  action: string,
  parameters: Readonly<Record<string, string | number | null>>,
): Promise<Json | undefined> {
  const answer = await source.fetchJson(withParameters(`${base}/api/3/action/${action}`, parameters), { headers });
  if (memberOf(answer, 'success') === true) return memberOf(answer, 'result');
  const message = textOf(answer, 'error', 'message').slice(0, 200);
  return fail('SOURCE_FAILED', {
    reason: message === '' ? 'it did not answer as CKAN does. Check the address.' : `it answered: ${message}`,
  });
}

function toEntry(portal: Portal, item: Json, position: number): RemoteEntry {
  const id = textOf(item, 'id') || textOf(item, 'name');
  if (!isJsonObject(item) || id === '') return { id: `entry ${position}`, error: 'The entry has no identifier.' };
  const { language } = portal;
  const name = textOf(item, 'name');
  const title = translated(item, 'title', language) || name || id;
  const description = markdownToHtml(translated(item, 'notes', language));
  const listed = objectsOf(item, 'resources').map((resource) => toPart(portal, resource));
  const { resources, attachments, links } = sortParts(listed);
  const tables = objectsOf(item, 'resources').filter((resource) => memberOf(resource, 'datastore_active') === true);
  const headersFor = (url: string) =>
    portal.headers['authorization'] !== undefined && URL.parse(url)?.host === new URL(portal.base).host
      ? { headers: [{ name: 'Authorization', value: portal.headers['authorization'] }] }
      : {};
  return {
    id,
    ...(name !== '' && { datasetId: name }),
    title,
    description,
    version: null,
    metadata: toMetadata(item, { title, description, links, language }),
    resources: resources.map((resource) => ({ ...resource, ...headersFor(resource.url) })),
    attachments: attachments.map((attachment) => ({ ...attachment, ...headersFor(attachment.url) })),
    fields: [],
    ...(tables.length > 0 && { loadFields: () => loadFields(portal, tables) }),
  };
}

/** A text of the dataset: in the wanted language, where the portal has it in several (`title_translated`, or an object of texts). */
function translated(item: JsonObject, name: string, language: string): string {
  for (const texts of [memberOf(item, `${name}_translated`), memberOf(item, name)]) {
    if (!isJsonObject(texts)) continue;
    const found =
      textOf(texts, language) ||
      Object.keys(texts)
        .map((key) => textOf(texts, key))
        .find(Boolean);
    if (found) return found;
  }
  return textOf(item, name);
}

/** A resource; one that is only a table of the datastore has the address of its dump. */
function toPart({ base, language }: Portal, resource: JsonObject): ListedPart {
  const url = textOf(resource, 'url');
  const isTableOnly =
    memberOf(resource, 'datastore_active') === true && !/^[a-z][a-z\d+.-]*:\/\/[^/]+\.?[^/]*\/./i.test(url);
  const dump = `${base}/datastore/dump/${encodeURIComponent(textOf(resource, 'id'))}?bom=false`;
  return {
    url: isTableOnly ? dump : url,
    title: translated(resource, 'name', language) || translated(resource, 'description', language).slice(0, 100),
    formats: isTableOnly ? ['csv'] : [textOf(resource, 'format'), textOf(resource, 'mimetype')],
    revision: ['hash', 'last_modified', 'size']
      .map((name) => textOf(resource, name))
      .join(' ')
      .trim(),
    isDocument: /^documentation$/i.test(textOf(resource, 'resource_type')),
  };
}

/** Names under which portals and their extensions keep what CKAN has no field for: at the top or among the extras. */
const knownNames = {
  language: ['language', 'metadata-language'],
  frequency: ['frequency', 'accrual_periodicity', 'update_frequency', 'frequency-of-update', 'UpdateFrequency'],
  periodStart: ['temporal_start', 'temporal_coverage_from', 'temporal_coverage-from', 'temporal_coverage_start'],
  periodEnd: ['temporal_end', 'temporal_coverage_to', 'temporal_coverage-to', 'temporal_coverage_end'],
  temporal: ['temporal_coverage', 'temporal'],
  issued: ['issued', 'data_issued', 'release_date', 'date_released'],
  modified: ['modified', 'data_modified', 'date_updated'],
  publisher: ['publisher_name', 'dcat_publisher_name', 'publisher'],
  contactName: ['contact_name', 'contact_point'],
  contactEmail: ['contact_email', 'contact-email'],
  theme: ['theme', 'theme-primary', 'theme-secondary'],
  license: ['license_title', 'license_id', 'license_url', 'license'],
} as const;

/** Extras that the software of the other portal keeps for itself. */
const ownExtras = /^(?:harvest_|import_source|guid$|metadata_provenance|tracking|spatial_harvester)/;

function toMetadata(
  item: JsonObject,
  {
    title,
    description,
    links,
    language,
  }: Readonly<Record<'title' | 'description' | 'language', string>> & { readonly links: readonly string[] },
) {
  const extras = new Map(
    objectsOf(item, 'extras').map((extra) => [textOf(extra, 'key'), parseExtra(memberOf(extra, 'value'))]),
  );
  const valuesOf = (names: readonly string[]): string[] =>
    names.flatMap((name) => [parseExtra(memberOf(item, name)), extras.get(name)].flat()).filter(isText);
  const first = (name: keyof typeof knownNames): string | undefined => valuesOf(knownNames[name])[0];
  const listed = (name: string): string[] =>
    objectsOf(item, name).map(
      (part) =>
        translated(part, 'display_name', language) || translated(part, 'title', language) || textOf(part, 'name'),
    );
  const used = new Set<string>(Object.values(knownNames).flat());
  const organization = memberOf(item, 'organization');
  return toRemoteMetadata({
    title,
    description,
    keywords: listed('tags'),
    themes: [...listed('groups'), ...valuesOf(knownNames.theme)],
    publisher:
      (isJsonObject(organization) && translated(organization, 'title', language)) ||
      first('publisher') ||
      textOf(item, 'author'),
    creator: textOf(item, 'author'),
    contactName: textOf(item, 'maintainer') || first('contactName'),
    contactEmail: textOf(item, 'maintainer_email') || first('contactEmail') || textOf(item, 'author_email'),
    license: first('license'),
    language: first('language'),
    frequency: first('frequency'),
    modified: first('modified') ?? textOf(item, 'metadata_modified'),
    issued: first('issued'),
    created: textOf(item, 'metadata_created'),
    periodStart: first('periodStart'),
    periodEnd: first('periodEnd'),
    temporal: first('temporal'),
    references: [textOf(item, 'url'), ...links],
    extras: Object.fromEntries(
      [...extras].flatMap(([name, value]) =>
        used.has(name) || ownExtras.test(name) ? [] : [[name, plainValue(value)]],
      ),
    ),
  });
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';

/** The value of an extra; lists and objects are JSON in a text. */
function parseExtra(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const parsed = tryParseJson(value);
  if (Array.isArray(parsed)) return parsed.length === 0 ? undefined : parsed;
  return isJsonObject(parsed) && Object.keys(parsed).length === 0 ? undefined : value;
}

/** How many tables of the datastore one dataset is asked for. */
const maxTables = 5;

/** The types of the datastore as types of fields here; others are left to the records. */
const fieldTypes: Readonly<Record<string, string>> = {
  ...{ int: 'int', int4: 'int', int8: 'int', integer: 'int', bigint: 'int' },
  ...{ numeric: 'double', float: 'double', float4: 'double', float8: 'double' },
  ...{ date: 'date', timestamp: 'datetime', timestamptz: 'datetime', text: 'text' },
};

/** The labels, types and descriptions of the columns of tables in the datastore, each name once. */
async function loadFields(portal: Portal, tables: readonly JsonObject[]): Promise<RemoteField[]> {
  const fields = new Map<string, RemoteField>();
  for (const table of tables.slice(0, maxTables)) {
    const result = await callAction(portal, 'datastore_search', { resource_id: textOf(table, 'id'), limit: 0 });
    for (const field of objectsOf(result, 'fields')) {
      const name = textOf(field, 'id');
      const info = memberOf(field, 'info');
      if (name === '' || name === '_id' || fields.has(name)) continue;
      fields.set(name, {
        name,
        label: textOf(info, 'label') || name,
        type: fieldTypes[textOf(info, 'type_override') || textOf(field, 'type')] ?? '',
        description: textOf(info, 'notes') || null,
        annotations: {},
      });
    }
  }
  return [...fields.values()];
}
