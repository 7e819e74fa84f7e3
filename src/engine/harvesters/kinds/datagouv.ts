import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { defineHarvesterKind, type RemoteEntry } from '../harvester-kind.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';
import { readOffsetPages } from '../offset-pages.ts';
import { portalAddress, withParameters } from '../portal-address.ts';
import { memberOf, objectsOf, plainValue, textOf, textsOf } from '../read-values.ts';
import { markdownToHtml, toRemoteMetadata } from '../remote-metadata.ts';
import { type ListedPart, sortParts } from '../remote-parts.ts';

const settings = [
  {
    name: 'organization_id',
    type: 'text',
    isMandatory: true,
    description: 'The organization whose datasets are read: its identifier, or the name in its address.',
  },
  {
    name: 'url',
    type: 'text',
    isAddress: true,
    default: 'https://www.data.gouv.fr',
    description: 'The address of the portal.',
  },
  { name: 'attachment', type: 'boolean', description: 'Whether documents become attachments.' },
  { name: 'filter_name', type: 'text', description: 'The name of a filter of the list, such as `tag`.' },
  { name: 'filter_value', type: 'text', description: 'The value of that filter.' },
  downloadResources,
  metadataOnly,
] as const;

const pageSize = 50;

/** Portals with the API of udata, version 1, such as data.gouv.fr. */
export const datagouv = defineHarvesterKind({
  type: 'datagouv',
  label: 'udata portal',
  settings,
  async *entries(
    { url, organization_id: organization, attachment, filter_name: filter, filter_value: value },
    { source, reportTotal },
  ) {
    const base = `${portalAddress(url || 'https://www.data.gouv.fr', /\/api(?:\/.*)?$/)}/api/1`;
    const isId = /^[0-9a-f]{24}$/i.test(organization);
    const id = isId
      ? organization
      : textOf(await source.fetchJson(`${base}/organizations/${encodeURIComponent(organization)}/`), 'id');
    let size = pageSize;
    const items = readOffsetPages<Json>({
      pageSize,
      reportTotal,
      async read(offset) {
        const page = await source.fetchJson(
          withParameters(`${base}/datasets/`, {
            ...{ organization: id, sort: 'created', page: Math.floor(offset / size) + 1, page_size: size },
            ...(filter !== '' && { [filter]: value }),
          }),
        );
        const [data, total, given] = ['data', 'total', 'page_size'].map((name) => memberOf(page, name));
        if (!Array.isArray(data))
          fail('SOURCE_FAILED', { reason: 'it did not answer with a list of datasets. Check the address.' });
        // a portal may send smaller pages than it was asked for
        if (typeof given === 'number' && given > 0 && given < size) size = given;
        return { items: data, total: typeof total === 'number' ? total : null };
      },
    });
    let position = 0;
    for await (const found of items)
      yield 'failure' in found ? found.failure : toEntry(found.item, { position: (position += 1), attachment });
  },
});

/** The names of licenses by their identifiers in udata. */
const licenses: Readonly<Record<string, string>> = {
  lov2: 'Licence Ouverte v2.0 (Etalab)',
  'fr-lo': 'Licence Ouverte v1.0',
  'odc-odbl': 'Open Data Commons Open Database License (ODbL)',
  'odc-by': 'Open Data Commons Attribution License',
  'odc-pddl': 'Open Data Commons Public Domain Dedication and License (PDDL)',
  'cc-by': 'CC BY',
  'cc-by-sa': 'CC BY-SA',
  'cc-zero': 'CC0 1.0',
  notspecified: '',
};

function toEntry(
  item: Json,
  { position, attachment }: { readonly position: number; readonly attachment: boolean },
): RemoteEntry {
  const id = textOf(item, 'id');
  if (!isJsonObject(item) || id === '') return { id: `entry ${position}`, error: 'The entry has no identifier.' };
  const title = textOf(item, 'title') || textOf(item, 'slug') || id;
  const description = markdownToHtml(textOf(item, 'description'));
  const files = objectsOf(item, 'resources');
  const isDead = (file: JsonObject) => memberOf(memberOf(file, 'extras'), 'check:available') === false;
  const { resources, attachments, links } = sortParts(files.filter((file) => !isDead(file)).map(toPart));
  const license = textOf(item, 'license');
  const frequency = textOf(item, 'frequency') || textOf(item, 'frequency', 'id');
  const contact = objectsOf(item, 'contact_points')[0];
  return {
    id,
    datasetId: textOf(item, 'slug'),
    title,
    description,
    version: null,
    metadata: toRemoteMetadata({
      title,
      description,
      keywords: textsOf(item, 'tags'),
      publisher: textOf(item, 'organization', 'name') || ownerOf(item),
      contactName: textOf(contact, 'name'),
      contactEmail: textOf(contact, 'email'),
      license: licenses[license] ?? license,
      frequency: frequency === 'unknown' ? '' : frequency,
      modified: textOf(item, 'last_modified') || textOf(item, 'last_update') || textOf(item, 'last_modified_internal'),
      created: textOf(item, 'created_at') || textOf(item, 'created_at_internal'),
      periodStart: textOf(item, 'temporal_coverage', 'start'),
      periodEnd: textOf(item, 'temporal_coverage', 'end'),
      references: [
        textOf(item, 'page'),
        textOf(item, 'harvest', 'remote_url'),
        ...links,
        // a file that the portal knows to be gone, and documents that are not wanted, stay findable
        ...files.filter(isDead).map((file) => textOf(file, 'url')),
        ...(attachment ? [] : attachments.map((file) => file.url)),
      ],
      extras: {
        acronym: textOf(item, 'acronym'),
        granularity: textOf(item, 'spatial', 'granularity'),
        zones: plainValue(memberOf(memberOf(item, 'spatial'), 'zones')),
        badges: objectsOf(item, 'badges').map((badge) => textOf(badge, 'kind')),
      },
    }),
    resources,
    attachments: attachment ? attachments : [],
    fields: [],
  };
}

const ownerOf = (item: JsonObject): string =>
  `${textOf(item, 'owner', 'first_name')} ${textOf(item, 'owner', 'last_name')}`;

const toPart = (file: JsonObject): ListedPart => ({
  url: textOf(file, 'url'),
  title: textOf(file, 'title'),
  formats: [textOf(file, 'format'), textOf(file, 'mime')],
  revision: textOf(file, 'checksum', 'value') || textOf(file, 'last_modified'),
  isDocument: /^(?:documentation|code)$/.test(textOf(file, 'type')),
});
