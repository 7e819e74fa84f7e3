import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  getArgumentValues,
  getVariableValues,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Log } from '../../platform/log.ts';
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { toCatalogError } from '../errors/to-catalog-error.ts';
import { JsonText } from '../../kernel/json-text.ts';
import type { JsonPart, JsonParts } from '../json-parts.ts';
import type { RequestContext } from '../context.ts';
import { callerParameters } from '../session/caller.ts';
import type { Session } from '../session/session.ts';
import type { SelectionContext } from './builder/collect-fields.ts';
import { PlanBuilder, type ArgumentValues, type Declarations, type PlannedParameter } from './builder/plan-builder.ts';
import { compileQuery, type Plan } from './compile-query.ts';
import {
  compilePayload,
  payloadParameterValues,
  selectedRowsOf,
  payloadRowsKey,
  type PayloadPlan,
} from './compile-payload.ts';
import { isTypeMismatch } from './select/stored-json.ts';
import { Unsupported, unsupported } from './builder/unsupported.ts';
import { runStatement, type PlannedStatement } from './planned-statement.ts';
import { bindValues } from '../../kernel/sql.ts';
import type { RenderedStatement } from '../../platform/database/database-client.ts';
import { planCache, createPlanCacheKey } from './plan-cache.ts';
import { mutationFieldOf, stashResult, runMutation, takeStashedResult } from './run-mutation.ts';

/** An operation with its variables. */
export interface OperationRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Executes operations by plans. */
export interface Planner {
  /**
   * The data of an operation, as JSON texts: a query runs one statement for each root field; a mutation runs its resolver, then one
   * statement for the payload. Undefined where plans do not express the operation or the input is invalid: graphql-js then executes it,
   * with each error at its field, and does not run a mutation again. Fails UNAVAILABLE, TIMED_OUT or ANSWER_TOO_LARGE where the
   * database fails, because resolvers would fail as well.
   */
  execute(ctx: RequestContext, query: OperationRequest): Promise<JsonParts | undefined>;
  /** The statements of a query with their values, by response key; `null` for a constant. Fails where plans do not express the query or a variable is invalid. */
  explain(session: Session, query: OperationRequest): Readonly<Record<string, RenderedStatement | null>>;
}

/** Makes the planner of a schema. */
export function createPlanner(schema: GraphQLSchema, declarations: Declarations): Planner {
  const planCacheKey = createPlanCacheKey(schema);
  const cachedPlan = planCache<Plan>(({ fields }) =>
    fields.map(({ result }) => (result instanceof JsonText ? result.text : result.statement.text)),
  );
  const cachedPayloadPlan = planCache<PayloadPlan>(({ statement }) => [statement.statement.text]);

  const planOf = (session: Session, query: OperationRequest, variables: ArgumentValues): Plan =>
    cachedPlan(query.document, planCacheKey(query, variables, session), () =>
      compileQuery(
        new PlanBuilder(selectionContextOf(schema, query, variables), declarations, session),
        query.operation,
      ),
    );

  async function executeQuery(
    ctx: RequestContext,
    query: OperationRequest,
    variables: ArgumentValues,
  ): Promise<JsonParts> {
    const { fields, parameters } = planOf(ctx.session, query, variables);
    const values = parameterValues(parameters, variables);
    const results = fields.map(async ({ key, result }): Promise<readonly [string, JsonPart]> => [
      key,
      result instanceof JsonText ? result : await runStatement(ctx, result, values, variables),
    ]);
    return Object.fromEntries(await Promise.all(results));
  }

  async function executeMutation(
    ctx: RequestContext,
    query: OperationRequest,
    variables: ArgumentValues,
  ): Promise<JsonParts> {
    const context = selectionContextOf(schema, query, variables);
    const mutation = mutationFieldOf(context, query.operation);
    const result = runMutation(ctx, context, query.operation, mutation);
    stashResult(ctx, result);
    const payload = await result.catch(() => unsupported(mutation.field.name));
    const rows = selectedRowsOf(context, mutation, payload);
    const key = `${planCacheKey(query, variables, ctx.session)}|${payloadRowsKey(rows)}`;
    const plan = cachedPayloadPlan(query.document, key, () =>
      compilePayload(new PlanBuilder(context, declarations, ctx.session), mutation, rows),
    );
    const values = {
      ...parameterValues(plan.parameters, variables),
      ...(await payloadParameterValues(context, mutation, payload, rows)),
    };
    const part = await runStatement(ctx, plan.statement, values, variables);
    await takeStashedResult(ctx);
    return { [mutation.key]: part };
  }

  function coerceVariables({ operation, variables }: OperationRequest): ArgumentValues {
    // The first error is enough, because graphql-js then runs and reports all errors.
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
      maxErrors: 0,
      hideSuggestions: true,
    });
    return coerced ?? unsupported(errors[0]?.message ?? 'variables');
  }

  async function executeByPlan(ctx: RequestContext, query: OperationRequest): Promise<JsonParts> {
    const variables = coerceVariables(query);
    return query.operation.operation === OperationTypeNode.MUTATION
      ? executeMutation(ctx, query, variables)
      : executeQuery(ctx, query, variables);
  }

  return Object.freeze({
    execute: (ctx: RequestContext, query: OperationRequest): Promise<JsonParts | undefined> =>
      executeByPlan(ctx, query).catch((error: unknown) => {
        if (databaseFailures.has(toCatalogError(error)?.code)) throw error;
        logFallback(ctx.app.log, error);
        return undefined;
      }),
    explain: (session: Session, query: OperationRequest) => {
      const variables = coerceVariables(query);
      const { fields, parameters } = planOf(session, query, variables);
      const values = { ...callerParameters(session), ...parameterValues(parameters, variables) };
      return Object.fromEntries(
        fields.map(({ key, result }) => [key, result instanceof JsonText ? null : bindStatement(result, values)]),
      );
    },
  } satisfies Planner);
}

const bindStatement = ({ statement }: PlannedStatement, values: ArgumentValues): RenderedStatement => ({
  text: statement.text,
  values: bindValues(statement.values, values),
});

/** The errors of the database that would make resolvers fail as well. */
const databaseFailures: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'UNAVAILABLE',
  'TIMED_OUT',
  'ANSWER_TOO_LARGE',
]);

/**
 * Logs why resolvers answer instead of a plan. Resolvers report invalid input and invalid stored values at their field; any
 * other error is a fault of the plan, and is logged as a warning.
 */
function logFallback(log: Log, error: unknown): void {
  if (error instanceof Unsupported)
    log.debug({ field: error.message }, 'No plan expresses this field; resolvers answer.');
  else if (isTypeMismatch(error)) log.debug('Stored JSON does not have the type of its field; resolvers answer.');
  else if (!(error instanceof GraphQLError) && !toCatalogError(error))
    log.warn({ err: error }, 'A plan failed; resolvers answer.');
}

const selectionContextOf = (
  schema: GraphQLSchema,
  { document: { definitions } }: OperationRequest,
  variables: ArgumentValues,
): SelectionContext => {
  const fragments = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  return { schema, variables, fragments: new Map<string, FragmentDefinitionNode>(fragments) };
};

/** The values that a plan's parameters take from the variables. The arguments of each node are coerced once. */
function parameterValues(parameters: readonly PlannedParameter[], variables: ArgumentValues): ArgumentValues {
  const argumentsByNode = new Map<FieldNode, ArgumentValues>();
  return Object.fromEntries(
    parameters.map(({ name, field, node, valueFrom }) => {
      const args = argumentsByNode.get(node) ?? getArgumentValues(field, node, variables);
      argumentsByNode.set(node, args);
      return [name, valueFrom(args)];
    }),
  );
}
