import type { DatasetPageQuery } from '#portal-page/generated/graphql.ts';

/** A published dataset. */
export type Dataset = NonNullable<DatasetPageQuery['catalogDataset']>;
