import {
  type DocumentNode,
  getNullableType,
  getOperationAST,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { pathParameters, type Route } from '../route.ts';
import { isRequestValue, type RequestValue, wireNamesOf, wireValue } from '../request/request-value.ts';
import { sortNamesOf } from '../request/sort.ts';
import { descriptionOf, type JsonSchema, type NamedSchemas, schemaOfType, withDefault } from './json-schema.ts';
import { parameterExamples } from './examples.ts';

/** The parameters in the path, which all operations of a path share. */
export function pathParametersOf(schema: GraphQLSchema, path: string, routes: readonly Route[]): readonly JsonObject[] {
  const parts = routes.flatMap((route) => partsOf(schema, route));
  return pathParameters(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...descriptionOf(parts.find(({ value }) => value.source === 'path' && value.name === name) ?? {}),
    schema: { type: 'string' },
    ...exampleOf(routes, name),
  }));
}

/** The other parameters of an operation: those of the query, `If-Match` and `Idempotency-Key`. */
export function parametersOf(route: Route, parts: readonly RequestPart[], names: NamedSchemas): readonly JsonObject[] {
  return [
    ...parts.flatMap((part) =>
      queryParameter(part, names).map((parameter) => ({ ...parameter, ...exampleOf([route], parameter.name) })),
    ),
    ...expandParameter(parts),
    ...(hasRevisionCheck(parts) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(route.isMutation ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

/** The example of a parameter that the operations of some routes share. */
function exampleOf(routes: readonly Route[], parameter: string): { example?: Json } {
  const example = routes
    .map(({ operationId }) => parameterExamples[operationId]?.[parameter])
    .find((value) => value !== undefined);
  return example === undefined ? {} : { example };
}

/** The parameters that shape the answer of a route. */
export const flagParameters = ({ flags }: Route): readonly JsonObject[] =>
  Object.entries(flags).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'boolean', default: false },
  }));

/** Whether an operation checks `If-Match`. */
export const hasRevisionCheck = (parts: readonly RequestPart[]): boolean =>
  parts.some(({ value }) => value.source === 'revision');

/** Describes a part that comes from the query string; it is never null, and `sort` lists the orders' wire names. */
function queryParameter(part: RequestPart, names: NamedSchemas): readonly (JsonObject & { readonly name: string })[] {
  const { value, type } = part;
  if (value.source === 'sort') return [sortParameter(value)];
  if (value.source !== 'query') return [];
  const present = getNullableType(type);
  const schema: JsonSchema =
    value.name === 'sort' && isEnumType(present)
      ? { type: 'string', enum: present.getValues().map(({ name }) => wireValue(name)) }
      : schemaOfType(new GraphQLNonNull(present), names);
  return [
    {
      name: value.name,
      in: 'query',
      ...(value.isRequired && { required: true }),
      ...descriptionOf(part),
      schema: value.isRequired ? schema : withDefault(schema, part.default),
    },
  ];
}

/** The parameter `sort`, with the names that REST has for the fields of an order. */
function sortParameter(value: Extract<RequestValue, { source: 'sort' }>): JsonObject & { readonly name: string } {
  const names: JsonSchema = { type: 'string', enum: sortNamesOf(value) };
  return {
    name: value.name,
    in: 'query',
    description: `The order, \`-\` before a name for the descending one; then by identifier.${value.default === undefined ? '' : ` Default: \`${value.default}\`.`}`,
    ...(value.isList && { style: 'form', explode: false }),
    schema: value.isList ? { type: 'array', items: names } : names,
  };
}

/** The parameter `expand`, if an operation has optional parts. */
function expandParameter(parts: readonly RequestPart[]): readonly JsonObject[] {
  const expandable = parts.flatMap(({ value }) => (value.source === 'expand' ? [value.part] : []));
  if (expandable.length === 0) return [];
  return [
    {
      name: 'expand',
      in: 'query',
      description: 'The parts of the answer to return in full, separated by commas.',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: expandable } },
    },
  ];
}

/** A value that a route reads from a request, and the variable or input field that receives it. */
export interface RequestPart {
  readonly value: RequestValue;
  readonly type: GraphQLInputType;
  /** The graph's name of the variable or of the input field. */
  readonly field: string;
  readonly description: string | null | undefined;
  /** The value that the operation receives when the request has none; undefined when it receives nothing. */
  readonly default: Json | undefined;
}

/** The parts of the requests to a route, in the order of the operation's variables and of the fields of its input. */
export const partsOf = (schema: GraphQLSchema, { document, variables }: Route): readonly RequestPart[] =>
  (getOperationAST(document)?.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    const source = variables.get(name);
    if (!isInputType(type) || !source) return [];
    return isRequestValue(source)
      ? [partOf(source, { name, type, description: argumentOf(schema, document, name)?.description })]
      : partsOfInput(type, source);
  });

const partsOfInput = (type: GraphQLInputType, sources: ReadonlyMap<string, RequestValue>): readonly RequestPart[] =>
  graphInputFields(type).flatMap((field) => {
    const source = sources.get(field.name);
    return source ? [partOf(source, field)] : [];
  });

/** The receiver of a value: a variable, or a field of an input. */
type Receiver = Pick<GraphQLInputField, 'name' | 'type' | 'description'> & { readonly defaultValue?: unknown };

const partOf = (value: RequestValue, { name, type, description, defaultValue }: Receiver): RequestPart => ({
  value,
  type: value.source === 'body' && value.isRequired ? new GraphQLNonNull(getNullableType(type)) : type,
  field: name,
  description,
  ...('default' in value ? { default: value.default } : describeDefault({ type, description, defaultValue })),
});

/**
 * The default of the schema. Of a value that may be null the description has it: generators of clients take a property with a default for a
 * required one.
 */
function describeDefault({
  type,
  description,
  defaultValue,
}: Omit<Receiver, 'name'>): Pick<RequestPart, 'description' | 'default'> {
  const value = jsonOf(defaultValue);
  if (value == null || isNonNullType(type)) return { description, default: value };
  return { description: `${description ?? ''} Default: \`${JSON.stringify(value)}\`.`, default: undefined };
}

/** The fields of an input type, in their order; none of another type. */
export const graphInputFields = (outer: GraphQLInputType): readonly GraphQLInputField[] => {
  const type = getNullableType(outer);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
};

/** A property of a JSON body. */
export interface BodyPart extends Omit<RequestPart, 'value'> {
  readonly name: string;
  /** The form in which clients send the value, where it is not that of the graph. */
  readonly form?: Extract<RequestValue, { source: 'body' }>['form'] | undefined;
  /** The other name that requests may use for it. */
  readonly otherName?: string | undefined;
}

/** The properties of a body that stand for the fields of an input. */
export const bodyPartsOf = (type: GraphQLInputType): readonly BodyPart[] =>
  graphInputFields(type).map((field) => {
    const [name = field.name, otherName] = wireNamesOf(String(getNullableType(type)), field.name);
    return { ...field, ...describeDefault(field), field: field.name, name, otherName };
  });

const jsonOf = (value: unknown): Json | undefined => (isJson(value) ? value : undefined);

/** Whether a default of the schema is a JSON value. */
const isJson = (value: unknown): value is Json =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) ? value.every(isJson) : isJsonObject(value) && Object.values(value).every(isJson));

/** The argument, or the member of one, that a variable of an operation is given to. */
function argumentOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variable: string,
): GraphQLArgument | GraphQLInputField | undefined {
  let found: GraphQLArgument | GraphQLInputField | undefined;
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Variable({ name: { value } }, _key, parent) {
        if (value !== variable) return;
        const type = getNullableType(typeInfo.getParentInputType());
        const member = parent && 'kind' in parent && parent.kind === Kind.OBJECT_FIELD ? parent.name.value : undefined;
        found =
          member !== undefined && isInputObjectType(type)
            ? type.getFields()[member]
            : (typeInfo.getArgument() ?? found);
      },
    }),
  );
  return found;
}

/** Whether a part is required: the operation requires it, and it has no default. */
export const isRequired = (part: Pick<RequestPart, 'type' | 'default'>): boolean =>
  isNonNullType(part.type) && part.default == null;
