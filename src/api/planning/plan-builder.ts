import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type OperationDefinitionNode,
  typeFromAST,
  type TypeNode,
} from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { type Sql, SqlParameter, sqlText } from '#kernel/sql.ts';
import { shapeOfListInput } from '../reading/declare-list.ts';
import { parseArgument, type Root } from '../reading/declare-source.ts';
import type { CallerAddress, TypeSource } from '../reading/type-source.ts';
import type { Platform } from '../platform.ts';
import { type Session, sessionKey } from '../session.ts';
import type { SelectionContext } from './collect-fields.ts';
import { LRUCache } from 'lru-cache';
import type { PlanReport } from '../request-state.ts';

/** The declarations of the graph: where its types and its root fields are read from. */
export interface Declarations {
  readonly sources: ReadonlyMap<string, TypeSource>;
  /** The types without a table whose objects resolvers find by a global identifier. */
  readonly nodes?: ReadonlyMap<string, unknown>;
  readonly roots: ReadonlyMap<string, Root>;
}

/** The names of the input types of filters and orders. */
export const listInputsOf = ({ sources, roots }: Declarations): ReadonlySet<string> =>
  new Set(
    [...roots.values(), ...[...sources.values()].flatMap(({ relations }) => [...relations.values()])].flatMap(
      ({ list }) => list?.inputs ?? [],
    ),
  );

/** The arguments of a field, as coerced by its definition. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/** A parameter of a statement whose value comes from the arguments of a field. */
export interface PlannedParameter {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly valueFrom: (args: ArgumentValues) => unknown;
}

/** The inputs of `Finalize` in addition to the columns: the variables of the request, the secrets that decrypt columns, and the caller. */
export interface FinalizeContext {
  readonly variables: ArgumentValues;
  readonly app: Pick<Platform, 'secrets' | 'config'>;
  readonly session: CallerAddress;
}

/** Computes a value that SQL cannot compute, from the columns that SQL returns in its place. */
export type Finalize = (columns: unknown, context: FinalizeContext) => unknown;

/** The type of a row. Where this type is an interface, each row has the name of its own type under `__typename`. */
export type RowType = GraphQLObjectType | GraphQLInterfaceType;

/** The state of compiling one operation: its document, declarations and caller, and what was created so far. */
export class PlanBuilder {
  readonly parameters: PlannedParameter[] = [];
  readonly finalizers: Finalize[] = [];
  #aliases = 0;

  readonly context: SelectionContext;
  readonly declarations: Declarations;
  readonly session: Session;

  constructor(context: SelectionContext, declarations: Declarations, session: Session) {
    this.context = context;
    this.declarations = declarations;
    this.session = session;
  }

  /** Makes a table alias that is used nowhere else in the plan. */
  createAlias(): Sql {
    this.#aliases += 1;
    return sqlText(`a${String(this.#aliases)}`);
  }

  /** Adds a parameter that takes its value from a field's arguments when the plan runs. */
  addParameter(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    valueFrom: (args: ArgumentValues) => unknown,
  ): SqlParameter {
    const name = `p${String(this.parameters.length)}`;
    this.parameters.push({ name, field, node, valueFrom });
    return new SqlParameter(name);
  }

  /** Adds a finalizer, and returns the number by which a value to finalize names it. */
  addFinalizer(finalize: Finalize): number {
    return this.finalizers.push(finalize) - 1;
  }

  /** The arguments of a field. The statement's text depends on which arguments are given, not on their values. */
  argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentValues {
    return getArgumentValues(field, node, this.context.variables);
  }

  /** Adds a parameter for each given argument of a field, parsed where the root declares a parser, and returns them by argument. */
  addGivenParameters(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    declared: Pick<Root, 'parse' | 'list'> = {},
  ): Readonly<Record<string, SqlParameter>> {
    const values = this.argumentsOf(field, node);
    const given = argumentReaders(field).filter(({ read }) => read(values) !== null && read(values) !== undefined);
    if (new Set(given.map(({ name }) => name)).size < given.length) return unsupported(`two values in ${field.name}`);
    return Object.fromEntries(
      given.map(({ name, read }) => [
        name,
        this.addParameter(field, node, (args) => parseArgument(declared, name, read(args))),
      ]),
    );
  }

  /** The definition of a field; throws Unsupported for introspection fields. */
  fieldOf(type: GraphQLObjectType, node: FieldNode): GraphQLField<unknown, unknown> {
    return type.getFields()[node.name.value] ?? unsupported(`${type.name}.${node.name.value}`);
  }

  /** The object type of a field, without list and non-null; throws Unsupported for other types. */
  objectTypeOf(field: GraphQLField<unknown, unknown>): GraphQLObjectType {
    const type = getNamedType(field.type);
    return isObjectType(type) ? type : unsupported(`${field.name}: ${type.name}`);
  }

  /** The type of the rows that a field returns; throws Unsupported for unions and leaves. */
  rowTypeOf(field: GraphQLField<unknown, unknown>): RowType {
    const type = getNamedType(field.type);
    return isObjectType(type) || isInterfaceType(type) ? type : unsupported(`${field.name}: ${type.name}`);
  }
}

/** How the value of an argument is read from the arguments of its field. */
interface ArgumentReader {
  readonly name: string;
  readonly read: (args: ArgumentValues) => unknown;
}

/**
 * The readers of a field's arguments. A one-of input stands for its member, the members of another one have paths: `filter.updatedAt.from`.
 * The keys of an order are no values of a statement.
 */
const argumentReaders = ({ args }: GraphQLField<unknown, unknown>): readonly ArgumentReader[] =>
  args
    .filter(({ name }) => name !== 'orderBy')
    .flatMap(({ name, type }) => readersOf({ name, read: (given) => given[name] }, type));

function readersOf(reader: ArgumentReader, type: GraphQLInputType): readonly ArgumentReader[] {
  const input = getNullableType(type);
  if (!isInputObjectType(input)) return [reader];
  return Object.values(input.getFields()).flatMap((member) =>
    readersOf(
      {
        name: input.isOneOf ? member.name : `${reader.name}.${member.name}`,
        read: (given) => {
          const value = reader.read(given);
          return isJsonObject(value) ? value[member.name] : undefined;
        },
      },
      member.type,
    ),
  );
}

/** The values that a plan's parameters take from the variables. The arguments of each node are coerced once. */
export function planParameterValues(
  parameters: readonly PlannedParameter[],
  variables: ArgumentValues,
): ArgumentValues {
  const argumentsByNode = new Map<FieldNode, ArgumentValues>();
  return Object.fromEntries(
    parameters.map(({ name, field, node, valueFrom }) => {
      const args = argumentsByNode.get(node) ?? getArgumentValues(field, node, variables);
      argumentsByNode.set(node, args);
      return [name, valueFrom(args)];
    }),
  );
}

/** Thrown where a plan cannot express a field; resolvers then answer. The message names the field. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Stops planning because of a field. */
export function unsupported(field: string): never {
  throw new Unsupported(field);
}

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

/** Returns the plan under a key, which it compiles where the cache has none. `explanation` receives which of both it was. */
export interface PlanCache<Plan> {
  (document: DocumentNode, key: string, compile: () => Plan, explanation?: PlanReport): Plan;
  readonly counts: () => PlanCacheCounts;
}

/** Compiles each plan of a document once and caches it, or that it is unsupported; the least recently used is evicted. */
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
  listInputs: ReadonlySet<string>,
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
      variablesKey(schema, listInputs, operation, variables),
      sessionKey(session),
    ].join('|');
}

/**
 * The part of the variables that affects a statement's text: whether each is given, whether a number is zero, the value of a boolean or an enum,
 * which member of a one-of input, which members of a filter, and the keys of an order.
 */
const variablesKey = (
  schema: GraphQLSchema,
  listInputs: ReadonlySet<string>,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: ArgumentValues,
): string =>
  variableDefinitions
    .map(({ variable, type }) => {
      const value = variables[variable.name.value];
      if (typeof value === 'string' && isEnumVariable(schema, type)) return value;
      if (typeof value === 'object' && value !== null && isOneOfVariable(schema, type))
        return Object.keys(value).join();
      if (listInputs.has(namedInput(schema, type)?.name ?? '')) return shapeOfListInput(value);
      return shapeOfValue(value);
    })
    .join(',');

function shapeOfValue(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'boolean') return String(value);
  return value === 0 ? 'zero' : 'given';
}

const namedInput = (schema: GraphQLSchema, type: TypeNode) => getNamedType(typeFromAST(schema, type));

const isOneOfVariable = (schema: GraphQLSchema, type: TypeNode): boolean => {
  const input = namedInput(schema, type);
  return isInputObjectType(input) && input.isOneOf;
};

const isEnumVariable = (schema: GraphQLSchema, type: TypeNode): boolean => isEnumType(namedInput(schema, type));
