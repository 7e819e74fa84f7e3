import type { DatasetPageQuery } from '../../generated/graphql.ts';

/** A published dataset. */
export type Dataset = NonNullable<DatasetPageQuery['catalogDataset']>;
