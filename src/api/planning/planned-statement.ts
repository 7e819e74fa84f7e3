import { JsonText } from '#kernel/json.ts';
import { sql, sqlJoin, sqlName, type Sql } from '#kernel/sql.ts';
import type { DatabaseClient, RenderedStatement } from '#platform/database/database-client.ts';
import type { RowBytes } from '#platform/database/statements.ts';
import type { JsonPart } from '../reading/lazy-object.ts';
import type { ArgumentValues } from './plan-builder.ts';
import {
  asJson,
  type Finalization,
  finalizeText,
  type ObjectQuery,
  type SelectedColumn,
  type SelectedValue,
} from './select-list.ts';

/** How the columns of a statement form the answer: one column is the value, or there is an object with a value for each response key. */
export type Layout = 'column' | readonly (readonly [key: string, Layout])[];

/** A statement whose columns are JSON texts, and how they form the answer. */
export interface PlannedStatement {
  readonly statement: RenderedStatement;
  readonly layout: Layout;
}

/** Makes the statement that returns a value as one JSON text. */
export const valueStatement = ({ value }: SelectedValue): PlannedStatement => ({
  statement: sql`select ${asJson(value)}::text`.render(),
  layout: 'column',
});

/**
 * Makes the statement that returns the parts of a page (its count, its nodes …) in a column each: the REST layer puts the nodes into its
 * envelope without parsing them.
 */
export function pageStatement({ query, columns }: ObjectQuery): PlannedStatement {
  const values = columns.map(({ key }) => sql`${pageAlias}.${sqlName(key)}`);
  return {
    statement: sql`select ${textsOf(values)} from (${query}) ${pageAlias}`.render(),
    layout: layoutOf(columns),
  };
}

/** Like `pageStatement`, for a row that has at most one page among its fields. */
export function rowStatement(columns: readonly SelectedColumn[], table: Sql, where: Sql): PlannedStatement {
  const values = columns.flatMap(({ value, connectionQuery: page }) =>
    page ? page.columns.map(({ key }) => sql`${pageAlias}.${sqlName(key)}`) : value,
  );
  const pages = columns.flatMap(({ connectionQuery: page }) => (page ? sql`lateral (${page.query}) ${pageAlias}` : []));
  return {
    statement:
      sql`select ${textsOf(values)} from ${sqlJoin([table, ...pages], ' cross join ')} where ${where}`.render(),
    layout: columns.map(({ key, connectionQuery: page }) => [key, page ? layoutOf(page.columns) : 'column']),
  };
}

const pageAlias = sqlName('$page');

/** Select list of the values as JSON texts. Each column has its own name, because some drivers return rows as objects. */
const textsOf = (values: readonly Sql[]): Sql =>
  sqlJoin(
    values.map((value, index) => sql`${asJson(value)}::text as ${sqlName(`c${String(index)}`)}`),
    ', ',
  );

const layoutOf = (columns: readonly SelectedColumn[]): Layout => columns.map(({ key }) => [key, 'column']);

/** Runs a statement and returns the value that its columns form; null where it finds no row. */
export async function runStatement(
  db: DatabaseClient,
  { statement, layout }: PlannedStatement,
  parameters: ArgumentValues,
  finalization: Finalization,
): Promise<JsonPart> {
  const columns = await db.texts(statement, parameters);
  return columns ? readAnswer(layout, columns, finalization) : new JsonText('null');
}

/** The value that the columns of a statement form. */
export const readAnswer = (layout: Layout, columns: RowBytes, finalization: Finalization): JsonPart =>
  readJsonPart(layout, columns.values(), finalization);

function readJsonPart(
  layout: Layout,
  columns: Iterator<Buffer | null, undefined>,
  finalization: Finalization,
): JsonPart {
  if (layout !== 'column')
    return Object.fromEntries(
      layout.map(([key, fieldLayout]) => [key, readJsonPart(fieldLayout, columns, finalization)] as const),
    );
  const { value }: IteratorResult<Buffer | null, undefined> = columns.next();
  return new JsonText(value ? finalizeText(value, finalization) : 'null');
}
