import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import { defineHarvesterKind, type RemoteEntry } from '../harvester-kind.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';
import { readOffsetPages } from '../offset-pages.ts';
import { portalAddress, withParameters } from '../portal-address.ts';
import { memberOf, objectsOf, textOf, textsOf } from '../read-values.ts';
import { textToHtml, toRemoteMetadata } from '../remote-metadata.ts';

const settings = [
  { name: 'url', type: 'text', isMandatory: true, isAddress: true, description: 'The address of the portal.' },
  downloadResources,
  metadataOnly,
] as const;

const pageSize = 100;
/** More records than any dataset has: without a limit the API sends a thousand. */
const allRecords = 100_000_000;

/** Portals of Socrata, now Tyler Data & Insights, by the discovery API of their own domain. */
export const socrata = defineHarvesterKind({
  type: 'socrata',
  label: 'Socrata portal',
  settings,
  async *entries({ url }, { source, reportTotal }) {
    const base = new URL(portalAddress(url)).origin;
    const domain = new URL(base).hostname;
    const items = readOffsetPages<Json>({
      pageSize,
      reportTotal,
      async read(offset, limit) {
        const page = await source.fetchJson(
          withParameters(`${base}/api/catalog/v1`, {
            ...{ domains: domain, search_context: domain, only: 'dataset', order: 'dataset_id' },
            ...{ limit, offset },
          }),
        );
        const [results, total] = [memberOf(page, 'results'), memberOf(page, 'resultSetSize')];
        if (!Array.isArray(results))
          fail('SOURCE_FAILED', { reason: 'it did not answer with a list of datasets. Check the address.' });
        return { items: results, total: typeof total === 'number' ? total : null };
      },
    });
    let position = 0;
    for await (const found of items)
      yield 'failure' in found ? found.failure : toEntry(base, found.item, (position += 1));
  },
});

function toEntry(base: string, item: Json, position: number): RemoteEntry {
  const entry = memberOf(item, 'resource');
  const id = textOf(entry, 'id');
  if (!isJsonObject(entry) || !/^[\w-]+$/.test(id))
    return { id: id === '' ? `entry ${position}` : id, error: 'The entry has no identifier of the form abcd-1234.' };
  const title = textOf(entry, 'name') || id;
  const description = textToHtml(textOf(entry, 'description'));
  const classification = memberOf(item, 'classification');
  const more = objectsOf(classification, 'domain_metadata').map(
    (pair) => [textOf(pair, 'key'), textOf(pair, 'value')] as const,
  );
  const find = (name: RegExp): string => more.find(([key]) => name.test(key))?.[1] ?? '';
  const updated = textOf(entry, 'data_updated_at') || textOf(entry, 'updatedAt');
  const domain = textOf(item, 'metadata', 'domain');
  const isElsewhere = /^[a-z\d.-]+\.[a-z]+$/i.test(domain) && domain !== new URL(base).hostname;
  const records = `${isElsewhere ? `https://${domain}` : base}/resource/${id}.csv`;
  const params = { separator: ',', encoding: 'utf-8', headers_first_row: true, doublequote: true, quotechar: '"' };
  return {
    id,
    title,
    description,
    version: null,
    metadata: toRemoteMetadata({
      title,
      description,
      keywords: textsOf(classification, 'domain_tags'),
      themes: [textOf(classification, 'domain_category')],
      publisher: textOf(entry, 'attribution') || find(/(?:data.?owner|agency|department|publisher)$/i) || domain,
      creator: textOf(item, 'creator', 'display_name'),
      contactEmail: textOf(entry, 'contact_email') || find(/(?:contact|e-?mail)/i),
      license: textOf(item, 'metadata', 'license'),
      frequency: find(/frequency$/i),
      modified: updated,
      issued: textOf(entry, 'publication_date'),
      created: textOf(entry, 'createdAt'),
      temporal: find(/(?:time.?period|temporal.?coverage)$/i),
      references: [textOf(item, 'link') || textOf(item, 'permalink'), textOf(entry, 'attribution_link')],
      extras: Object.fromEntries(more),
    }),
    resources:
      textsOf(entry, 'columns_field_name').length === 0 && textOf(entry, 'lens_view_type') !== 'tabular'
        ? []
        : [
            {
              title,
              url: withParameters(records, { $limit: allRecords, $order: ':id' }),
              extractor: { type: 'csvfile', params },
              revision: updated,
            },
          ],
    attachments: [],
    fields: toFields(entry),
  };
}

/** The types of columns as types of fields here; others, such as places, are left to the records. */
const fieldTypes: Readonly<Record<string, string>> = {
  ...{ number: 'double', text: 'text', 'calendar date': 'datetime', money: 'double', percent: 'double' },
  ...{ url: 'text', email: 'text', phone: 'text', checkbox: 'text' },
};

/** The columns, which are lists side by side. Columns that the portal computes have a colon. */
function toFields(entry: Json): RemoteField[] {
  const listed = (name: string): readonly unknown[] => [memberOf(entry, name) ?? []].flat();
  const [labels, types, descriptions] = ['columns_name', 'columns_datatype', 'columns_description'].map(listed);
  const text = (list: readonly unknown[] | undefined, index: number): string => {
    const value = list?.[index];
    return typeof value === 'string' ? value.trim() : '';
  };
  return listed('columns_field_name').flatMap((name, index) =>
    typeof name !== 'string' || name === '' || name.startsWith(':')
      ? []
      : [
          {
            name,
            label: text(labels, index) || name,
            type: fieldTypes[text(types, index).toLowerCase()] ?? '',
            description: text(descriptions, index) || null,
            annotations: {},
          },
        ],
  );
}
