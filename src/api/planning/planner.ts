import {
  GraphQLError, Kind, getArgumentValues, getNamedType, getVariableValues, isEnumType, typeFromAST,
  type DocumentNode, type FragmentDefinitionNode, type GraphQLSchema, type OperationDefinitionNode, type TypeNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log.ts';
import { foreseen } from '../as-catalog-error.ts';
import type { RequestContext } from '../context.ts';
import type { Session } from '../session.ts';
import { Compilation, type ArgumentValues, type Declarations } from './compilation.ts';
import { compileOperation, type Plan, type PlannedField } from './compile-operation.ts';
import { Declined } from './declined.ts';

/** How many plans are kept; one more for each document, shape of variables, and set of rights. */
const keptPlans = 2_000;

/** A query to be answered. */
export interface Query {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers queries by plans. */
export interface Planner {
  /**
   * The data of a query as JSON text, by one statement for each root field; undefined when it is not a query that plans
   * express, or one that fails, whatever the reason: resolvers then answer it, with errors where they belong.
   */
  answer(ctx: RequestContext, query: Query): Promise<string | undefined>;
}

/** Makes the planner of a schema. Plans are compiled once and kept, those of documents that were used least recently least long. */
export function createPlanner(schema: GraphQLSchema, declarations: Declarations): Planner {
  const plans = new LRUCache<string, Plan | Declined>({ max: keptPlans });
  const documents = new WeakMap<DocumentNode, number>();
  let known = 0;
  const numberOf = (document: DocumentNode): number => {
    const number = documents.get(document) ?? (known += 1);
    documents.set(document, number);
    return number;
  };

  function planFor(session: Session, { document, operation }: Query, variables: ArgumentValues): Plan | Declined {
    const key = [numberOf(document), operation.name?.value ?? '', shapeOfVariables(schema, operation, variables), shapeOfSession(session)].join('|');
    const kept = plans.get(key);
    if (kept) return kept;
    const compilation = new Compilation({ schema, fragments: fragmentsOf(document), variables }, declarations, session);
    const plan = compiled(() => compileOperation(compilation, operation));
    plans.set(key, plan);
    return plan;
  }

  async function answerOf(ctx: RequestContext, query: Query): Promise<string> {
    const { coerced, errors } = getVariableValues(schema, query.operation.variableDefinitions ?? [], query.variables);
    if (!coerced) throw errors[0] ?? new Declined('variables');
    const plan = planFor(ctx.session, query, coerced);
    if (plan instanceof Declined) throw plan;
    return runPlan(ctx, plan, coerced);
  }

  return Object.freeze({
    answer: (ctx: RequestContext, query: Query): Promise<string | undefined> => answerOf(ctx, query).catch((error: unknown) => {
      tellWhy(ctx.app.log, error);
      return undefined;
    }),
  } satisfies Planner);
}

/** What the input or a stored value makes fail is told by the resolvers, at its place in the answer; else the plan is at fault. */
function tellWhy(log: Log, error: unknown): void {
  if (error instanceof Declined) log.debug({ field: error.message }, 'No plan expresses this field; resolvers answer.');
  else if (!(error instanceof GraphQLError) && !foreseen(error)) log.warn({ err: error }, 'A plan failed; resolvers answer.');
}

function compiled(compile: () => Plan): Plan | Declined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof Declined) return error;
    throw error;
  }
}

async function runPlan(ctx: RequestContext, { fields, parameters }: Plan, variables: ArgumentValues): Promise<string> {
  const args = new Map<unknown, ArgumentValues>();
  const run = Object.fromEntries(parameters.map(({ name, field, node, read }) => {
    const values = args.get(node) ?? getArgumentValues(field, node, variables);
    args.set(node, values);
    return [name, read(values)];
  }));
  const answers = await Promise.all(fields.map(async (field) => `${JSON.stringify(field.key)}:${await runField(ctx, field, run, variables)}`));
  return `{${answers.join(',')}}`;
}

async function runField(ctx: RequestContext, { statement, mend }: PlannedField, run: ArgumentValues, variables: ArgumentValues): Promise<string> {
  if (typeof statement === 'string') return statement;
  const text = await ctx.db.text(statement, run) ?? 'null';
  return mend ? JSON.stringify(mend(JSON.parse(text), variables)) : text;
}

const fragmentsOf = ({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])));

/** What of the variables decides on a statement's text: which are given, which are true, which are 0, and which value an enum has. */
const shapeOfVariables = (schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode, variables: ArgumentValues): string =>
  variableDefinitions.map(({ variable, type }) => {
    const value = variables[variable.name.value];
    if (value === undefined || value === null) return '-';
    if (typeof value === 'string' && isEnumVariable(schema, type)) return value;
    return value === true ? 't' : value === false ? 'f' : value === 0 ? '0' : '1';
  }).join(',');

const isEnumVariable = (schema: GraphQLSchema, type: TypeNode): boolean => isEnumType(getNamedType(typeFromAST(schema, type)));

const shapes = new WeakMap<Session, string>();

/** What of a caller decides on a statement's text: whether they have a name, and their rights. */
function shapeOfSession(session: Session): string {
  const { username, permissions, keyAllows } = session;
  const shape = shapes.get(session) ?? `${username === undefined ? '' : '+'}${[...permissions].sort().join()}/${[...keyAllows].sort().join()}`;
  shapes.set(session, shape);
  return shape;
}
