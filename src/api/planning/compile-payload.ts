import { getNamedType, isLeafType, isNonNullType } from 'graphql';
import { SqlParameter, sql, sqlAnd, sqlName } from '../../kernel/sql.ts';
import type { RenderedStatement } from '../../platform/database/database.ts';
import { isReadLater, type ReadLater } from '../reading/read.ts';
import { partsOf } from '../lazily.ts';
import { collectFields, selectionsOf, type Reading } from './collect-fields.ts';
import type { ArgumentValues, Compilation, PlannedParameter } from './compilation.ts';
import { decline } from './declined.ts';
import type { Mend, MendRun } from './mend.ts';
import type { Change } from './run-change.ts';
import { asObject, selectFields, type Asked, type Selected } from './select-fields.ts';
import { selectObject } from './select-object.ts';
import { shapeValue } from './shape-value.ts';

/** How a payload is read: its rows and its values come in one statement. */
export interface PayloadPlan {
  readonly statement: RenderedStatement;
  readonly mend: Mend;
  readonly parameters: readonly PlannedParameter[];
}

/** The rows that a payload shows, by field. */
type Rows = Readonly<Record<string, ReadLater>>;

/** The rows that are selected of a payload. */
export function rowsIn(reading: Reading, { payload, nodes }: Change, value: unknown): Rows {
  const parts = partsOf(value);
  const selected = [...collectFields(reading, payload, selectionsOf(nodes)).values()].flatMap(([node]) =>
    node ? [node.name.value] : [],
  );
  return Object.fromEntries(
    selected.flatMap((name) => {
      const part = parts[name];
      return part && isReadLater(part) ? [[name, part] as const] : [];
    }),
  );
}

/** What of a payload decides on its statement's text: which fields are rows, and how those are found. */
export const shapeOfRows = (rows: Rows): string =>
  Object.entries(rows)
    .map(([field, { of, matching }]) => `${field}:${of.type}(${Object.keys(matching).join()})`)
    .join(';');

/** Names of parameters; the points keep them apart from those of the caller and of arguments. */
const matchName = (field: string, column: string) => `${field}.${column}`;
const valueName = (key: string) => `.${key}`;

/** Compiles the reading of a payload; declines where the declarations do not express a field of its rows. */
export function compilePayload(c: Compilation, { payload, nodes }: Change, rows: Rows): PayloadPlan {
  const selected = selectFields(c, payload, nodes, (asked) => {
    const row = rows[asked.field.name];
    return row
      ? selectRow(c, asked, row)
      : { value: sql`${new SqlParameter(valueName(asked.nodes[0].alias?.value ?? asked.field.name))}::json` };
  });
  return {
    statement: sql`select ${asObject(selected).value}::text`.render(),
    mend: selected.mend,
    parameters: c.parameters,
  };
}

function selectRow(c: Compilation, { field, nodes }: Asked, { of, matching }: ReadLater): Selected {
  const alias = c.alias();
  const matches = Object.keys(matching).map(
    (column) => sql`${alias}.${sqlName(column)} = ${new SqlParameter(matchName(field.name, column))}::text`,
  );
  const from = sql`from ${sqlName(of.table)} ${alias} where ${sqlAnd(of.visible(c.session, alias), ...matches)}`;
  const { value, mend } = asObject(selectObject(c, of, c.rowTypeOf(field), nodes, alias), from);
  return {
    value,
    mend: isNonNullType(field.type) ? (found, run) => mended(mend, found ?? decline(field.name), run) : mend,
  };
}

const mended = (mend: Mend, found: unknown, run: MendRun): unknown => (mend ? mend(found, run) : found);

/** The values of the parameters of such a statement: where the rows are, and the other fields of the payload as the answer shows them. */
export async function payloadRun(
  reading: Reading,
  { payload, nodes }: Change,
  value: unknown,
  rows: Rows,
): Promise<ArgumentValues> {
  const run: Record<string, unknown> = {};
  for (const [field, { matching }] of Object.entries(rows)) {
    for (const [column, text] of Object.entries(matching)) run[matchName(field, column)] = text;
  }
  for (const [key, [node, ...others]] of collectFields(reading, payload, selectionsOf(nodes))) {
    const field = node && payload.getFields()[node.name.value];
    if (!field || rows[field.name]) continue;
    if (!isLeafType(getNamedType(field.type))) decline(field.name);
    run[valueName(key)] = JSON.stringify(
      shapeValue(reading, field.type, [node, ...others], await propertyOf(value, field.name)),
    );
  }
  return run;
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
