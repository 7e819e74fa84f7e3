import {
  type ConstDirectiveNode,
  DirectiveLocation,
  type DirectiveNode,
  type FieldDefinitionNode,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  type InputValueDefinitionNode,
  isAbstractType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { prices } from '#api/context.ts';

/** The size of a list, as `@listSize` declares it. */
export interface ListSize {
  /** The paths of the arguments that limit the number of items, or list them. */
  readonly slicingArguments: readonly string[];
  /** The lists of the returned object that have this size; undefined where the field itself is the list. */
  readonly sizedFields: readonly string[] | undefined;
  readonly assumedSize: number | undefined;
}

/** What the elements of a schema cost, by their directives. */
export interface DeclaredCosts {
  /** What each value of a field costs, in thousandths of a point: as the field declares, else as its type does. */
  readonly weightOfField: (field: GraphQLField<unknown, unknown>) => number;
  /** What an object of a type costs, in thousandths of a point. */
  readonly weightOfType: (type: GraphQLNamedType) => number;
  readonly listSizeOf: (field: GraphQLField<unknown, unknown>) => ListSize | undefined;
}

/** The thousandths of a point. */
export const pointInThousandths = 1_000;

/** Reads the directives of a schema: one that the modules build, or one that was parsed from its SDL. */
export function declaredCosts(schema: GraphQLSchema): DeclaredCosts {
  const weightOfType = (type: GraphQLNamedType): number => {
    // An object of an abstract type may be of its most expensive type.
    if (isAbstractType(type)) return Math.max(0, ...schema.getPossibleTypes(type).map(weightOfType));
    return declaredWeight(type) ?? (isObjectType(type) ? pointInThousandths : 0);
  };
  return Object.freeze({
    weightOfType,
    weightOfField: (field) => declaredWeight(field) ?? weightOfType(getNamedType(field.type)),
    listSizeOf: ({ astNode }) => {
      const declared = astNode && getDirectiveValues(listSizeDirective, astNode);
      if (!declared) return undefined;
      const { slicingArguments, sizedFields, assumedSize } = declared;
      return {
        slicingArguments: namesIn(slicingArguments) ?? [],
        sizedFields: namesIn(sizedFields),
        assumedSize: typeof assumedSize === 'number' ? assumedSize : undefined,
      };
    },
  } satisfies DeclaredCosts);
}

/** The weight of an element, in thousandths of a point; undefined where it declares none. */
function declaredWeight({ astNode }: GraphQLNamedType | GraphQLField<unknown, unknown>): number | undefined {
  const declared = astNode && getDirectiveValues(costDirective, astNode);
  return declared ? Math.round(Number(declared['weight']) * pointInThousandths) : undefined;
}

const namesIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined;

const names = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** The directive `@cost` of the GraphQL cost specification. */
export const costDirective = new GraphQLDirective({
  name: 'cost',
  description:
    'What each object of a type costs, or each value of a field, in points. Default: 1 for objects, else 0. A field precedes its type.',
  locations: [
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.ENUM,
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
    DirectiveLocation.OBJECT,
    DirectiveLocation.SCALAR,
  ],
  args: { weight: { type: new GraphQLNonNull(GraphQLString), description: 'A decimal number.' } },
});

/** The directive `@listSize` of the GraphQL cost specification. */
export const listSizeDirective = new GraphQLDirective({
  name: 'listSize',
  description: 'How many items a list may have, for the cost of what is selected in it.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: { type: GraphQLInt, description: 'The size where no slicing argument has a value.' },
    slicingArguments: {
      type: names,
      description:
        'The arguments that limit the number of items; of several, the largest counts, and of a list its length. A dot leads into an input object.',
    },
    sizedFields: {
      type: names,
      description: 'The lists of the returned object that have this size. Without them, the field itself is the list.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether a query must give exactly one slicing argument.',
    },
  },
});

/** What an object of an answer costs, in points. */
const objectWeight = '0.01';

/**
 * Declares on each type and field of the schema what it costs, as the directives of the GraphQL cost specification: an operation costs the price
 * of a request, and each object a hundredth of a point. An edge costs nothing, because its node does. Lists have the size of their page.
 * A directive that a module declares itself stays.
 */
export function declareCosts(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue;
    if (isObjectType(type)) declareDirective(type, 'cost', { weight: weightOf(type, roots.includes(type)) });
    for (const field of Object.values(type.getFields())) {
      const slicingArguments = field.args.map(({ name }) => name).filter((name) => sizeArguments.has(name));
      if (slicingArguments.length > 0) declareDirective(field, 'listSize', listSizeOf(field, slicingArguments));
    }
  }
  return schema;
}

function weightOf({ name }: GraphQLObjectType, isRoot: boolean): string {
  if (isRoot) return String(prices.request);
  return name.endsWith('Edge') ? '0' : objectWeight;
}

/** The arguments that limit the number of items of a list; `ids` and `representations` by their own length. */
const sizeArguments: ReadonlySet<string> = new Set(['first', 'last', 'limit', 'ids', 'representations']);

/** The arguments of `@listSize` for a field with a page size. */
function listSizeOf({ type }: GraphQLField<unknown, unknown>, slicingArguments: readonly string[]) {
  const page = getNamedType(type);
  const lists =
    isListType(getNullableType(type)) || !isObjectType(page)
      ? []
      : Object.values(page.getFields()).filter((field) => isListType(getNullableType(field.type)));
  const items = lists.filter(({ name }) => name === 'nodes' || name === 'edges');
  const sizedFields = (items.length > 0 ? items : lists).map(({ name }) => name);
  return { slicingArguments, ...(sizedFields.length > 0 && { sizedFields }), requireOneSlicingArgument: false };
}

/** The units of cost of a router in a point. An object costs a hundredth of a point, and one unit where a subgraph declares nothing else. */
const unitsInPoint = 100;

/** The directive `@cost` of Apollo Federation, whose weight is a whole number of units, rounded up; undefined for other directives. */
export function federatedCost({ name, arguments: given = [] }: DirectiveNode): ConstDirectiveNode | undefined {
  const weight = given.find((argument) => argument.name.value === 'weight')?.value;
  if (name.value !== costDirective.name || weight?.kind !== Kind.STRING) return undefined;
  return directiveNode(name.value, { weight: Math.ceil(Number(weight.value) * unitsInPoint) });
}

/**
 * The field with the `@listSize` of Apollo Federation, whose slicing arguments are integers of the field itself. A list without such an
 * argument has the size that the router assumes.
 */
export function federatedListSize(field: FieldDefinitionNode): FieldDefinitionNode | undefined {
  const declared = getDirectiveValues(listSizeDirective, field);
  if (!declared) return undefined;
  const integers = (field.arguments ?? []).filter(isInteger).map(({ name }) => name.value);
  const slicingArguments = textsIn(declared['slicingArguments']).filter((name) => integers.includes(name));
  const sizedFields = textsIn(declared['sizedFields']);
  const others = (field.directives ?? []).filter(({ name }) => name.value !== listSizeDirective.name);
  const listSize = directiveNode(listSizeDirective.name, {
    slicingArguments,
    ...(sizedFields.length > 0 && { sizedFields }),
    requireOneSlicingArgument: false,
  });
  return { ...field, directives: slicingArguments.length > 0 ? [...others, listSize] : others };
}

/** Whether an argument is an integer, mandatory or not. */
function isInteger({ type }: InputValueDefinitionNode): boolean {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return named.kind === Kind.NAMED_TYPE && named.name.value === 'Int';
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

/** The value of a directive's argument. */
type DirectiveValue = string | number | boolean | readonly string[];

/** Adds a directive to an element of a schema, as the SDL would have it. An element that has a directive of this name keeps its own. */
function declareDirective(
  element: GraphQLObjectType | GraphQLField<unknown, unknown>,
  name: string,
  values: Readonly<Record<string, DirectiveValue>>,
): void {
  const present = element.astNode?.directives ?? [];
  if (present.some((directive) => directive.name.value === name)) return;
  const directives = [...present, directiveNode(name, values)];
  const nameNode = { kind: Kind.NAME, value: element.name } as const;
  if (isObjectType(element)) {
    element.astNode = { kind: Kind.OBJECT_TYPE_DEFINITION, name: nameNode, ...element.astNode, directives };
  } else {
    const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: String(element.type) } } as const;
    element.astNode = { kind: Kind.FIELD_DEFINITION, name: nameNode, type, ...element.astNode, directives };
  }
}

/** Makes the node of a directive. GraphQL writes its values as JSON does. */
export function directiveNode(name: string, values: Readonly<Record<string, DirectiveValue>>): ConstDirectiveNode {
  const written = Object.entries(values).map(([argument, value]) => `${argument}: ${JSON.stringify(value)}`);
  const given = written.length > 0 ? `(${written.join(', ')})` : '';
  const [type] = parse(`type T @${name}${given}`, { noLocation: true }).definitions;
  const [directive] = type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.directives ?? []) : [];
  if (!directive) throw new TypeError(`@${name} is no directive.`);
  return directive;
}
