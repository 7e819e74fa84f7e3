import {
  getNamedType,
  getNullableType,
  type OperationDefinitionNode,
  type GraphQLObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { sql, type Sql, sqlAnd, sqlName, SqlParameter, sqlText } from '#kernel/sql.ts';
import type { Order } from '../reading/type-source.ts';
import { cursorExpression } from '../reading/connection.ts';
import { lazyPartsOf } from '../reading/lazy-object.ts';
import { isLazyRow, type LazyEdge, type LazyRow } from '../reading/read.ts';
import { collectFields, type SelectionContext, selectionsOf } from './collect-fields.ts';
import {
  type ArgumentValues,
  type Finalize,
  type PlanBuilder,
  type PlannedParameter,
  unsupported,
} from './plan-builder.ts';
import {
  asJson,
  asObject,
  completeValue,
  finalizedValue,
  type RequestedField,
  type SelectedValue,
  selectFields,
  type SelectList,
} from './select-list.ts';
import { type PlannedStatement, valueStatement } from './planned-statement.ts';
import { type SelectedRow, selectObject } from './select-object.ts';

/** The one root field of a mutation, and the type of its payload. */
export interface MutationField extends RequestedField {
  /** The response key of the payload. */
  readonly key: string;
  readonly payload: GraphQLObjectType;
}

/** The root field of a mutation; throws Unsupported for several root fields, or for a payload that is not an object. */
export function mutationFieldOf(context: SelectionContext, operation: OperationDefinitionNode): MutationField {
  const type = context.schema.getMutationType() ?? unsupported('Mutation');
  const [first, ...more] = collectFields(context, type, [operation.selectionSet]);
  const [key, [node, ...others]] = first ?? unsupported(type.name);
  const field = node && type.getFields()[node.name.value];
  if (!field || more.length > 0) return unsupported(type.name);
  const payload = getNullableType(field.type);
  return { key, field, nodes: [node, ...others], payload: isObjectType(payload) ? payload : unsupported(field.name) };
}

/** How a payload is read: one statement, of its own or that of the change, returns its rows and its values. */
export interface PayloadPlan extends PlannedStatement {
  /** The expression of the payload's text, which is all that the statement selects. */
  readonly text: Sql;
  readonly parameters: readonly PlannedParameter[];
  readonly finalizers: readonly Finalize[];
}

/** The rows that a payload shows, by field. */
type PayloadRows = Readonly<Record<string, PayloadRow>>;
type PayloadRow = LazyRow | LazyEdge;

/** The lazy rows that the document selects from a payload. */
export function selectedRowsOf(
  context: SelectionContext,
  { payload, nodes }: MutationField,
  value: unknown,
): PayloadRows {
  const parts = lazyPartsOf(value);
  const rows: Record<string, PayloadRow> = {};
  for (const [node] of collectFields(context, payload, selectionsOf(nodes)).values()) {
    const name = node?.name.value ?? '';
    const part = parts[name];
    if (part && isLazyRow(part)) rows[name] = part;
  }
  return rows;
}

/** The part of a payload that affects its statement's text: which fields are rows, and how those are found. */
export const payloadRowsKey = (rows: PayloadRows): string =>
  Object.entries(rows)
    .map(([field, { source, keyValues }]) => `${field}:${source.type}(${Object.keys(keyValues).join()})`)
    .join(';');

/** Names of parameters. The dots distinguish them from the parameters of the caller and of arguments. */
const keyParameterName = (field: string, column: string) => `${field}.${column}`;
const valueParameterName = (key: string) => `.${key}`;

/** Compiles a payload; throws Unsupported where the declarations do not express a field of its rows. */
export function compilePayload(
  builder: PlanBuilder,
  { payload, nodes }: MutationField,
  rows: PayloadRows,
): PayloadPlan {
  const selected = selectFields(builder, payload, nodes, (requested) => {
    const row = rows[requested.field.name];
    return row
      ? selectRow(builder, requested, row)
      : {
          value: sql`${new SqlParameter(valueParameterName(requested.nodes[0].alias?.value ?? requested.field.name))}::json`,
        };
  });
  const { value } = asObject(selected);
  const { parameters, finalizers } = builder;
  return { ...valueStatement({ value }), text: sql`${asJson(value)}::text`, parameters, finalizers };
}

function selectRow(builder: PlanBuilder, requested: RequestedField, row: PayloadRow): SelectedValue {
  const { field } = requested;
  const { source, keyValues } = row;
  const alias = builder.createAlias();
  const matches = Object.keys(keyValues).map(
    (column) => sql`${alias}.${sqlName(column)} = ${new SqlParameter(keyParameterName(field.name, column))}::text`,
  );
  const from = sql`from ${sqlName(source.table)} ${alias} where ${sqlAnd(source.visible(builder.session, alias), ...matches)}`;
  const list =
    'order' in row
      ? selectEdge(builder, { source, alias }, row.order, requested)
      : selectObject(builder, { source, alias }, builder.rowTypeOf(field), requested.nodes);
  const selected = asObject(list, from);
  if (!isNonNullType(field.type)) return selected;
  const missing = finalizedValue(builder, sqlText('null'), () => unsupported(field.name));
  return { value: sql`coalesce(${asJson(selected.value)}, ${missing})` };
}

/** The select list of a row at its position in a list. */
const selectEdge = (
  builder: PlanBuilder,
  row: SelectedRow,
  order: Order,
  { field, nodes }: RequestedField,
): SelectList =>
  selectFields(builder, builder.objectTypeOf(field), nodes, (requested) =>
    requested.field.name === 'cursor'
      ? { value: cursorExpression(order, row.alias) }
      : asObject(selectObject(builder, row, builder.rowTypeOf(requested.field), requested.nodes)),
  );

/** The values of the statement's parameters: the keys of the rows, and the completed values of the payload's other fields. */
export async function payloadParameterValues(
  context: SelectionContext,
  { payload, nodes }: MutationField,
  value: unknown,
  rows: PayloadRows,
): Promise<ArgumentValues> {
  const parameters: Record<string, unknown> = {};
  for (const [field, { keyValues }] of Object.entries(rows)) {
    for (const [column, text] of Object.entries(keyValues)) parameters[keyParameterName(field, column)] = text;
  }
  for (const [key, [node, ...others]] of collectFields(context, payload, selectionsOf(nodes))) {
    const field = node && payload.getFields()[node.name.value];
    if (!field || rows[field.name]) continue;
    if (!isLeafType(getNamedType(field.type))) unsupported(field.name);
    parameters[valueParameterName(key)] = JSON.stringify(
      completeValue(context, field.type, [node, ...others], await propertyOf(value, field.name)),
    );
  }
  return parameters;
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
