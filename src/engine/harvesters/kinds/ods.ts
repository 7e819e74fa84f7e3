import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import { addressOf } from '../harvester-settings.ts';
import { defineHarvesterKind, type RemoteAttachment, type RemoteEntry } from '../harvester-kind.ts';
import { readOffsetPages } from '../offset-pages.ts';

const settings = [
  {
    name: 'domain',
    type: 'text',
    isMandatory: true,
    isAddress: true,
    description: 'The portal: its address, its host name, or its identifier below opendatasoft.com.',
  },
  {
    name: 'refines',
    type: 'text',
    description:
      'Which datasets: `facet:value`, several joined by `&`, such as `publisher:City of Example&theme:Trees`.',
  },
  { name: 'api_key', type: 'text', isSecret: true, description: 'The key for datasets that are not public.' },
] as const;

const pageSize = 100;

const catalogPage = z.object({ total_count: z.number().int().nonnegative(), results: z.array(z.unknown()) });

const field = z.object({
  name: z.string(),
  label: z.string().nullish(),
  type: z.string(),
  description: z.string().nullish(),
  annotations: z.custom<JsonObject>(isJsonObject).nullish(),
});
const listedFile = z.object({
  id: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
});
const dataset = z.object({
  dataset_id: z.string().min(1),
  has_records: z.boolean().nullish(),
  data_visible: z.boolean().nullish(),
  metas: z.custom<JsonObject>(isJsonObject).nullish(),
  fields: z.array(field).nullish(),
  attachments: z.array(listedFile).nullish(),
  alternative_exports: z.array(listedFile).nullish(),
});
type CatalogEntry = z.infer<typeof dataset>;

/** Portals with the Explore API 2.1, as this catalog is one. */
export const ods = defineHarvesterKind({
  type: 'ods',
  label: 'Opendatasoft portal',
  settings,
  async *entries({ domain, refines, api_key: apiKey }, { source, reportTotal }) {
    const portal = new Portal(domain, apiKey);
    const items = readOffsetPages<unknown>({
      pageSize,
      reportTotal,
      read: async (offset, limit) => {
        const url = portal.address('', [
          ['limit', String(limit)],
          ['offset', String(offset)],
          ...parseRefines(refines),
        ]);
        const page = catalogPage.safeParse(await source.fetchJson(url, { headers: portal.headers }));
        if (!page.success)
          fail('SOURCE_FAILED', {
            reason: `${portal.host} did not answer with a list of datasets. Check the address.`,
          });
        return { items: page.data.results, total: page.data.total_count };
      },
    });
    let position = 0;
    for await (const found of items)
      yield 'failure' in found ? found.failure : toEntry(portal, found.item, (position += 1));
  },
});

/** The addresses of a portal. */
class Portal {
  readonly #base: string;
  readonly #key: string;
  readonly host: string;

  /** `domain` is checked: an address, a host name, or an identifier without a dot. */
  constructor(domain: string, key: string) {
    const isIdentifier = /^[\w-]+$/.test(domain) && domain !== 'localhost';
    const url =
      addressOf(isIdentifier ? `${domain}.opendatasoft.com` : domain) ??
      fail('SOURCE_FAILED', { reason: 'its domain is not an address.' });
    this.host = url.host;
    this.#base = `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/explore/v2.1/catalog/datasets`;
    this.#key = key;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#key === '' ? {} : { authorization: `Apikey ${this.#key}` };
  }

  /** The headers of an address that a dataset names, in the form of a resource: the key goes to the portal alone. */
  headersFor(url: string): { readonly headers?: readonly { readonly name: string; readonly value: string }[] } {
    if (this.#key === '' || URL.parse(url)?.host !== this.host) return {};
    return { headers: [{ name: 'Authorization', value: `Apikey ${this.#key}` }] };
  }

  address(path: string, parameters: readonly (readonly [string, string])[] = []): string {
    const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
    return `${this.#base}${path}${query === '' ? '' : `?${query}`}`;
  }
}

/** The refinements of a text: `facet:value` or `refine.facet=value`, joined by `&` or line ends. */
const parseRefines = (text: string): [string, string][] =>
  text
    .split(/[&\n]/)
    .map((part) =>
      part
        .trim()
        .replace(/^refine\./, '')
        .replace(/^refine=/, ''),
    )
    .filter((part) => part !== '')
    .map((part): [string, string] => ['refine', part.replace(/^([\w.-]+)=/, '$1:')]);

/** An entry of the catalog as a dataset of ours. */
function toEntry(portal: Portal, item: unknown, position: number): RemoteEntry {
  const parsed = dataset.safeParse(item);
  if (!parsed.success) {
    const id = isJsonObject(item) && typeof item['dataset_id'] === 'string' ? item['dataset_id'] : '';
    const place = parsed.error.issues[0]?.path.slice(0, 3).join('.') || 'its beginning';
    return { id: id === '' ? `entry ${position}` : id, error: `The entry has an unexpected form, at ${place}.` };
  }
  const entry = parsed.data;
  const metas = entry.metas ?? {};
  const standard = isJsonObject(metas['default']) ? metas['default'] : {};
  const path = `/${encodeURIComponent(entry.dataset_id)}`;
  const title = textIn(standard, 'title') || entry.dataset_id;
  return {
    id: entry.dataset_id,
    datasetId: entry.dataset_id,
    title,
    description: textIn(standard, 'description'),
    version: null,
    metadata: toMetadata(metas, standard, title),
    resources: hasData(entry) ? [exportOf(portal, path, title)] : [],
    attachments: filesOf(portal, path, entry),
    fields: (entry.fields ?? []).map(toField),
  };
}

const hasData = ({ has_records: hasRecords, data_visible: isVisible }: CatalogEntry): boolean =>
  hasRecords === true && isVisible !== false;

/** The records as CSV with technical names: the fields have their labels and types apart. */
function exportOf(portal: Portal, path: string, title: string) {
  const url = portal.address(`${path}/exports/csv`, [
    ['delimiter', ';'],
    ['use_labels', 'false'],
    ['with_bom', 'false'],
  ]);
  const params = { separator: ';', encoding: 'utf-8', headers_first_row: true, doublequote: true, quotechar: '"' };
  return { title, url, extractor: { type: 'csvfile', params }, ...portal.headersFor(url) };
}

/** The attachments and alternative exports: each by its address, or by that of the portal's API. */
const filesOf = (portal: Portal, path: string, entry: CatalogEntry): RemoteAttachment[] =>
  (['attachments', 'alternative_exports'] as const).flatMap((list) =>
    (entry[list] ?? []).flatMap(({ id, title, url }) => {
      const isWeb = /^https?:\/\//i.test(url ?? '');
      if (!isWeb && (id == null || id === '')) return [];
      const address = isWeb && url != null ? url : portal.address(`${path}/${list}/${encodeURIComponent(id ?? '')}`);
      return [{ title: title || id || address, url: address, ...portal.headersFor(address) }];
    }),
  );

/** The values by template and field. The themes have another place here, and what the portal computes is left out. */
function toMetadata(metas: JsonObject, standard: JsonObject, title: string) {
  const themes = standard['theme'];
  const templates = Object.entries(metas).flatMap(([name, values]) =>
    isJsonObject(values) ? [[name, values] as const] : [],
  );
  return {
    ...Object.fromEntries(templates),
    default: { ...standard, title },
    ...(Array.isArray(themes) && {
      internal: { ...(isJsonObject(metas['internal']) ? metas['internal'] : {}), theme_id: themes as readonly Json[] },
    }),
  };
}

const toField = ({ name, label, type, description, annotations }: z.infer<typeof field>): RemoteField => ({
  name,
  label: label ?? name,
  type,
  description: description ?? null,
  annotations: annotations ?? {},
});

function textIn(values: JsonObject, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
