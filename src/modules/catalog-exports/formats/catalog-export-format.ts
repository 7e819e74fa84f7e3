import type { ExploreDataset } from '../../../api/explore/explore-dataset.ts';
import type { ExportSource } from '../../../engine/exports/export-format.ts';
import type { DistributionOptions } from '../metadata/describe-dataset.ts';

/** The datasets of an export. */
export interface DatasetSource {
  /** The datasets in batches, each as the caller sees it. */
  readonly datasets: AsyncIterable<readonly ExploreDataset[]>;
  /** The address of the service, as the client reaches it: scheme and host. */
  readonly address: string;
  readonly distributions: DistributionOptions;
}

type Write<Source> = (source: Source) => AsyncIterable<string | Uint8Array>;

/** A file format for exports of the catalog. It has `writeRows`, `writeDatasets` or both. */
export interface CatalogExportFormat {
  /** The description of the format in the graph. */
  readonly description: string;
  readonly mediaType: string;
  readonly extension: string;
  /** The name of the format in addresses, when it is not a valid name in GraphQL. */
  readonly pathName?: string;
  /** Writes the rows that a query selects. A format without `writeRows` ignores the clauses `select` and `group_by`. */
  readonly writeRows?: Write<ExportSource>;
  /** Writes whole datasets, for queries without the clauses `select` and `group_by`. */
  readonly writeDatasets?: Write<DatasetSource>;
}
