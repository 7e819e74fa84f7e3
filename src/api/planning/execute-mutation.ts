import {
  type DocumentNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isLeafType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { type JsonParts, lazyObject, lazyPartsOf } from '#kernel/json.ts';
import type { RequestContext } from '../context.ts';
import { contextOfPayload, isLazyRow, type LazyEdge, type LazyRow } from '../reading/read.ts';
import type { PayloadQuery, PayloadReader } from '../request-state.ts';
import type { Session } from '../session.ts';
import { collectFields, type SelectionContext, selectionsOf } from './collect-fields.ts';
import {
  type ArgumentValues,
  type Declarations,
  type Finalize,
  planParameterValues,
  PlanBuilder,
  planCache,
  type PlannedParameter,
  unsupported,
} from './plan-builder.ts';
import {
  asJson,
  asObject,
  completeValue,
  type Finalization,
  finalizedValue,
  type PlannedStatement,
  readAnswer,
  type RequestedField,
  runStatement,
  type SelectedValue,
  selectFields,
  type SelectList,
  valueStatement,
} from './select-list.ts';
import { sql, type Sql, sqlAnd, sqlName, SqlParameter, sqlText } from '#kernel/sql.ts';
import type { Order } from '../reading/type-source.ts';
import { cursorExpression } from '../reading/connection.ts';
import { type SelectedRow, selectObject } from './select-object.ts';
import { isTypeMismatch } from './select-embedded.ts';

/** A mutation with its variables. */
interface MutationRequest {
  readonly context: SelectionContext;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** What a plan of the document depends on, apart from the rows of the payload. */
  readonly key: string;
}

/** A plan of a payload, and the values of its parameters. */
interface PlannedPayload {
  readonly plan: PayloadPlan;
  readonly values: ArgumentValues;
}

/**
 * Makes the function that executes a mutation by its resolver and reads its payload by a plan: in the statement of the change where the
 * change offers that (`writeWithPayload`), else by a statement afterwards. Throws Unsupported where no plan expresses the payload.
 */
export function createMutationExecutor(declarations: Declarations) {
  const cachedPlan = planCache<PayloadPlan>(({ statement }) => [statement.text]);

  const executeMutation = async (ctx: RequestContext, request: MutationRequest): Promise<JsonParts> => {
    const { context, operation } = request;
    const mutation = mutationFieldOf(context, operation);

    async function planPayload(payload: unknown, session: Session): Promise<PlannedPayload> {
      const rows = selectedRowsOf(context, mutation, payload);
      const plan = cachedPlan(
        request.document,
        `${request.key}|${session.changedUid === undefined ? '' : 'changed'}|${payloadRowsKey(rows)}`,
        () => compilePayload(new PlanBuilder(context, declarations, session), mutation, rows),
        ctx.reports?.explanation,
      );
      const values = {
        ...planParameterValues(plan.parameters, context.variables),
        ...(await payloadParameterValues(context, mutation, payload, rows)),
      };
      return { plan, values };
    }

    const finalizationOf = ({ finalizers }: PayloadPlan): Finalization => ({
      finalizers,
      variables: context.variables,
      app: ctx.app,
      session: ctx.session,
    });

    const reader = new ReaderInChange((payload) => planPayload(payload, ctx.session));
    ctx.payloadReader = reader;
    const result = runMutation(ctx, context, operation, mutation);
    ctx.state.stashedResult = result;
    const payload = await result.catch(() => unsupported(mutation.field.name));
    const readAfterChange = async () => {
      const { db, session } = contextOfPayload(ctx);
      const { plan, values } = await planPayload(payload, session);
      return runStatement(db, plan, values, finalizationOf(plan));
    };
    const part =
      reader.answer === undefined
        ? await readAfterChange()
        : readAnswer(reader.answer.plan.layout, [Buffer.from(reader.answer.text)], finalizationOf(reader.answer.plan));
    await takeStashedResult(ctx);
    return { [mutation.key]: part };
  };
  return Object.assign(executeMutation, { cacheCounts: cachedPlan.counts });
}

/** Reads the payload of one mutation in the statement of its change. */
class ReaderInChange implements PayloadReader {
  answer: { readonly plan: PayloadPlan; readonly text: string } | undefined;
  #plan: PayloadPlan | undefined;
  readonly #planPayload: (payload: object) => Promise<PlannedPayload>;

  constructor(planPayload: (payload: object) => Promise<PlannedPayload>) {
    this.#planPayload = planPayload;
  }

  async queryOf(payload: object) {
    try {
      const { plan, values } = await this.#planPayload(payload);
      this.#plan = plan;
      return { text: plan.text, parameters: values };
    } catch {
      // The payload is planned again after the change. It fails there at its own field, and the change is made, as by every other mutation.
      return undefined;
    }
  }

  take(text: string): void {
    if (this.#plan) this.answer = { plan: this.#plan, text };
  }
}

/** Runs the resolver of a mutation, as graphql-js would, and returns its payload. */
async function runMutation(
  ctx: RequestContext,
  context: SelectionContext,
  operation: OperationDefinitionNode,
  { key, field, nodes }: MutationField,
): Promise<unknown> {
  const { schema, fragments, variables } = context;
  const parentType = schema.getMutationType() ?? unsupported('Mutation');
  const info: GraphQLResolveInfo = {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path: { prev: undefined, key, typename: parentType.name },
    schema,
    fragments: Object.fromEntries(fragments),
    rootValue: undefined,
    operation,
    variableValues: { ...variables },
  };
  return field.resolve?.(undefined, getArgumentValues(field, nodes[0], variables), ctx, info);
}

/** Returns the stashed result and forgets it. */
function takeStashedResult({ state }: RequestContext): Promise<unknown> | undefined {
  const { stashedResult } = state;
  state.stashedResult = undefined;
  return stashedResult;
}

/** Lets the resolvers of mutations return a stashed result instead of running again. */
export function reuseStashedResults(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve: GraphQLFieldResolver<unknown, RequestContext> | undefined = field.resolve;
    field.resolve = (root, args: Record<string, unknown>, ctx: RequestContext, info) =>
      takeStashedResult(ctx) ?? resolve?.(root, args, ctx, info);
  }
  return schema;
}

/** The one root field of a mutation, and the type of its payload. */
interface MutationField extends RequestedField {
  /** The response key of the payload. */
  readonly key: string;
  readonly payload: GraphQLObjectType;
}

/** The root field of a mutation; throws Unsupported for several root fields, or for a payload that is not an object. */
function mutationFieldOf(context: SelectionContext, operation: OperationDefinitionNode): MutationField {
  const type = context.schema.getMutationType() ?? unsupported('Mutation');
  const [first, ...more] = collectFields(context, type, [operation.selectionSet]);
  const [key, [node, ...others]] = first ?? unsupported(type.name);
  const field = node && type.getFields()[node.name.value];
  if (!field || more.length > 0) return unsupported(type.name);
  const payload = getNullableType(field.type);
  return { key, field, nodes: [node, ...others], payload: isObjectType(payload) ? payload : unsupported(field.name) };
}

/** How a payload is read: one statement, of its own or that of the change, returns its rows and its values. */
interface PayloadPlan extends PlannedStatement {
  /** The expression of the payload's text, which is all that the statement selects. */
  readonly text: Sql;
  readonly parameters: readonly PlannedParameter[];
  readonly finalizers: readonly Finalize[];
}

/** The rows that a payload shows, by field. */
type PayloadRows = Readonly<Record<string, PayloadRow>>;
type PayloadRow = LazyRow | LazyEdge;

/** The lazy rows that the document selects from a payload. */
function selectedRowsOf(context: SelectionContext, { payload, nodes }: MutationField, value: unknown): PayloadRows {
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
const payloadRowsKey = (rows: PayloadRows): string =>
  Object.entries(rows)
    .map(([field, { source, keyValues }]) => `${field}:${source.type}(${Object.keys(keyValues).join()})`)
    .join(';');

/** Names of parameters. The dots distinguish them from the parameters of the caller and of arguments. */
const keyParameterName = (field: string, column: string) => `${field}.${column}`;
const valueParameterName = (key: string) => `.${key}`;

/** Compiles a payload; throws Unsupported where the declarations do not express a field of its rows. */
function compilePayload(builder: PlanBuilder, { payload, nodes }: MutationField, rows: PayloadRows): PayloadPlan {
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
async function payloadParameterValues(
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

/**
 * Runs a statement that makes a change and reads the payload of the mutation, where a plan expresses the payload. `statementWith` returns
 * the statement with the expression of the payload's text as its column `payload`, null where nothing was written. The statement must
 * show the payload its tables as they are after the change.
 */
export async function writeWithPayload<Row extends object>(
  ctx: RequestContext,
  payload: Readonly<Record<string, () => unknown>>,
  statementWith: (payload: Sql) => Sql,
): Promise<Row | undefined> {
  const { payloadReader: reader } = ctx;
  async function run(query?: PayloadQuery): Promise<Row | undefined> {
    const statement = statementWith(query?.text ?? sqlText('null::text'));
    const [row] = await ctx.db.rows<Row & { readonly payload: string | null }>(statement, query?.parameters);
    if (row?.payload != null) reader?.take(row.payload);
    return row;
  }
  // A transaction has a context of its own, without a reader: there, a payload that fails would fail the change.
  const query = await reader?.queryOf(lazyObject(payload));
  return run(query).catch((error: unknown) => {
    if (query && isTypeMismatch(error)) return run();
    throw error;
  });
}
