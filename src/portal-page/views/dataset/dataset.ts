import type { DatasetPageQuery } from '#portal-page/generated/operations.ts';

/** A published dataset. */
export type Dataset = NonNullable<DatasetPageQuery['catalogDataset']>;
