import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import type { BoundItem } from '#engine/odsql/bind/bound.ts';
import { hasAggregate } from '#engine/odsql/bind/bind-expression.ts';
import { parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { rowSql } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { RequestContext } from '#api/context.ts';
import {
  checkPage,
  type Connection,
  connectionOf,
  cursorColumn,
  type Page,
  type PageArgs,
} from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import { failFields } from '#kernel/fail.ts';
import { toNodeId } from '#kernel/ids.ts';
import { canonicalJson, JsonText, tryParseJson } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import { TextSeal } from '#platform/encryption.ts';
import { isRecordId, recordIdField, recordWithId } from '#records/index.ts';
import { orderTree } from './filter-tree.ts';
import type { RecordOrder } from './records.inputs.ts';
import type { ExploredRecord } from './records.type.ts';
import { evaluatedPage, evaluatedRecord } from './evaluate-reads.ts';
import { orderedRecords } from './ordered-records.ts';
import { pageOrder, pageSql, placesSql, type RecordPosition } from './page-sql.ts';
import { pageFromRows, recordFromRows } from './row-reads.ts';
import { countRecords, onlyColumn, readTexts, type RecordRead } from './run-reads.ts';
import { conditionOf, filterOf, type RecordSelection } from './selection.ts';
import { hash } from 'node:crypto';
import type { SqlType } from '#engine/odsql/sql/expression-sql.ts';

/** What a page of records shows, and in which order. */
interface PageArguments {
  readonly select?: readonly string[] | undefined;
  readonly orderBy?: readonly RecordOrder[] | undefined;
  readonly page: PageArgs;
}

/** The maximum sum of `offset` and `first` where records are skipped (docs/contract/explore.md 3). Cursors reach all records. */
const maxReach = 10_000;

/** A page of the selected records. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
export function readRecordPage(
  ctx: RequestContext,
  selection: RecordSelection,
  { select = [], orderBy = [], page }: PageArguments,
): Connection<Row<ExploredRecord>> {
  const checkedPage = checkReach(checkPage(page));
  const { records, scope } = selection;
  const filter = filterOf(selection);
  const order = orderTree(orderBy, scope);
  const query = bindQuery({ select: select.flatMap(parseSelect), orderBy: order }, scope);
  checkItems(query.items);
  const sorted = pageOrder(selection, filter, query.order);
  const { keys, isRanked } = sorted;
  const types = keys.map(({ type }) => type);
  const cursors = new RecordCursors({
    generation: records.generation,
    types,
    order: () => canonicalJson([orderBy, orderBy.length > 0 ? null : keys.map(({ value }) => value.render())]),
    seal: () => (records.condition ? new TextSeal(ctx.app.secrets.deriveKey('cursors of records')) : null),
  });
  const after = checkedPage.after === undefined ? undefined : cursors.parse(checkedPage.after);
  const range = { after, limit: checkedPage.length + 1, offset: checkedPage.offset };
  const found = {
    from: records.from,
    condition: conditionOf(selection, filter),
    ...sorted,
    position: scope.position,
  };
  const read: RecordRead = {
    statement: () => pageSql({ ...found, ...range, record: rowSql(query.items, scope), recordId: recordIdField.value }),
    evaluate: evaluatedPage(selection, { query: { ...query, filter }, isRanked, types, ...range }),
    fromRows: pageFromRows(selection, {
      items: query.items,
      ...range,
      types,
      ordered: () => orderedRecords(ctx, selection, query.order),
      places: () => placesSql({ ...found, ...range }),
      rowOf: (json, record, place) => [json, record.json(recordIdField).slice(1, -1), ...place],
    }),
  };
  return connectionOf<ExploredRecord>(
    checkedPage,
    async () => (await readTexts(ctx, records, read)).map((row) => new RecordOfPage(row, records.uid, cursors)),
    () => countRecords(ctx, selection, { order: query.order }),
  );
}

/** The selected record with an identifier, in hexadecimal; null when there is none. */
export async function readRecord(
  ctx: RequestContext,
  selection: RecordSelection,
  recordId: string,
  select: readonly string[],
): Promise<ExploredRecord | null> {
  const { records, scope } = selection;
  const { items } = bindQuery({ select: select.flatMap(parseSelect) }, scope);
  checkItems(items);
  if (!isRecordId(recordId)) return null;
  const read: RecordRead = {
    statement: () => {
      const condition = conditionOf(selection, null) ?? sqlText('true');
      return sql`
        select ${rowSql(items, scope)}
        from ${records.from}
        where ${recordWithId(records, recordId)} and ${condition}
        limit 1`;
    },
    evaluate: evaluatedRecord(selection, items, recordId),
    fromRows: recordFromRows(selection, items, recordId),
  };
  const [values] = onlyColumn(await readTexts(ctx, records, read));
  return values === undefined ? null : recordOf(records.uid, recordId, values);
}

/** The record of a row of `pageSql`. Its values are not parsed. Its identifier in the graph and its cursor are made where they are selected. */
class RecordOfPage implements ExploredRecord {
  readonly [name: string]: unknown;
  readonly recordId: string;
  readonly values: JsonText;
  readonly #datasetUid: string;
  readonly #places: TextRow;
  readonly #cursors: RecordCursors;

  constructor([values, recordId, ...places]: TextRow, datasetUid: string, cursors: RecordCursors) {
    this.recordId = recordId ?? '';
    this.values = new JsonText(values ?? 'null');
    this.#datasetUid = datasetUid;
    this.#places = places;
    this.#cursors = cursors;
  }

  get id(): string {
    return recordNodeId(this.#datasetUid, this.recordId);
  }

  get [cursorColumn](): string {
    return this.#cursors.write({ keys: this.#places.slice(0, -1), position: this.#places.at(-1) ?? '' });
  }
}

const recordOf = (datasetUid: string, recordId: string, values: string) => ({
  id: recordNodeId(datasetUid, recordId),
  recordId,
  values: new JsonText(values),
});

const recordNodeId = (datasetUid: string, recordId: string): string => toNodeId('Record', `${datasetUid}:${recordId}`);

function checkReach(page: Page): Page {
  return page.offset === 0 || page.offset + page.length <= maxReach
    ? page
    : failFields({ offset: [`Reach at most ${String(maxReach)} records by offset; use after for the others.`] });
}

function checkItems(items: readonly BoundItem<SqlField>[]): void {
  if (items.some(({ expression }) => hasAggregate(expression)))
    failFields({ select: ['Records have no aggregates; ask for them in aggregate or rows.'] });
}

/** The list that cursors belong to. What only cursors need is computed by functions, once. */
interface CursorList {
  readonly generation: string;
  /** The types of the keys. */
  readonly types: readonly SqlType[];
  /** Describes the order; cursors of another order are refused. */
  readonly order: () => string;
  /** Seals the cursors of callers who do not see all records: a position counts the hidden records before it. Null for other callers. */
  readonly seal: () => TextSeal | null;
}

/** The digits of a position in a sealed cursor. They hold every position, so the length of a cursor does not show how large it is. */
const positionDigits = 19;

/** The cursors of a list: base64url of a JSON array, sealed where the list has a seal. */
class RecordCursors {
  readonly #list: CursorList;
  #fingerprint: string | undefined;
  #seal: TextSeal | null | undefined;

  constructor(list: CursorList) {
    this.#list = list;
  }

  get #orderFingerprint(): string {
    return (this.#fingerprint ??= fingerprint(this.#list.order()));
  }

  get #sealOfList(): TextSeal | null {
    return this.#seal === undefined ? (this.#seal = this.#list.seal()) : this.#seal;
  }

  /** The cursor of a record. */
  write({ keys, position }: RecordPosition): string {
    const seal = this.#sealOfList;
    const padded = seal ? position.padStart(positionDigits, '0') : position;
    const text = JSON.stringify([this.#list.generation, this.#orderFingerprint, padded, ...keys]);
    return seal ? seal.seal(text) : Buffer.from(text).toString('base64url');
  }

  /**
   * The position that a cursor encodes. Fails INVALID_INPUT for a cursor of another order, of another list or of earlier records, whose
   * positions mean nothing in the current records.
   */
  parse(cursor: string): RecordPosition {
    const { generation, types } = this.#list;
    const seal = this.#sealOfList;
    const parts = tryParseJson(seal ? seal.open(cursor) : Buffer.from(cursor, 'base64url').toString('utf8'));
    const [cursorGeneration, orderFingerprint, position, ...keys] = isList(parts) ? parts : [];
    if (typeof cursorGeneration !== 'string' || !isOfType.bigint(position) || keys.length !== types.length)
      return failCursor(unknownCursor);
    if (cursorGeneration !== generation)
      return failCursor('The records were published again since; start from the first page.');
    if (orderFingerprint !== this.#orderFingerprint) return failCursor(unknownCursor);
    const valid = keys.flatMap((key, index) => (key === null || isOfType[types[index] ?? 'text'](key) ? [key] : []));
    return valid.length === keys.length ? { keys: valid, position } : failCursor(unknownCursor);
  }
}

const isList = (parts: unknown): parts is readonly unknown[] => Array.isArray(parts);

const unknownCursor = 'This is not a cursor of this list; take one from its edges or pageInfo.';

const failCursor = (message: string): never => failFields({ after: [message] });

const fingerprint = (order: string): string => hash('sha256', order, 'base64url').slice(0, 12);

const day = /^\d{4,6}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/;
const instant =
  /^(\d{4,6}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2}$/;

/** Whether a part of a cursor is a text of the type, so that casting it cannot fail. */
const isOfType: Readonly<Record<SqlType, (part: unknown) => part is string>> = {
  text: (part): part is string => typeof part === 'string' && !part.includes('\0'),
  bigint: (part): part is string => isMatch(part, /^-?\d{1,19}$/) && BigInt.asIntN(64, BigInt(part)) === BigInt(part),
  'double precision': (part): part is string =>
    isMatch(part, /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]\d{1,3})?$/) && Number.isFinite(Number(part)),
  date: (part): part is string => isMatch(part, day) && isDay(part),
  timestamptz: (part): part is string => isMatch(part, instant) && isDay(instant.exec(part)?.[1] ?? ''),
};

const isMatch = (part: unknown, pattern: RegExp): part is string => typeof part === 'string' && pattern.test(part);

/** Whether the calendar has a day of the years that JavaScript and PostgreSQL share. */
function isDay(text: string): boolean {
  const [year = '', month, date] = text.split('-');
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  time.setUTCFullYear(Number(year));
  return Number(year) > 0 && time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(date);
}
