import { getNamedType, isLeafType, isNonNullType } from 'graphql';
import { SqlParameter, sql, sqlAnd, sqlName } from '../../kernel/sql.ts';
import { isDeferredRow, type DeferredRow } from '../reading/read.ts';
import { lazyPartsOf } from '../reading/lazy-object.ts';
import { collectFields, selectionsOf, type SelectionContext } from './builder/collect-fields.ts';
import type { ArgumentValues, PlanBuilder, PlannedParameter } from './builder/plan-builder.ts';
import { unsupported } from './builder/unsupported.ts';
import type { MutationField } from './run-mutation.ts';
import { valueStatement, type PlannedStatement } from './planned-statement.ts';
import {
  asObject,
  selectFields,
  type Finalize,
  type FinalizeContext,
  type RequestedField,
  type SelectedValue,
} from './select/select-list.ts';
import { selectObject } from './select/select-object.ts';
import { completeValue } from './builder/complete-value.ts';

/** How a payload is read: one statement returns its rows and its values. */
export interface PayloadPlan {
  readonly statement: PlannedStatement;
  readonly parameters: readonly PlannedParameter[];
}

/** The rows that a payload shows, by field. */
type PayloadRows = Readonly<Record<string, DeferredRow>>;

/** The rows that are selected of a payload. */
export function selectedRowsOf(
  context: SelectionContext,
  { payload, nodes }: MutationField,
  value: unknown,
): PayloadRows {
  const parts = lazyPartsOf(value);
  const selected = [...collectFields(context, payload, selectionsOf(nodes)).values()].flatMap(([node]) =>
    node ? [node.name.value] : [],
  );
  return Object.fromEntries(
    selected.flatMap((name) => {
      const part = parts[name];
      return part && isDeferredRow(part) ? [[name, part] as const] : [];
    }),
  );
}

/** The part of a payload that affects its statement's text: which fields are rows, and how those are found. */
export const payloadRowsKey = (rows: PayloadRows): string =>
  Object.entries(rows)
    .map(([field, { source, keyValues: matching }]) => `${field}:${source.type}(${Object.keys(matching).join()})`)
    .join(';');

/** Names of parameters. The dots distinguish them from those of the caller and of arguments. */
const matchName = (field: string, column: string) => `${field}.${column}`;
const valueName = (key: string) => `.${key}`;

/** Compiles a payload; unsupported where the declarations do not express a field of its rows. */
export function compilePayload(
  builder: PlanBuilder,
  { payload, nodes }: MutationField,
  rows: PayloadRows,
): PayloadPlan {
  const selected = selectFields(builder, payload, nodes, (requested) => {
    const row = rows[requested.field.name];
    return row
      ? selectRow(builder, requested, row)
      : { value: sql`${new SqlParameter(valueName(requested.nodes[0].alias?.value ?? requested.field.name))}::json` };
  });
  return { statement: valueStatement(asObject(selected)), parameters: builder.parameters };
}

function selectRow(
  builder: PlanBuilder,
  { field, nodes }: RequestedField,
  { source, keyValues: matching }: DeferredRow,
): SelectedValue {
  const alias = builder.createAlias();
  const matches = Object.keys(matching).map(
    (column) => sql`${alias}.${sqlName(column)} = ${new SqlParameter(matchName(field.name, column))}::text`,
  );
  const from = sql`from ${sqlName(source.table)} ${alias} where ${sqlAnd(source.visible(builder.session, alias), ...matches)}`;
  const { value, finalize } = asObject(selectObject(builder, { source, alias }, builder.rowTypeOf(field), nodes), from);
  return {
    value,
    finalize: isNonNullType(field.type)
      ? (found, run) => finalized(finalize, found ?? unsupported(field.name), run)
      : finalize,
  };
}

const finalized = (finalize: Finalize, found: unknown, run: FinalizeContext): unknown =>
  finalize ? finalize(found, run) : found;

/** The values of the statement's parameters: the keys of the rows, and the completed other fields of the payload. */
export async function payloadParameterValues(
  context: SelectionContext,
  { payload, nodes }: MutationField,
  value: unknown,
  rows: PayloadRows,
): Promise<ArgumentValues> {
  const run: Record<string, unknown> = {};
  for (const [field, { keyValues: matching }] of Object.entries(rows)) {
    for (const [column, text] of Object.entries(matching)) run[matchName(field, column)] = text;
  }
  for (const [key, [node, ...others]] of collectFields(context, payload, selectionsOf(nodes))) {
    const field = node && payload.getFields()[node.name.value];
    if (!field || rows[field.name]) continue;
    if (!isLeafType(getNamedType(field.type))) unsupported(field.name);
    run[valueName(key)] = JSON.stringify(
      completeValue(context, field.type, [node, ...others], await propertyOf(value, field.name)),
    );
  }
  return run;
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
