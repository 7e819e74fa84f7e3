import type { BoundQuery } from '#engine/odsql/bind/bound.ts';
import { compileRecord } from '#engine/odsql/evaluate/evaluate-query.ts';
import { EvaluationCosts } from '#engine/odsql/evaluate/evaluation-costs.ts';
import { type StoredRecord, StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { Sql } from '#kernel/sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import type { RecordRows } from '#records/index.ts';
import { visibleTest } from './evaluate-reads.ts';
import type { Selection } from './selection.ts';

/*
 * How the row file of a generation answers the reads of this folder, with the rows that the statements of the column engine have: the engine finds the
 * records of a page, and the file has their values.
 */

/** How the row file answers a statement. */
export interface RowRead {
  /** Whether it can: no file is made for what the column engine must answer. */
  readonly fits: () => boolean;
  /** The rows of the statement; undefined where the file cannot be read. */
  readonly read: (rows: RecordRows) => Promise<readonly TextRow[] | undefined>;
}

type Items = BoundQuery<SqlField>['items'];

/** Whether items are computed from stored records without the column engine. */
const fits = ({ scope, records }: Selection, items: Items, rows: number | 'one by its identifier'): boolean =>
  new EvaluationCosts(new StoredRecords([], [])).fitsRecords(items, {
    timezone: scope.timezone,
    visible: typeof rows === 'number' ? null : records.visibleFilter,
    rows: typeof rows === 'number' ? rows : 1,
  });

interface FoundPage {
  readonly items: Items;
  readonly limit: number;
  /** A statement for the places of the records: texts, of which the last is the position. */
  readonly places: () => Sql;
  /** The row of a record. */
  readonly rowOf: (json: string, record: StoredRecord, place: TextRow) => TextRow;
}

/** The rows of a page of records. */
export const pageFromRows = (selection: Selection, { items, limit, places, rowOf }: FoundPage): RowRead => ({
  fits: () => fits(selection, items, limit),
  async read(rows) {
    const found = await rows.found(places());
    const write = compileRecord({ items, scope: selection.scope });
    return found?.map(({ record, place }) => rowOf(write(record), record, place));
  },
});

/** The row of the record with an identifier: its JSON object. */
export const recordFromRows = (selection: Selection, items: Items, recordId: string): RowRead => ({
  fits: () => fits(selection, items, 'one by its identifier'),
  async read(rows) {
    const found = await rows.withId(recordId);
    if (found === undefined) return undefined;
    const isVisible = found !== null && (visibleTest(selection)?.(found) ?? true);
    return isVisible ? [[compileRecord({ items, scope: selection.scope })(found)]] : [];
  },
});
