import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import type { JsonObject } from '#kernel/json.ts';
import {
  RetrieveCatalogDatasetHeadDocument,
  type RetrieveCatalogDatasetPageQuery,
} from '#rest/generated/operations.ts';

/** A dataset as its description needs it, and the name and the publisher of its catalog. */
export type DescribedDataset = NonNullable<RetrieveCatalogDatasetPageQuery['catalogDataset']> & {
  readonly catalog: RetrieveCatalogDatasetPageQuery['portalSettings'];
};
/** A field of the records that the caller may read. */
export type Field = DescribedDataset['schema'][number];

/** Where a description of a dataset stands. */
export interface Placement {
  /** The address of the service. */
  readonly root: string;
  /** Whether the server has a page for people for each dataset. */
  readonly hasPortal: boolean;
  /** Whether the description is part of that page, for search engines: without the parts beyond a number. */
  readonly isEmbedded: boolean;
}

/** The identifier of a dataset, which is the address of its description for machines. */
export const pageAddress = (root: string, uid: string): string =>
  `${root}/catalog/datasets/${encodeURIComponent(uid)}/`;

/** The address of the page of a dataset for people. */
export const portalPageAddress = (root: string, datasetId: string): string =>
  `${root}/datasets/${encodeURIComponent(datasetId)}`;

/** Reads a dataset as the caller sees it, with its first files; undefined for a dataset that the caller does not see. `datasetId` is its identifier or uid. */
export async function readDescribedDataset(
  graph: Graph,
  ctx: RequestContext,
  datasetId: string,
  fileCount: number,
): Promise<DescribedDataset | undefined> {
  const variables = { dataset_id: datasetId, limit: fileCount };
  const { catalogDataset, portalSettings } = await graph.execute(RetrieveCatalogDatasetHeadDocument, variables, ctx);
  return catalogDataset === null ? undefined : { ...catalogDataset, catalog: portalSettings };
}

/** The fields of the records; none where the caller may not read them. */
export const readableFields = ({ hasRecords, dataAccess, schema }: DescribedDataset): readonly Field[] =>
  hasRecords && dataAccess.isDataVisible ? schema : [];

/** The address of the records as CSV as programs expect it: with commas, and no byte order mark. */
export const plainCsvAddress = (url: string): string => `${url}?delimiter=,&with_bom=false`;

/** The title of a dataset, else its identifier. */
export const titleOf = ({ title, datasetId }: DescribedDataset): string => title?.trim() || datasetId;

/** The address of the page of a dataset for people, else of its description. */
export const urlOf = ({ uid, datasetId }: DescribedDataset, { root, hasPortal }: Placement): string =>
  hasPortal ? portalPageAddress(root, datasetId) : pageAddress(root, uid);

/** The texts of the template `dcat`, by field. */
export const dcatTexts = ({ dcat }: DescribedDataset): Readonly<Record<string, string>> =>
  Object.fromEntries(
    dcat.flatMap(({ field, value }) =>
      typeof value === 'string' && value.trim() !== '' ? [[field, value.trim()] as const] : [],
    ),
  );

/** A media type without parameters; that of any bytes where the uploaded one is none. */
export function mediaTypeOf(mimetype: string | null): string {
  const type = mimetype?.replace(/;.*/s, '').trim().toLowerCase() ?? '';
  return /^[a-z]+\/[a-z\d][a-z\d.+-]*$/.test(type) ? type : 'application/octet-stream';
}

/** Leaves out members without a value: descriptions have no null. */
export const withoutNulls = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
