import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { declaredCosts, type DeclaredCosts, type ListSize, pointInThousandths } from './declared-costs.ts';
import { HeaderMap } from '@apollo/server';
import { prices, type RequestContext, spendPoints } from '#api/context.ts';
import { headOfFailure } from '#http/answer-head.ts';
import { CatalogError } from '#kernel/fail.ts';

/** Returns what a request with an operation costs, in whole points, rounded down. */
type CostOfOperation = (document: DocumentNode, operation: OperationDefinitionNode, variables: Variables) => number;

/**
 * Creates the function that computes what operations cost, by the directives of the schema: the weight of the root type, and that of every
 * object and weighted field that the answer may have, by the sizes of its lists. What is selected twice counts twice, and of different types
 * of an object all count. The first request of an operation reads it; from then on the cost is a sum of products of numbers and page sizes.
 */
export function createOperationCost(schema: GraphQLSchema): CostOfOperation {
  const costs = new WeakMap<OperationDefinitionNode, Amount>();
  const declared = declaredCosts(schema);
  const readCost = (document: DocumentNode, operation: OperationDefinitionNode): Amount => {
    const cost = new CostReader(schema, declared, document, operation).cost();
    costs.set(operation, cost);
    return cost;
  };
  return (document, operation, variables) =>
    Math.floor(
      valueOf(costs.get(operation) ?? readCost(document, operation), withDefaults(operation, variables)) /
        pointInThousandths,
    );
}

/** What a selection costs. */
interface SelectionCost {
  /** Once for each object of the selection. */
  readonly once: Amount;
  /** Once for each item of the list to which the object belongs. */
  readonly perItem: Amount;
}

const nothing: SelectionCost = Object.freeze({ once: 0, perItem: 0 });

/** Reads what an operation costs. Reads each fragment once; a fragment inside itself costs nothing. */
class CostReader {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #declared: DeclaredCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #costByFragment = new Map<string, SelectionCost>();

  constructor(
    schema: GraphQLSchema,
    declared: DeclaredCosts,
    { definitions }: DocumentNode,
    operation: OperationDefinitionNode,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#declared = declared;
    this.#fragments = new Map(
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
    );
  }

  cost(): Amount {
    const root = this.#schema.getRootType(this.#operation.operation);
    if (!root) return 0;
    return add(this.#declared.weightOfType(root), this.#ofSet(this.#operation.selectionSet, root, []).once);
  }

  #ofSet(
    set: SelectionSetNode | undefined,
    parent: GraphQLNamedType | undefined,
    sized: readonly string[],
  ): SelectionCost {
    return (set?.selections ?? []).reduce((sum, selection) => {
      const { once, perItem } = this.#ofSelection(selection, parent, sized);
      const condition = selection.directives ?? [];
      return { once: add(sum.once, onlyIf(condition, once)), perItem: add(sum.perItem, onlyIf(condition, perItem)) };
    }, nothing);
  }

  #ofSelection(
    selection: SelectionNode,
    parent: GraphQLNamedType | undefined,
    sized: readonly string[],
  ): SelectionCost {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value, sized);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition, selectionSet } = selection;
      return this.#ofSet(selectionSet, typeCondition ? this.#schema.getType(typeCondition.name.value) : parent, sized);
    }
    const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {};
    const field = fields[selection.name.value];
    if (!field) return nothing;
    const cost = this.#ofField(field, selection);
    return sized.includes(field.name) ? { once: 0, perItem: cost } : { once: cost, perItem: 0 };
  }

  #ofField(field: GraphQLField<unknown, unknown>, { arguments: given = [], selectionSet }: FieldNode): Amount {
    const listSize = this.#declared.listSizeOf(field);
    const { once, perItem } = this.#ofSet(selectionSet, getNamedType(field.type), listSize?.sizedFields ?? []);
    const single = add(this.#declared.weightOfField(field), once);
    if (!listSize) return single;
    const length = lengthOfList(listSize, field.args, given, this.#operation);
    return listSize.sizedFields ? add(single, multiply(length, perItem)) : multiply(length, single);
  }

  #ofFragment(name: string, sized: readonly string[]): SelectionCost {
    const key = [name, ...sized].join();
    const known = this.#costByFragment.get(key);
    if (known) return known;
    this.#costByFragment.set(key, nothing);
    const fragment = this.#fragments.get(name);
    const type = fragment && this.#schema.getType(fragment.typeCondition.name.value);
    const cost = this.#ofSet(fragment?.selectionSet, type, sized);
    this.#costByFragment.set(key, cost);
    return cost;
  }
}

/** An amount unless `@skip` or `@include` leaves it out. */
function onlyIf(directives: readonly DirectiveNode[], amount: Amount): Amount {
  let included = amount;
  for (const { name, arguments: [argument] = [] } of directives) {
    if (!argument || (name.value !== 'skip' && name.value !== 'include')) continue;
    const expected = name.value === 'include';
    const { value } = argument;
    if (value.kind === Kind.VARIABLE) included = when(value.name.value, expected, included);
    else if (value.kind === Kind.BOOLEAN && value.value !== expected) included = 0;
  }
  return included;
}

/** The variables of an operation with the defaults of those that are not given. Only booleans matter here; sizes read their defaults themselves. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  let complete: Record<string, unknown> | undefined;
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind !== Kind.BOOLEAN || variables[variable.name.value] !== undefined) continue;
    complete ??= { ...variables };
    complete[variable.name.value] = defaultValue.value;
  }
  return complete ?? variables;
}

/** A size that may be absent, and may depend on variables. */
type Size = number | undefined | ((variables: Variables) => number | undefined);

/**
 * The number of items that a list may have: the largest of the slicing arguments that are given, else their largest default, else its assumed
 * size, else 1.
 */
function lengthOfList(
  { slicingArguments, assumedSize = 1 }: ListSize,
  declared: readonly GraphQLArgument[],
  given: readonly ArgumentNode[],
  operation: OperationDefinitionNode,
): Amount {
  const paths = slicingArguments.map((path) => {
    const [name = '', ...members] = path.split('.');
    return { argument: declared.find((each) => each.name === name), name, members };
  });
  const defaultSize = largest(paths.map(({ argument, members }) => sizeIn(argument, undefined, members)));
  const ungiven = defaultSize ?? assumedSize;
  const sizes = paths.map(({ argument, name, members }): Size => {
    const value = given.find((each) => each.name.value === name)?.value;
    return value && sizeAt(argument, value, members, operation);
  });
  return sizes.some((size) => typeof size === 'function')
    ? (variables) => largest(sizes.map((size) => (typeof size === 'function' ? size(variables) : size))) ?? ungiven
    : (largest(sizes.filter((size) => typeof size !== 'function')) ?? ungiven);
}

/** The largest size that is known, and not below 0; undefined where none is known. */
function largest(sizes: readonly (number | undefined)[]): number | undefined {
  const known = sizes.filter((size) => size !== undefined);
  return known.length > 0 ? Math.max(0, ...known) : undefined;
}

/** The size at a path of members in a value that stands in the document; undefined where a variable has no value, and for null. */
function sizeAt(
  declared: GraphQLArgument | GraphQLInputField | undefined,
  value: ValueNode,
  path: readonly string[],
  operation: OperationDefinitionNode,
): Size {
  if (value.kind === Kind.VARIABLE) {
    const name = value.name.value;
    const variable = operation.variableDefinitions?.find((each) => each.variable.name.value === name);
    const byDefault = variable?.defaultValue && sizeAt(declared, variable.defaultValue, path, operation);
    return (variables) => {
      const sent = variables[name];
      if (sent === undefined) return typeof byDefault === 'function' ? byDefault(variables) : byDefault;
      return sent === null ? undefined : sizeIn(declared, sent, path);
    };
  }
  const [member, ...rest] = path;
  if (member === undefined) {
    if (value.kind === Kind.LIST) return value.values.length;
    return value.kind === Kind.INT ? Number(value.value) : undefined;
  }
  if (value.kind !== Kind.OBJECT) return undefined;
  const field = memberOf(declared, member);
  const given = value.fields.find(({ name }) => name.value === member)?.value;
  const size = given && sizeAt(field, given, rest, operation);
  const byDefault = sizeIn(field, undefined, rest);
  return typeof size === 'function' ? (variables) => size(variables) ?? byDefault : (size ?? byDefault);
}

/** The size at a path of members in a value that a client sent, or in the default value. */
function sizeIn(
  declared: GraphQLArgument | GraphQLInputField | undefined,
  sent: unknown,
  [member, ...rest]: readonly string[],
): number | undefined {
  const value = sent ?? declared?.defaultValue;
  if (member === undefined) return Array.isArray(value) ? value.length : numberIn(value);
  const given: unknown = typeof value === 'object' && value ? Reflect.get(value, member) : undefined;
  return sizeIn(memberOf(declared, member), given, rest);
}

/** The input field with a name in the object that an argument or an input field takes. */
function memberOf(
  declared: GraphQLArgument | GraphQLInputField | undefined,
  name: string,
): GraphQLInputField | undefined {
  const type = declared && getNamedType(declared.type);
  return isInputObjectType(type) ? type.getFields()[name] : undefined;
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The variables of an operation. */
type Variables = Readonly<Record<string, unknown>>;

/** A number that may depend on variables, such as a cost in thousandths of a point. */
type Amount = number | ((variables: Variables) => number);

const valueOf = (amount: Amount, variables: Variables): number =>
  typeof amount === 'number' ? amount : amount(variables);

/** The sum of two amounts; a number where neither depends on variables. */
function add(left: Amount, right: Amount): Amount {
  if (left === 0) return right;
  if (right === 0) return left;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  return (variables) => valueOf(left, variables) + valueOf(right, variables);
}

/** The product of two amounts; a number where neither depends on variables. */
function multiply(left: Amount, right: Amount): Amount {
  if (left === 0 || right === 0) return 0;
  if (left === 1) return right;
  if (right === 1) return left;
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  return (variables) => valueOf(left, variables) * valueOf(right, variables);
}

/** An amount where a variable has a value; otherwise 0. */
const when = (name: string, expected: boolean, amount: Amount): Amount =>
  amount === 0 ? 0 : (variables) => (variables[name] === expected ? valueOf(amount, variables) : 0);

/**
 * Spends the points that the operation of a request costs, once. The price of the request, which the cost includes, is spent already. Returns a
 * promise only where the decision waits for the database. Fails RATE_LIMIT_EXCEEDED.
 */
export function chargeOperation(ctx: RequestContext, cost: number): Promise<void> | undefined {
  if (ctx.record.isOperationCharged) return undefined;
  ctx.record.isOperationCharged = true;
  return spendPoints(ctx, cost - prices.request);
}

/** Like `chargeOperation`, with an error that gives Apollo's response the status and the headers of a rate limit. */
export async function chargeOperationInApollo(ctx: RequestContext, cost: number): Promise<void> {
  try {
    await chargeOperation(ctx, cost);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const { status, headers } = headOfFailure(error);
    throw new GraphQLError(error.message, {
      originalError: error,
      extensions: { code: error.code, http: { status, headers: new HeaderMap(Object.entries(headers)) } },
    });
  }
}
