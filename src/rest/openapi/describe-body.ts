import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getOperationAST,
  type GraphQLCompositeType,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JsonObject } from '#kernel/json.ts';
import type { BodyForm } from '../request/request-value.ts';
import type { Route } from '../route.ts';
import {
  descriptionOf,
  type JsonSchema,
  mapSchema,
  type NamedSchemas,
  orNull,
  registerSchema,
  schemaOfType,
  schemaReference,
  withDefault,
} from './json-schema.ts';
import { requestExamples } from './examples.ts';
import {
  type BodyPart,
  bodyPartsOf,
  graphInputFields,
  isRequired,
  partsOf,
  type RequestPart,
} from './describe-parameters.ts';
import { memberFormOf } from '#api/planning/collect-fields.ts';
import type { ObjectShape, Property, BodyShape } from '../responders/body-mapping.ts';

/** The body of an operation; undefined without one. A replacing body has the form of a creating one (docs/contract/rest.md 1, PUT). */
export function requestBodyOf(
  schema: GraphQLSchema,
  route: Route,
  creating: Route | undefined,
  names: NamedSchemas,
): JsonObject | undefined {
  const multipart = multipartSchemas[route.body.kind];
  if (multipart)
    return {
      required: true,
      content: { 'multipart/form-data': { schema: registerSchema(multipart.name, multipart.schema, names) } },
    };
  const parts = partsOf(schema, route);
  const isReplacing = parts.some(({ value }) => value.source === 'body' && value.default === null);
  const creatingParts = creating && isReplacing ? partsOf(schema, creating) : [];
  // a body that replaces a ruleset does not name whose it is
  const described = creating && isReplacing && readsAll(parts, creatingParts) ? creating : route;
  const one = jsonBody(described === route ? parts : creatingParts, names);
  if (!one) return undefined;
  const body = route.body.kind === 'items' ? itemsSchema(asReference(`${route.operationId}Item`, one, names)) : one;
  const upload = route.body.kind === 'upload' ? registerUpload(described, one, names) : undefined;
  const isMandatory = route.body.kind !== 'object' || (body.oneOf ?? [body]).some(({ required }) => required);
  const example = requestExamples[route.operationId];
  return {
    ...(isMandatory && { required: true }),
    content: {
      'application/json': {
        schema: asReference(`${described.operationId}Request`, body, names),
        ...(example !== undefined && { example }),
      },
      ...(upload && { 'multipart/form-data': { schema: upload } }),
    },
  };
}

/** The schema of a body with a file, which has the properties of the JSON body too. */
const registerUpload = ({ operationId }: Route, body: JsonSchema, names: NamedSchemas): JsonSchema =>
  registerSchema(
    `${operationId}Upload`,
    { ...body, properties: { ...body.properties, file: { ...bytes, description: 'The file, under its name.' } } },
    names,
  );

/** Whether the parts of a request include all properties of a body of others. */
const readsAll = (parts: readonly RequestPart[], others: readonly RequestPart[]): boolean => {
  const read = new Set(parts.flatMap(({ value }) => (value.source === 'body' ? [value.name] : [])));
  return others.every(({ value }) => value.source !== 'body' || read.has(value.name));
};

/** A body as a reference: to the schema that it already refers to, or to itself under the name. */
const asReference = (name: string, body: JsonSchema, names: NamedSchemas): JsonSchema =>
  body.$ref === undefined ? registerSchema(name, body, names) : body;

const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

const multipartSchemas: Readonly<Partial<Record<BodyForm['kind'], { name: string; schema: JsonSchema }>>> =
  Object.freeze({
    file: {
      name: 'FileUpload',
      schema: {
        type: 'object',
        properties: { file: { ...bytes, description: 'The file, under its name.' } },
        required: ['file'],
      },
    },
    form: {
      name: 'FormAnswers',
      schema: {
        type: 'object',
        properties: {
          data: {
            type: 'string',
            contentMediaType: 'application/json',
            description: 'The answers: the JSON of an object by the names of the blocks.',
          },
          'g-recaptcha-response': { type: 'string', description: 'The token of reCAPTCHA, where the form needs one.' },
        },
        required: ['data'],
        additionalProperties: { ...bytes, description: 'An image, under the name of its block.' },
      },
    },
  });

/** One record or several: names of fields and their values, as a JSON file would have them. */
const recordsSchema: JsonSchema = {
  anyOf: [mapSchema(true), { type: 'array', items: mapSchema(true) }],
  description: 'A record, or an array of records.',
};

/** One object or several. */
const itemsSchema = (item: JsonSchema): JsonSchema => ({
  anyOf: [{ type: 'array', items: item }, item],
  description: 'An array of at most 100 objects, or one object.',
});

/** The schema of a JSON body: a single value, an object, or an object for each type; undefined where no body is read. */
function jsonBody(parts: readonly RequestPart[], names: NamedSchemas): JsonSchema | undefined {
  for (const part of parts) {
    const { value, type, field } = part;
    if (value.source === 'records') return recordsSchema;
    if (value.source === 'wholeBody') return { ...schemaOfType(type, names, field), ...descriptionOf(part) };
    if (value.source === 'bodyByType') return { oneOf: value.types.map((type) => objectBody(parts, names, type)) };
  }
  return parts.some(({ value }) => value.source === 'body' || value.source === 'restOfBody')
    ? objectBody(parts, names)
    : undefined;
}

/** The schema of an object body of one type, if bodies have types. */
function objectBody(parts: readonly RequestPart[], names: NamedSchemas, bodyType?: string): JsonSchema {
  const typeProperty: Record<string, JsonSchema> =
    bodyType === undefined ? {} : { type: { type: 'string', const: bodyType } };
  const bodyProperties = parts.flatMap((part) => bodyParts(part, bodyType));
  const rest = parts.find(({ value }) => value.source === 'restOfBody');
  const requiredProperties = bodyProperties.filter(isRequired);
  const required = [
    ...Object.keys(typeProperty),
    ...requiredProperties.filter(({ otherName }) => otherName === undefined).map(({ name }) => name),
  ];
  const requiredAlternatives = requiredProperties.flatMap(({ name, otherName }) =>
    otherName === undefined ? [] : [{ anyOf: [{ required: [name] }, { required: [otherName] }] }],
  );
  return {
    type: 'object',
    properties: {
      ...typeProperty,
      ...Object.fromEntries(bodyProperties.flatMap((part) => propertiesOfPart(part, names))),
    },
    ...(required.length > 0 && { required }),
    ...(requiredAlternatives.length > 0 && { allOf: requiredAlternatives }),
    ...(rest && { additionalProperties: descriptionOf(rest) }),
  };
}

/** The names that a part has in a body of a type. */
function bodyParts(part: RequestPart, bodyType: string | undefined): readonly BodyPart[] {
  const { value, type } = part;
  if (value.source === 'body') return [{ ...part, name: value.name, form: value.form }];
  if (value.source !== 'bodyByType') return [];
  return graphInputFields(type).flatMap((field) => (field.name === bodyType ? bodyPartsOf(field.type) : []));
}

/** The schema of a list of the graph in the form in which clients send it. */
function formSchema(list: JsonSchema, form: BodyPart['form']): JsonSchema {
  if (!form || !list.items) return list;
  return form.differs === 'oneItem' ? list.items : { ...list, items: { anyOf: [list.items, { type: 'string' }] } };
}

/** The schema of a part, under each of its names. */
function propertiesOfPart(part: BodyPart, names: NamedSchemas): (readonly [string, JsonSchema])[] {
  const ofGraph = schemaOfType(part.type, names, part.field);
  const schema = withDefault({ ...formSchema(ofGraph, part.form), ...descriptionOf(part) }, part.default);
  return [
    [part.name, schema],
    ...(part.otherName === undefined
      ? []
      : [[part.otherName, { ...schema, description: `The same as \`${part.name}\`.` }] as const]),
  ];
}

/** The shape of an operation's data: the types of the schema, narrowed to the selected fields. */
export function selectionShape(schema: GraphQLSchema, document: DocumentNode): ObjectShape {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('A persisted operation has a root type.');
  return objectShape({ schema, document }, root, operation.selectionSet);
}

/** The document of an operation, and the schema that describes its types. */
interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

function objectShape(operation: Operation, type: GraphQLCompositeType, selectionSet: SelectionSetNode): ObjectShape {
  const properties = new Map<string, Property>();
  const found = propertiesOf(operation, type, selectionSet);
  for (const [name, property] of found) {
    // Of two properties with the same name, the property that is always present counts.
    if (property !== 'spread' && (!properties.has(name) || !property.isOptional)) properties.set(name, property);
  }
  const isOpen = found.some(([, property]) => property === 'spread');
  return { kind: 'object', type, properties, ...(isOpen && { isOpen }) };
}

/** A property and its name, or the name of a field whose members are properties of any name. */
type NamedProperty = readonly [name: string, property: Property | 'spread'];

/** The properties of a selection, fragments included. */
const propertiesOf = (
  operation: Operation,
  type: GraphQLCompositeType,
  { selections }: SelectionSetNode,
): NamedProperty[] =>
  selections.flatMap((selection) =>
    selection.kind === Kind.FIELD
      ? [[(selection.alias ?? selection.name).value, propertyOf(operation, type, selection)]]
      : fragmentProperties(operation, type, selection),
  );

function propertyOf(operation: Operation, parent: GraphQLCompositeType, selection: FieldNode): Property | 'spread' {
  const field = 'getFields' in parent ? parent.getFields()[selection.name.value] : undefined;
  if (!field) throw new Error(`${parent.name} has no field ${selection.name.value}.`);
  const form = memberFormOf([selection]);
  if (form === 'spread') return form;
  const isOmittedIfNull = form === 'omitIfNull' && !isNonNullType(field.type);
  return {
    shape: shapeOf(operation, field.type, selection),
    isNullable: !isNonNullType(field.type) && !isOmittedIfNull,
    isOptional: isIncludedOnDemand(selection) || isOmittedIfNull,
    description: field.description,
  };
}

function shapeOf(operation: Operation, outer: GraphQLOutputType, selection: FieldNode): BodyShape {
  const type = isNonNullType(outer) ? outer.ofType : outer;
  if (isListType(type)) return { kind: 'list', items: shapeOf(operation, type.ofType, selection) };
  if (isCompositeType(type) && selection.selectionSet) return objectShape(operation, type, selection.selectionSet);
  return { kind: 'leaf', type: getNamedType(type), field: selection.name.value };
}

/** The properties of a fragment; optional where the fragment applies only to some types of an interface. */
function fragmentProperties(
  operation: Operation,
  type: GraphQLCompositeType,
  selection: Exclude<SelectionNode, FieldNode>,
): NamedProperty[] {
  const { typeCondition, selectionSet } =
    selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentNamed(operation.document, selection.name.value);
  const narrowed = typeCondition ? operation.schema.getType(typeCondition.name.value) : type;
  if (!isCompositeType(narrowed)) throw new Error('A fragment selects fields of an object.');
  const isOptional = (isAbstractType(type) && isObjectType(narrowed)) || isIncludedOnDemand(selection);
  return propertiesOf(operation, narrowed, selectionSet).map(([name, property]) => [
    name,
    isOptional && property !== 'spread' ? { ...property, isOptional } : property,
  ]);
}

const isIncludedOnDemand = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => name.value === 'include');

function fragmentNamed({ definitions }: DocumentNode, name: string): FragmentDefinitionNode | InlineFragmentNode {
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition;
  throw new Error(`There is no fragment ${name}.`);
}

/** The JSON Schema of a body. */
export function schemaOfShape(shape: BodyShape, names: NamedSchemas): JsonSchema {
  switch (shape.kind) {
    case 'leaf':
      return schemaOfType(new GraphQLNonNull(shape.type), names, shape.field);
    case 'number':
      return { type: 'integer' };
    case 'address':
      return { type: 'string', format: 'uri' };
    case 'text':
      return { type: 'string', ...(shape.text !== undefined && { const: shape.text }) };
    case 'list':
      return { type: 'array', items: schemaOfShape(shape.items, names) };
    case 'declared':
      for (const [name, schema] of Object.entries(shape.schemas)) names.set(name, schema);
      return schemaReference(shape.name);
    case 'object':
      return namedSchema(shape, objectSchema(shape, names), names);
  }
}

function objectSchema({ properties, isOpen = false }: ObjectShape, names: NamedSchemas): JsonSchema {
  const required = [...properties].flatMap(([name, { isOptional }]) => (isOptional ? [] : [name]));
  return {
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, property]) => [name, propertySchema(property, names)])),
    ...(required.length > 0 && { required }),
    additionalProperties: isOpen,
  };
}

function propertySchema({ shape, isNullable, description }: Property, names: NamedSchemas): JsonSchema {
  const schema = schemaOfShape(shape, names);
  return { ...(isNullable ? orNull(schema) : schema), ...descriptionOf({ description }) };
}

/** The schema of an object, under the name of its type of the graph. */
const namedSchema = ({ type }: ObjectShape, schema: JsonSchema, names: NamedSchemas): JsonSchema =>
  type ? registerSchema(type.name, { ...schema, ...descriptionOf(type) }, names) : schema;
