import type { BoundQuery } from '#engine/odsql/bind/bound.ts';
import { compileRecord } from '#engine/odsql/evaluate/evaluate-query.ts';
import { EvaluationCosts } from '#engine/odsql/evaluate/evaluation-costs.ts';
import { type StoredRecord, StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import type { SqlType } from '#engine/odsql/sql/expression-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { Sql } from '#kernel/sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import { positionField, type RecordRows } from '#records/index.ts';
import { keyTexts, visibleTest } from './evaluate-reads.ts';
import type { OrderedRecords } from './ordered-records.ts';
import type { RecordPosition } from './page-sql.ts';
import type { RecordSelection } from './selection.ts';

/*
 * How the row file of a generation answers the reads of this folder, with the rows that the statements of the column engine have. Its order files, or else
 * the engine, find the records of a page, and the file has their values.
 */

/** How the row file answers a statement. Undefined is what the column engine must answer. */
export interface RowRead {
  /** Whether it can: no file is made for what the column engine must answer. */
  readonly fits: () => boolean;
  /** The rows of the statement, by the row file alone. */
  readonly read: (rows: RecordRows) => Promise<readonly TextRow[] | undefined>;
  /** The rows whose places the column engine finds, where the file alone has none. */
  readonly found?: {
    /** A statement for the places of the records: texts, of which the last is the position. */
    readonly places: () => Sql;
    readonly read: (rows: RecordRows, places: readonly TextRow[]) => Promise<readonly TextRow[]>;
  };
}

type Items = BoundQuery<SqlField>['items'];

/** Whether items are computed from stored records without the column engine. */
const fits = ({ scope, records }: RecordSelection, items: Items, rows: number | 'one by its identifier'): boolean =>
  new EvaluationCosts(new StoredRecords([], [])).fitsRecords(items, {
    timezone: scope.timezone,
    visible: typeof rows === 'number' ? null : records.visibleFilter,
    rows: typeof rows === 'number' ? rows : 1,
  });

interface FoundPage {
  readonly items: Items;
  readonly limit: number;
  readonly offset: number;
  readonly after: RecordPosition | undefined;
  /** The types of the keys of the order. */
  readonly types: readonly SqlType[];
  readonly ordered: () => OrderedRecords | undefined;
  readonly places: () => Sql;
  /** The row of a record. */
  readonly rowOf: (json: string, record: StoredRecord, place: TextRow) => TextRow;
}

/** The rows of a page of records. */
export function pageFromRows(selection: RecordSelection, page: FoundPage): RowRead {
  const { items, limit, ordered, types, places, rowOf } = page;
  const write = () => compileRecord({ items, scope: selection.scope });
  const textsOf = keyTexts(types);
  return {
    fits: () => fits(selection, items, limit),
    async read(rows) {
      const found = await ordered()?.page(rows, { ...page, textsOf });
      if (!found) return undefined;
      const json = write();
      return found.map(({ record, keys }) =>
        rowOf(json(record), record, [...textsOf(keys), record.json(positionField)]),
      );
    },
    found: {
      places,
      async read(rows, found) {
        const json = write();
        const records = await rows.at(found.map((place) => Number(place.at(-1))));
        return records.map((record, index) => rowOf(json(record), record, found[index] ?? []));
      },
    },
  };
}

/** The row of the record with an identifier: its JSON object. */
export const recordFromRows = (selection: RecordSelection, items: Items, recordId: string): RowRead => ({
  fits: () => fits(selection, items, 'one by its identifier'),
  async read(rows) {
    const found = await rows.withId(recordId);
    const isVisible = found !== null && (visibleTest(selection)?.(found) ?? true);
    return isVisible ? [[compileRecord({ items, scope: selection.scope })(found)]] : [];
  },
});

/** The row with the number of records that are selected. */
export const countFromRows = (ordered: () => OrderedRecords | undefined): RowRead => ({
  fits: () => true,
  async read(rows) {
    const count = await ordered()?.count(rows);
    return count === undefined ? undefined : [[String(count)]];
  },
});
