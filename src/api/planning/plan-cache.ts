import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  typeFromAST,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Session } from '../session.ts';
import { type ArgumentValues, Unsupported } from './plan-builder.ts';

const maxPlans = 2_000;
/** The maximum memory of all cached plans, estimated by `bytesPerCharacter`. */
const maxBytes = 32 * 1024 * 1024;

/** An estimate of the memory that a plan retains for each character of its document, because its parameters and finalizers refer to parsed nodes. */
const bytesPerCharacter = 50;

/** How often plans were found in the cache or compiled, and what the cache holds. */
export interface PlanCacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly plans: number;
  readonly bytes: number;
}

/** Whether the cache had a plan. */
export type PlanLookup = 'hit' | 'miss';

/** Receives how a request is planned. */
export interface PlanReport {
  setPlan(lookup: PlanLookup): void;
}

/** Returns the plan under a key, which it compiles where the cache has none. `explanation` receives which of both it was. */
export interface PlanCache<Plan> {
  (document: DocumentNode, key: string, compile: () => Plan, explanation?: PlanReport): Plan;
  readonly counts: () => PlanCacheCounts;
}

/**
 * Compiles each plan of a document once and caches it, or caches that it is unsupported. Evicts the least recently used entry.
 * `textsOf` returns the statements of a plan.
 */
export function planCache<Plan extends object>(textsOf: (plan: Plan) => readonly string[]): PlanCache<Plan> {
  const plans = new LRUCache<string, Plan | Unsupported>({ max: maxPlans, maxSize: maxBytes });
  const sizeOf = (document: DocumentNode, plan: Plan | Unsupported): number =>
    (plan instanceof Unsupported ? [] : textsOf(plan)).reduce(
      (bytes, text) => bytes + text.length,
      1 + bytesPerCharacter * (document.loc?.source.body.length ?? 0),
    );
  let hits = 0;
  let misses = 0;
  const planOf = (document: DocumentNode, key: string, compile: () => Plan, explanation?: PlanReport): Plan => {
    const cached = plans.get(key);
    explanation?.setPlan(cached ? 'hit' : 'miss');
    if (cached) hits += 1;
    else misses += 1;
    const plan = cached ?? tryCompile(compile);
    if (!cached) plans.set(key, plan, { size: sizeOf(document, plan) });
    if (plan instanceof Unsupported) throw plan;
    return plan;
  };
  const counts = () => ({ hits, misses, plans: plans.size, bytes: plans.calculatedSize });
  return Object.assign(planOf, { counts });
}

function tryCompile<Plan>(compile: () => Plan): Plan | Unsupported {
  try {
    return compile();
  } catch (error) {
    if (error instanceof Unsupported) return error;
    throw error;
  }
}

/** Makes the function that returns the cache key of a plan: document, operation, shape of the variables, rights of the caller. */
export function createPlanCacheKey(
  schema: GraphQLSchema,
): (
  query: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  variables: ArgumentValues,
  session: Session,
) => string {
  const documents = new WeakMap<DocumentNode, number>();
  let documentCount = 0;
  const numberOf = (document: DocumentNode): number => {
    const number = documents.get(document) ?? (documentCount += 1);
    documents.set(document, number);
    return number;
  };
  return ({ document, operation }, variables, session) =>
    [
      numberOf(document),
      operation.name?.value ?? '',
      variablesKey(schema, operation, variables),
      sessionKey(session),
    ].join('|');
}

/** The part of the variables that affects a statement's text: whether each is given, whether a number is zero, the value of a boolean or an enum, and which member of a one-of input. */
const variablesKey = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: ArgumentValues,
): string =>
  variableDefinitions
    .map(({ variable, type }) => {
      const value = variables[variable.name.value];
      if (typeof value === 'string' && isEnumVariable(schema, type)) return value;
      if (typeof value === 'object' && value !== null && isOneOfVariable(schema, type))
        return Object.keys(value).join();
      return shapeOfValue(value);
    })
    .join(',');

function shapeOfValue(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'boolean') return String(value);
  return value === 0 ? 'zero' : 'given';
}

const isOneOfVariable = (schema: GraphQLSchema, type: TypeNode): boolean => {
  const input = getNamedType(typeFromAST(schema, type));
  return isInputObjectType(input) && input.isOneOf;
};

const isEnumVariable = (schema: GraphQLSchema, type: TypeNode): boolean =>
  isEnumType(getNamedType(typeFromAST(schema, type)));

/** The part of a session that affects a statement's text: whether the caller has a name, their rights, and whether a limit to datasets applies. */
const sessionKey = ({ username, permissions, scopes, datasetLimit }: Session): string =>
  `${username === undefined ? '' : '+'}${rightsKey(permissions)}/${rightsKey(scopes)}${datasetLimit ? `/${rightsKey(datasetLimit.permissions)}` : ''}`;

const rightsKeys = new WeakMap<ReadonlySet<string>, string>();

/** The rights of a set as a text. Each session has an object of its own, but the sessions of a key share their sets. */
function rightsKey(rights: ReadonlySet<string>): string {
  const known = rightsKeys.get(rights);
  if (known !== undefined) return known;
  const key = [...rights].sort().join();
  rightsKeys.set(rights, key);
  return key;
}
