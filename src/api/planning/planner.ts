import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  getArgumentValues,
  getVariableValues,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Log } from '../../platform/log.ts';
import { parseJson } from '../../kernel/parse-json.ts';
import type { RenderedStatement } from '../../platform/database/database.ts';
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { foreseen } from '../foreseen.ts';
import type { RequestContext } from '../context.ts';
import type { Reading } from './collect-fields.ts';
import { Compilation, type ArgumentValues, type Declarations, type PlannedParameter } from './compilation.ts';
import { compileOperation, type Plan } from './compile-operation.ts';
import { compilePayload, payloadRun, rowsIn, shapeOfRows, type PayloadPlan } from './compile-payload.ts';
import { Declined, decline } from './declined.ts';
import type { Mend } from './mend.ts';
import { planCache } from './plan-cache.ts';
import { changeOf, handOver, runChange, takeOver } from './run-change.ts';
import { shapesOfQueries } from './shape-of-query.ts';

/** An operation to be answered. */
export interface Query {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers operations by plans. */
export interface Planner {
  /**
   * The data of an operation as JSON text: of a query by one statement for each root field, of a mutation by one for the
   * payload, after its resolver made the change. Undefined where plans do not express it, or where the input is at fault:
   * resolvers then answer it, with errors where they belong; a change that is made is not made again. Fails UNAVAILABLE,
   * TIMED_OUT or QUERY_TOO_COMPLEX where the database does not answer, as it would not answer the resolvers either.
   */
  answer(ctx: RequestContext, query: Query): Promise<string | undefined>;
}

/** Makes the planner of a schema. */
export function createPlanner(schema: GraphQLSchema, declarations: Declarations): Planner {
  const shapeOf = shapesOfQueries(schema);
  const planFor = planCache<Plan>();
  const payloadPlanFor = planCache<PayloadPlan>();

  async function answerQuery(ctx: RequestContext, query: Query, variables: ArgumentValues): Promise<string> {
    const { fields, parameters } = planFor(shapeOf(query, variables, ctx.session), () =>
      compileOperation(
        new Compilation(readingOf(schema, query, variables), declarations, ctx.session),
        query.operation,
      ),
    );
    const run = runOf(parameters, variables);
    const answers = await Promise.all(
      fields.map(
        async ({ key, statement, mend }) =>
          `${JSON.stringify(key)}:${typeof statement === 'string' ? statement : await runStatement(ctx, { statement, mend }, run, variables)}`,
      ),
    );
    return `{${answers.join(',')}}`;
  }

  async function answerChange(ctx: RequestContext, query: Query, variables: ArgumentValues): Promise<string> {
    const reading = readingOf(schema, query, variables);
    const change = changeOf(reading, query.operation);
    const outcome = runChange(ctx, reading, query.operation, change);
    handOver(ctx, outcome);
    const payload = await outcome.catch(() => decline(change.field.name));
    const rows = rowsIn(reading, change, payload);
    const plan = payloadPlanFor(`${shapeOf(query, variables, ctx.session)}|${shapeOfRows(rows)}`, () =>
      compilePayload(new Compilation(reading, declarations, ctx.session), change, rows),
    );
    const run = { ...runOf(plan.parameters, variables), ...(await payloadRun(reading, change, payload, rows)) };
    const text = await runStatement(ctx, plan, run, variables);
    await takeOver(ctx);
    return `{${JSON.stringify(change.key)}:${text}}`;
  }

  async function answerOf(ctx: RequestContext, query: Query): Promise<string> {
    const { operation } = query;
    // the first error is enough: whoever executes the operation then reports them
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], query.variables, {
      maxErrors: 0,
      hideSuggestions: true,
    });
    if (!coerced) throw errors[0] ?? new Declined('variables');
    return operation.operation === OperationTypeNode.MUTATION
      ? answerChange(ctx, query, coerced)
      : answerQuery(ctx, query, coerced);
  }

  return Object.freeze({
    answer: (ctx: RequestContext, query: Query): Promise<string | undefined> =>
      answerOf(ctx, query).catch((error: unknown) => {
        if (unanswered.has(foreseen(error)?.code)) throw error;
        tellWhy(ctx.app.log, error);
        return undefined;
      }),
  } satisfies Planner);
}

/** Failures of the database that resolvers would only meet again. */
const unanswered: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'UNAVAILABLE',
  'TIMED_OUT',
  'QUERY_TOO_COMPLEX',
]);

/** What the input or a stored value makes fail is told by the resolvers, at its place in the answer; else the plan is at fault. */
function tellWhy(log: Log, error: unknown): void {
  if (error instanceof Declined) log.debug({ field: error.message }, 'No plan expresses this field; resolvers answer.');
  else if (!(error instanceof GraphQLError) && !foreseen(error))
    log.warn({ err: error }, 'A plan failed; resolvers answer.');
}

const readingOf = (schema: GraphQLSchema, { document: { definitions } }: Query, variables: ArgumentValues): Reading => {
  const fragments = definitions.flatMap((each) =>
    each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
  );
  return { schema, variables, fragments: new Map<string, FragmentDefinitionNode>(fragments) };
};

/** The values of parameters for a run. */
function runOf(parameters: readonly PlannedParameter[], variables: ArgumentValues): ArgumentValues {
  const args = new Map<unknown, ArgumentValues>();
  return Object.fromEntries(
    parameters.map(({ name, field, node, read }) => {
      const values = args.get(node) ?? getArgumentValues(field, node, variables);
      args.set(node, values);
      return [name, read(values)];
    }),
  );
}

async function runStatement(
  ctx: RequestContext,
  { statement, mend }: { statement: RenderedStatement; mend: Mend },
  run: ArgumentValues,
  variables: ArgumentValues,
): Promise<string> {
  const text = (await ctx.db.text(statement, run)) ?? 'null';
  return mend ? JSON.stringify(mend(parseJson(text), { variables, app: ctx.app })) : text;
}
