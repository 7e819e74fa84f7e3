import type { GraphQLSchema } from 'graphql';
import type { JsonObject } from '#kernel/json.ts';
import type { BodyForm } from '../request/request-value.ts';
import type { Route } from '../route.ts';
import { schemaOfType } from './json-schema.ts';
import {
  descriptionOf,
  mapSchema,
  registerSchema,
  withDefault,
  type JsonSchema,
  type NamedSchemas,
} from './named-schemas.ts';

import { requestExamples } from './request-examples.ts';
import { bodyPartsOf, inputFields, isRequired, partsOf, type BodyPart, type RequestPart } from './request-parts.ts';

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
  const described = creating && isReplacing ? creating : route;
  const body = jsonBody(partsOf(schema, described), names);
  if (!body) return undefined;
  const isMandatory = route.body.kind !== 'object' || (body.oneOf ?? [body]).some(({ required }) => required);
  const example = requestExamples[route.operation];
  return {
    ...(isMandatory && { required: true }),
    content: {
      'application/json': {
        schema: asReference(`${described.operation}Request`, body, names),
        ...(example !== undefined && { example }),
      },
    },
  };
}

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
    properties: { ...typeProperty, ...Object.fromEntries(bodyProperties.flatMap((part) => propertiesOf(part, names))) },
    ...(required.length > 0 && { required }),
    ...(requiredAlternatives.length > 0 && { allOf: requiredAlternatives }),
    ...(rest && { additionalProperties: descriptionOf(rest) }),
  };
}

/** The names that a part has in a body of a type. */
function bodyParts(part: RequestPart, bodyType: string | undefined): readonly BodyPart[] {
  const { value, type } = part;
  if (value.source === 'body') return [{ ...part, name: value.name }];
  if (value.source !== 'bodyByType') return [];
  return inputFields(type).flatMap((field) => (field.name === bodyType ? bodyPartsOf(field.type) : []));
}

/** The schema of a part, under each of its names. */
function propertiesOf(part: BodyPart, names: NamedSchemas): (readonly [string, JsonSchema])[] {
  const schema = withDefault({ ...schemaOfType(part.type, names, part.field), ...descriptionOf(part) }, part.default);
  return [
    [part.name, schema],
    ...(part.otherName === undefined
      ? []
      : [[part.otherName, { ...schema, description: `The same as \`${part.name}\`.` }] as const]),
  ];
}
