import type { ExportSource } from '#engine/exports/export-format.ts';
import type { CatalogIdentity } from '#portal/index.ts';
import type { DistributionOptions, ExportedDataset } from './describe-dataset.ts';

/** The datasets of an export. */
export interface DatasetSource {
  /** The datasets in batches, each as the caller sees it. */
  readonly datasets: AsyncIterable<readonly ExportedDataset[]>;
  /** The address of the service, as the client reaches it: scheme and host. */
  readonly address: string;
  readonly distributions: DistributionOptions;
  /** The address below which each dataset has a page for people; undefined where the file does not name these pages. */
  readonly portalAddress?: string | undefined;
  /** What the catalog is called, and who publishes it. */
  readonly catalog: CatalogIdentity;
}

type Write<Source> = (source: Source) => AsyncIterable<string | Uint8Array>;

/** A file format for exports of the catalog. It has either `writeRows` or `writeDatasets`. */
export interface CatalogExportFormat {
  /** The description of the format in the graph. */
  readonly description: string;
  readonly mediaType: string;
  readonly extension: string;
  /** The name of the format in addresses, when it is not a valid name in GraphQL. */
  readonly pathName?: string;
  /** Writes the rows that a query selects. */
  readonly writeRows?: Write<ExportSource>;
  /** Whether the rows of a query that selects nothing are datasets as the Explore API lists them. Default: the fields of the datasets. */
  readonly hasWholeDatasets?: boolean;
  /** Writes the metadata of the datasets. The format ignores the clauses `select` and `group_by`. */
  readonly writeDatasets?: Write<DatasetSource>;
}
