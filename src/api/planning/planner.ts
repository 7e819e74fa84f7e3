import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  getVariableValues,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Log } from '#platform/log.ts';
import type { ErrorCode } from '#kernel/error-codes.ts';
import { CatalogError } from '#kernel/fail.ts';
import { type JsonPart, type JsonParts, JsonText } from '#kernel/json.ts';
import type { RequestContext } from '../context.ts';
import { callerParameters, type Session } from '../session.ts';
import type { SelectionContext } from './collect-fields.ts';
import {
  type ArgumentValues,
  createPlanCacheKey,
  type Declarations,
  listInputsOf,
  planParameterValues,
  PlanBuilder,
  planCache,
  type PlanCacheCounts,
  Unsupported,
  unsupported,
} from './plan-builder.ts';
import { compileQuery, type Plan } from './compile-query.ts';
import { createMutationExecutor } from './execute-mutation.ts';
import { isTypeMismatch } from './select-embedded.ts';
import { type PlannedStatement, runStatement } from './select-list.ts';
import { bindValues, type RenderedStatement } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { PlanReport } from '../request-state.ts';

/** An operation with its variables. */
export interface OperationRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A statement with its values. */
type BoundStatement = Pick<RenderedStatement, 'text' | 'values'>;

/** Executes operations by plans. */
export interface Planner {
  /**
   * Returns the data of an operation as JSON texts. A query runs one statement for each root field; several statements read
   * the same snapshot. A mutation runs its resolver, then one statement for the payload. Returns undefined if plans do not
   * express the operation or the input is invalid: graphql-js then executes the operation, with each error at its field,
   * and does not run a mutation again. Throws all other errors, such as those of the database, because resolvers would only
   * repeat the work that failed. The variables have the input types of `inputs`, by default those of the whole schema.
   */
  execute(ctx: RequestContext, query: OperationRequest, inputs?: GraphQLSchema): Promise<JsonParts | undefined>;
  /** The statements of a query with their values, by response key; `null` for a constant. Fails where plans do not express the query or a variable is invalid. */
  explain(session: Session, query: OperationRequest): Readonly<Record<string, BoundStatement | null>>;
  /** The counts of the caches of plans: those of queries, and those of the payloads of mutations. */
  cacheCounts(): Readonly<Record<'query' | 'payload', PlanCacheCounts>>;
}

/** Makes the planner of a schema. */
export function createPlanner(schema: GraphQLSchema, declarations: Declarations): Planner {
  const planCacheKey = createPlanCacheKey(schema, listInputsOf(declarations));
  const cachedPlan = planCache<Plan>(({ fields }) =>
    fields.map(({ result }) => (result instanceof JsonText ? result.json.toString() : result.statement.text)),
  );
  const executeMutation = createMutationExecutor(declarations);

  const planOf = (session: Session, query: OperationRequest, variables: ArgumentValues, report?: PlanReport): Plan =>
    cachedPlan(
      query.document,
      planCacheKey(query, variables, session),
      () =>
        compileQuery(
          new PlanBuilder(selectionContextOf(schema, query, variables), declarations, session),
          query.operation,
        ),
      report,
    );

  async function executeQuery(
    ctx: RequestContext,
    query: OperationRequest,
    variables: ArgumentValues,
  ): Promise<JsonParts> {
    const { fields, parameters, finalizers } = planOf(ctx.session, query, variables, ctx.reports?.explanation);
    const values = planParameterValues(parameters, variables);
    const finalization = { finalizers, variables, app: ctx.app, session: ctx.session };
    const readFields = async (db: DatabaseClient): Promise<JsonParts> => {
      const parts: (readonly [key: string, JsonPart])[] = [];
      for (const { key, result } of fields)
        parts.push([key, result instanceof JsonText ? result : await runStatement(db, result, values, finalization)]);
      return Object.fromEntries(parts);
    };
    const statements = fields.filter(({ result }) => !(result instanceof JsonText));
    return statements.length > 1 ? ctx.db.inSnapshot(readFields) : readFields(ctx.db);
  }

  function coerceVariables({ operation, variables }: OperationRequest, inputs = schema): ArgumentValues {
    // The first error is enough, because graphql-js then runs and reports all errors.
    const { coerced, errors } = getVariableValues(inputs, operation.variableDefinitions ?? [], variables, {
      maxErrors: 0,
      hideSuggestions: true,
    });
    return coerced ?? unsupported(errors[0]?.message ?? 'variables');
  }

  async function executeByPlan(
    ctx: RequestContext,
    query: OperationRequest,
    inputs?: GraphQLSchema,
  ): Promise<JsonParts> {
    const variables = coerceVariables(query, inputs);
    return query.operation.operation === OperationTypeNode.MUTATION
      ? executeMutation(ctx, {
          context: selectionContextOf(schema, query, variables),
          operation: query.operation,
          document: query.document,
          key: planCacheKey(query, variables, ctx.session),
        })
      : executeQuery(ctx, query, variables);
  }

  return Object.freeze({
    execute: (ctx: RequestContext, query: OperationRequest, inputs?: GraphQLSchema): Promise<JsonParts | undefined> =>
      ctx.app.tracing.inSpan('plan', {}, async (span) => {
        try {
          return await executeByPlan(ctx, query, inputs);
        } catch (error) {
          if (!isLeftToResolvers(error)) throw error;
          span.set({ 'catalograph.unsupported': error instanceof Unsupported ? error.message : true });
          ctx.reports?.explanation?.setUnsupported(error instanceof Error ? error.message : String(error));
          logFallback(ctx.app.log, error);
          return undefined;
        }
      }),
    explain: (session: Session, query: OperationRequest) => {
      const variables = coerceVariables(query);
      const { fields, parameters } = planOf(session, query, variables);
      const values = { ...callerParameters(session), ...planParameterValues(parameters, variables) };
      return Object.fromEntries(
        fields.map(({ key, result }) => [key, result instanceof JsonText ? null : bindStatement(result, values)]),
      );
    },
    cacheCounts: () => ({ query: cachedPlan.counts(), payload: executeMutation.cacheCounts() }),
  } satisfies Planner);
}

const bindStatement = ({ statement }: PlannedStatement, values: ArgumentValues): BoundStatement => ({
  text: statement.text,
  values: bindValues(statement.values, values),
});

/** Errors of the database and of the connection, which resolvers would meet as well. */
const commonFailures: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAVAILABLE',
  'TIMED_OUT',
  'ANSWER_TOO_LARGE',
  'CLIENT_DISCONNECTED',
]);

/** Whether resolvers answer after this error: nothing expresses the operation, or it is refused, which they report at its field. */
const isLeftToResolvers = (error: unknown): boolean =>
  error instanceof Unsupported ||
  error instanceof GraphQLError ||
  (error instanceof CatalogError && !commonFailures.has(error.code)) ||
  isTypeMismatch(error);

/** Logs why resolvers answer instead of a plan. */
function logFallback(log: Log, error: unknown): void {
  if (error instanceof Unsupported)
    log.debug({ field: error.message }, 'No plan expresses this field; resolvers answer.');
  else if (isTypeMismatch(error)) log.debug('Stored JSON does not have the type of its field; resolvers answer.');
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
