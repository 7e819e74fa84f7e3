import { htmlText } from '#api/html-text.ts';
import { exploreBasePath, joinExploreUrl } from '#api/session.ts';
import { exportFormats } from '#engine/exports/export-formats.ts';
import type { ExportFormat } from '#engine/exports/export-format.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { CatalogDataset } from '#datasets/index.ts';

/** A file in which a dataset is distributed. */
interface Distribution {
  readonly name: string;
  readonly title: string;
  /** What the file is: of an export in English, of an alternative export as its editor wrote it; null for an attachment. */
  readonly description: string | null;
  /** The name of the format of an export; null for another file. */
  readonly format: string | null;
  /** The absolute address of the file. */
  readonly address: string;
  /** The media type without parameters. */
  readonly mediaType: string | null;
}

/** The metadata of a dataset, from which the exports write the terms of their vocabularies. */
export interface DescribedDataset {
  /** The absolute address, which identifies the dataset. */
  readonly address: string;
  /** The address of its page for people; null where the file does not name it. */
  readonly landingPage: string | null;
  readonly identifier: string;
  readonly title: string;
  /** The description as plain text; the title when the dataset has no description. */
  readonly description: string;
  /** The language of the metadata, as an ISO 639-1 code. */
  readonly language: string | null;
  readonly keywords: readonly string[];
  readonly themes: readonly string[];
  readonly publisher: string | null;
  readonly license: string | null;
  readonly isRestricted: boolean;
  /** The instant of the last modification. */
  readonly modifiedAt: string | null;
  readonly territories: readonly string[];
  readonly boundingBox: ExportedDataset['boundingBox'];
  readonly references: string | null;
  readonly attributions: readonly string[];
  /** The fields of the template `dcat`. */
  readonly dcat: (field: DcatField) => string | null;
  readonly distributions: readonly Distribution[];
}

/** A field of the template `dcat`. */
type DcatField =
  | 'created'
  | 'issued'
  | 'creator'
  | 'contributor'
  | 'contact_name'
  | 'contact_email'
  | 'accrualperiodicity'
  | 'relation'
  | 'temporal'
  | 'temporal_coverage_start'
  | 'temporal_coverage_end';

/** Which exports of records are listed as distributions of their dataset. */
export interface DistributionOptions {
  /** Null for all formats. */
  readonly formats: readonly string[] | null;
  readonly hasLabels: boolean;
}

/** The addresses of the service, and of its pages for people where they are named. */
interface ServiceAddresses {
  readonly address: string;
  readonly portalAddress?: string | undefined;
}

/** Describes a dataset as the caller sees it. */
export function describeDataset(
  dataset: ExportedDataset,
  { address, portalAddress, ...options }: DistributionOptions & ServiceAddresses,
): DescribedDataset {
  const datasetAddress = joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'datasets', dataset.datasetId);
  const { datasetId, themes, keywords, publisher, license, language, modifiedAt, territories, boundingBox } = dataset;
  const title = dataset.title?.trim() || datasetId;
  return {
    ...{ themes, keywords, publisher, license, language, modifiedAt, territories, boundingBox, title },
    address: datasetAddress,
    landingPage: portalAddress === undefined ? null : `${portalAddress}/datasets/${encodeURIComponent(datasetId)}`,
    identifier: datasetId,
    description: htmlText(dataset.description ?? '') || title,
    isRestricted: dataset.isRestricted,
    references: textOf(valueOf(dataset, 'default', 'references')),
    attributions: [valueOf(dataset, 'default', 'attributions')].flat().flatMap((each) => textOf(each) ?? []),
    dcat: (field) => textOf(valueOf(dataset, 'dcat', field)),
    distributions: [
      ...exportDistributions(dataset, datasetAddress, options),
      ...dataset.attachments.map(({ uid, filename, mimetype }) => ({
        name: `attachment-${uid}`,
        title: filename,
        description: null,
        format: null,
        address: joinExploreUrl(datasetAddress, 'attachments', uid),
        mediaType: bareMediaType(mimetype),
      })),
      ...dataset.alternativeExports.map((alternative) => ({
        name: `alternative-export-${alternative.uid}`,
        title: alternative.title,
        description: alternative.description || null,
        format: null,
        address: alternative.url ?? joinExploreUrl(datasetAddress, 'alternative_exports', alternative.uid),
        mediaType: bareMediaType(alternative.mimetype),
      })),
    ],
  };
}

/** A media type without parameters. */
const bareMediaType = (mimetype: string | null): string | null =>
  mimetype?.replace(/;.*/, '').trim().toLowerCase() ?? null;

/** The exports of the records that the caller may read. */
function exportDistributions(
  { hasRecords, isDataVisible, fields }: ExportedDataset,
  address: string,
  { formats, hasLabels }: DistributionOptions,
): Distribution[] {
  // one that was published without a source has no fields, and files of it would say nothing
  if (!hasRecords || !isDataVisible || fields.length === 0) return [];
  const hasGeometry = fields.some(({ type }) => type === 'geo_point_2d' || type === 'geo_shape');
  return Object.entries<ExportFormat>(exportFormats)
    .filter(([name, { needsGeometry }]) => (formats?.includes(name) ?? true) && (hasGeometry || !needsGeometry))
    .map(([name, { description, mediaType }]) => ({
      name: `export-${name}`,
      title: name,
      description,
      format: name,
      address: `${joinExploreUrl(address, 'exports', name)}${hasLabels && labelled.has(name) ? '?use_labels=true' : ''}`,
      mediaType: mediaType.replace(/;.*/, ''),
    }));
}

/** The formats whose headers can be labels. */
const labelled: ReadonlySet<string> = new Set(['csv', 'xlsx']);

function valueOf({ metadata }: ExportedDataset, template: string, field: string): Json {
  const values = metadata[template];
  return isJsonObject(values) ? (values[field] ?? null) : null;
}

const textOf = (value: Json): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** The fields of the graph that the metadata exports write. */
export const exportedFields = [
  ...(['datasetId', 'isRestricted', 'fields', 'hasRecords', 'title', 'description', 'themes', 'keywords'] as const),
  ...(['license', 'language', 'modifiedAt', 'territories', 'publisher', 'boundingBox'] as const),
];

/** A dataset as the caller sees it, which the metadata exports describe. */
export interface ExportedDataset extends Pick<CatalogDataset, (typeof exportedFields)[number]> {
  readonly attachments: readonly ExportedAttachment[];
  /** None where the caller does not see the data. */
  readonly alternativeExports: readonly ExportedAlternative[];
  /** Whether the caller may read records. */
  readonly isDataVisible: boolean;
  /** The metadata values by template and field; null where a field is unset. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A file that is offered for download with a dataset. */
interface ExportedAttachment {
  readonly uid: string;
  readonly filename: string;
  readonly mimetype: string | null;
}

/** A file or an address that has the data in another form. */
interface ExportedAlternative {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly url: string | null;
  readonly mimetype: string | null;
}
