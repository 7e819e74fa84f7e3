import {
  DatasetRecordDocument,
  type DatasetRecordQuery,
  DatasetRecordsDocument,
  type DatasetRecordsQuery,
  type RecordColumnFragment,
} from '#portal-page/generated/operations.ts';
import type { ViewRequest } from '#portal-page/view.tsx';
import { limits, recordStateOf, selectionOf, selectOf, shownColumns, type TableState } from './table-state.ts';

/** The number of records on a page of the table. */
export const recordPageSize = 10;
/** The limits of the facets next to the table. */
export const facetLimits = { facets: 10, values: 20 } as const;

type Read = NonNullable<DatasetRecordsQuery['catalogDataset']>;

/** A page of records and the values of their facets, or why they could not be read. */
export interface RecordsPage {
  readonly page: Read['records'];
  readonly facets: NonNullable<Read['recordFacets']>;
  readonly failure: unknown;
}

type Request = Pick<ViewRequest, 'reader' | 'signal'>;

/** Reads the records that a table shows. Errors are shown at the table. */
export async function readRecords(
  { reader, signal }: Request,
  { datasetId, schema }: { readonly datasetId: string; readonly schema: readonly RecordColumnFragment[] },
  state: TableState,
): Promise<RecordsPage> {
  const facets = schema.filter(({ isFacet }) => isFacet).slice(0, facetLimits.facets);
  const variables = {
    ...{ datasetId, first: recordPageSize, offset: (state.page - 1) * recordPageSize },
    ...queryVariables(state, schema),
    select: selectOf(shownColumns(state, schema).map(({ name }) => name)),
    facets: facets.map(({ name }) => ({ field: name, limit: facetLimits.values })),
    withFacets: facets.length > 0,
  };
  return reader.read(DatasetRecordsDocument, variables, signal).then(
    ({ data, failures }) => ({
      page: data.catalogDataset?.records ?? null,
      facets: data.catalogDataset?.recordFacets ?? [],
      failure: failures[0]?.error,
    }),
    (failure: unknown) => ({ page: null, facets: [], failure }),
  );
}

const queryVariables = (state: TableState, schema: readonly RecordColumnFragment[]) => {
  const recordState = recordStateOf(state, schema);
  return {
    ...selectionOf(recordState),
    orderBy: recordState.orderBy?.map(({ field, direction }) => ({ field, direction })) ?? null,
  };
};

/** A record, and the ones before and after it in the table. */
export interface ReadRecord {
  readonly record: NonNullable<NonNullable<DatasetRecordQuery['catalogDataset']>['record']>;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Reads a record; undefined where there is none. `row` is its place in the table, from 1 on: its neighbors are known where it still stands there.
 */
export async function readRecord(
  { reader, signal }: Request,
  { datasetId, schema }: { readonly datasetId: string; readonly schema: readonly RecordColumnFragment[] },
  recordId: string,
  { state, row }: { readonly state: TableState; readonly row: number | undefined },
): Promise<ReadRecord | undefined> {
  const offset = Math.max(0, (row ?? 1) - 2);
  const firstName = schema[0]?.name;
  const variables = {
    ...{ datasetId, recordId, first: 3, offset, withNeighbors: row !== undefined },
    ...queryVariables(state, schema),
    select: firstName === undefined ? null : selectOf([firstName]),
  };
  const { data, failures } = await reader.read(DatasetRecordDocument, variables, signal);
  const record = data.catalogDataset?.record;
  const failure = failures.find(({ path }) => !path.startsWith('catalogDataset.neighbors'));
  if (failure && !record) throw failure.error;
  if (!record) return undefined;
  const nodes = data.catalogDataset?.neighbors?.nodes ?? [];
  const at = nodes.findIndex((node) => node.recordId === record.recordId);
  return {
    record,
    before: at < 0 ? undefined : nodes[at - 1]?.recordId,
    after: at < 0 ? undefined : nodes[at + 1]?.recordId,
  };
}

/** The place of a record in the table that an address names. */
export function rowOf(parameters: URLSearchParams): number | undefined {
  const row = Number(parameters.get('row') ?? 'none');
  return Number.isInteger(row) && row >= 1 && row < limits.pages * recordPageSize - 2 ? row : undefined;
}
