import type { ExploreDataset } from '../../../api/explore/explore-dataset.ts';
import type { ExportSource } from '../../../engine/exports/export-format.ts';
import type { DistributionOptions } from '../metadata/describe-dataset.ts';

/** The datasets of an export. */
export interface DatasetSource {
  /** In batches, each dataset as the caller sees it. */
  readonly datasets: AsyncIterable<readonly ExploreDataset[]>;
  /** The address of the service, as the client reaches it: scheme and host. */
  readonly address: string;
  readonly distributions: DistributionOptions;
}

type Write<Source> = (source: Source) => AsyncIterable<string | Uint8Array>;

/** A file format of the catalog. It has at least one of the two ways to write. */
export interface CatalogExportFormat {
  /** What the graph says of it. */
  readonly description: string;
  readonly mediaType: string;
  readonly extension: string;
  /** The name in the address, where the graph cannot have it. */
  readonly pathName?: string;
  /** Writes the rows that a query selects. A format without it ignores the clauses `select` and `group_by`. */
  readonly writeRows?: Write<ExportSource>;
  /** Writes whole datasets, where the query has neither clause. */
  readonly writeDatasets?: Write<DatasetSource>;
}
