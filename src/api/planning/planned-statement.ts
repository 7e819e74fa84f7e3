import { JsonText } from '../../kernel/json-text.ts';
import { sql, sqlJoin, sqlName, type Sql } from '../../kernel/sql.ts';
import type { RenderedStatement } from '../../platform/database/database-client.ts';
import type { JsonPart } from '../json-parts.ts';
import type { RequestContext } from '../context.ts';
import type { ArgumentValues } from './builder/plan-builder.ts';
import {
  unfinishedKey,
  type Finalize,
  type FinalizeContext,
  type ObjectQuery,
  type SelectedColumn,
  type SelectedValue,
} from './select/select-list.ts';

/** How the columns of a statement form the answer: one value, or an object with a value for each response key. */
type Layout = { readonly finalize: Finalize } | { readonly fields: readonly (readonly [key: string, Layout])[] };

/** A statement whose columns are JSON texts, and how they form the answer. */
export interface PlannedStatement {
  readonly statement: RenderedStatement;
  readonly layout: Layout;
}

/** Makes the statement that returns a value as one JSON text. */
export const valueStatement = ({ value, finalize }: SelectedValue): PlannedStatement => ({
  statement: sql`select ${value}::text`.render(),
  layout: { finalize },
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

/** Like `pageStatement`, for a row that has one page among its fields. */
export function rowStatement(columns: readonly SelectedColumn[], table: Sql, where: Sql): PlannedStatement {
  const values = columns.flatMap(({ value, connectionQuery: page }) =>
    page ? page.columns.map(({ key }) => sql`${pageAlias}.${sqlName(key)}`) : value,
  );
  const pages = columns.flatMap(({ connectionQuery: page }) => (page ? sql`lateral (${page.query}) ${pageAlias}` : []));
  return {
    statement:
      sql`select ${textsOf(values)} from ${sqlJoin([table, ...pages], ' cross join ')} where ${where}`.render(),
    layout: {
      fields: columns.map(({ key, finalize, connectionQuery: page }) => [
        key,
        page ? layoutOf(page.columns) : { finalize },
      ]),
    },
  };
}

const pageAlias = sqlName('$page');

/** Select list of the values as JSON texts. Each column has its own name, because some drivers return rows as objects. */
const textsOf = (values: readonly Sql[]): Sql =>
  sqlJoin(
    values.map((value, index) => sql`to_json(${value})::text as ${sqlName(`c${String(index)}`)}`),
    ', ',
  );

const layoutOf = (columns: readonly SelectedColumn[]): Layout => ({
  fields: columns.map(({ key, finalize }) => [key, { finalize }]),
});

/** Runs a statement and returns the value that its columns form; null where it finds no row. */
export async function runStatement(
  ctx: RequestContext,
  { statement, layout }: PlannedStatement,
  parameters: ArgumentValues,
  variables: ArgumentValues,
): Promise<JsonPart> {
  const columns = await ctx.db.texts(statement, parameters);
  return columns ? readJsonPart(layout, columns.values(), { variables, app: ctx.app }) : new JsonText('null');
}

function readJsonPart(layout: Layout, columns: Iterator<string | null, undefined>, context: FinalizeContext): JsonPart {
  if ('fields' in layout)
    return Object.fromEntries(
      layout.fields.map(([key, fieldLayout]) => [key, readJsonPart(fieldLayout, columns, context)] as const),
    );
  const { value }: IteratorResult<string | null, undefined> = columns.next();
  const text = new JsonText(value ?? 'null');
  return layout.finalize && text.text.includes(`"${unfinishedKey}"`)
    ? new JsonText(JSON.stringify(layout.finalize(text.value, context)))
    : text;
}
