import { encodeIri } from '#engine/exports/rdf/terms.ts';
import type { JsonObject } from '#kernel/json.ts';
import { truncate } from '#kernel/text.ts';
import { frequencyInterval } from './authority-terms.ts';
import { licenseAddress, mailAddress } from './dataset-quads.ts';
import { describeDataset, type DescribedDataset } from './describe-dataset.ts';
import type { CatalogExportFormat, DatasetSource } from './catalog-export-format.ts';

const schema = 'https://project-open-data.cio.gov/v1.1/schema';

const maxRightsLength = 255;

/** The catalog in the form of Project Open Data 1.1. Elements without a value are left out, even required ones. */
export const dataJsonCatalogExport = {
  description: 'The catalog as data.json of Project Open Data 1.1.',
  mediaType: 'application/json; charset=utf-8',
  extension: 'json',
  pathName: 'data.json',
  writeDatasets: (source) => writeCatalog(source),
} as const satisfies CatalogExportFormat;

async function* writeCatalog({ datasets, address, distributions }: DatasetSource): AsyncGenerator<string> {
  const catalog = {
    '@context': `${schema}/catalog.jsonld`,
    '@type': 'dcat:Catalog',
    conformsTo: schema,
    describedBy: `${schema}/catalog.json`,
  };
  yield `${JSON.stringify(catalog).slice(0, -1)},"dataset":[`;
  let separator = '';
  for await (const batch of datasets) {
    const described = batch.map((each) => describeDataset(each, { address, ...distributions }));
    yield `${separator}${described.map((each) => JSON.stringify(entryOf(each))).join(',\n')}`;
    separator = ',\n';
  }
  yield ']}\n';
}

function entryOf({ dcat, ...dataset }: DescribedDataset): JsonObject {
  const email = dcat('contact_email');
  const [start, end] = [dcat('temporal_coverage_start'), dcat('temporal_coverage_end')];
  const frequency = dcat('accrualperiodicity');
  const keywords = dataset.keywords.length > 0 ? dataset.keywords : dataset.themes;
  const box = dataset.boundingBox;
  const license = dataset.license === null ? undefined : licenseAddress(dataset.license);
  return withoutNulls({
    '@type': 'dcat:Dataset',
    identifier: dataset.address,
    accessLevel: dataset.isRestricted ? 'restricted public' : 'public',
    title: dataset.title,
    description: dataset.description,
    keyword: listOf(keywords),
    theme: listOf(dataset.themes),
    modified: dataset.modifiedAt,
    issued: dcat('issued'),
    language: dataset.language === null ? null : [dataset.language],
    license: license === undefined ? null : encodeIri(license),
    rights: dataset.license !== null && license === undefined ? truncate(dataset.license, maxRightsLength) : null,
    publisher: dataset.publisher === null ? null : { '@type': 'org:Organization', name: dataset.publisher },
    contactPoint:
      email === null || !isMailAddress(email)
        ? null
        : { '@type': 'vcard:Contact', fn: dcat('contact_name') ?? email, hasEmail: mailAddress(email) },
    accrualPeriodicity: frequency === null ? null : (frequencyInterval(frequency) ?? null),
    temporal: start === null || end === null ? null : `${start}/${end}`,
    spatial: box ? [box.west, box.south, box.east, box.north].join(',') : dataset.territories.join(', ') || null,
    distribution: listOf(
      dataset.distributions.map(({ title, address, mediaType }) =>
        withoutNulls({
          '@type': 'dcat:Distribution',
          title,
          downloadURL: address,
          mediaType: mediaType ?? 'application/octet-stream',
        }),
      ),
    ),
  });
}

/** Whether a text is an e-mail address that data.json accepts. */
const isMailAddress = (text: string): boolean => /^(?:mailto:)?[\w.+-]+@[\w.-]+\.[\w-]+$/.test(text);

const listOf = <Item>(items: readonly Item[]): readonly Item[] | null => (items.length === 0 ? null : items);

const withoutNulls = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
