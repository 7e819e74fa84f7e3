import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { JsonSchema } from './named-schemas.ts';
import { requestExamples } from './request-examples.ts';

/** What the values of a schema are like, by its name or by that of the property that has it; else by its type. */
const samples: Readonly<Record<string, Json>> = Object.freeze({
  Metadata: { default: { title: { value: 'Rivers' } } },
  MetadataValues: { title: { value: 'Rivers' } },
  MetadataValue: { value: 'Rivers' },
  dataset_id: 'rivers',
  username: 'ada',
  title: 'Rivers',
  display_name: 'rivers.csv',
  filename: 'rivers.csv',
  mimetype: 'text/csv',
  cron_schedule: '0 6 * * 1',
  name: 'river',
  label: 'River',
  comment: 'The Rhine is longer.',
  slug: 'about',
  language: 'en',
  href: 'https://data.example.org/',
});

/** How identifiers begin, by the family of the operation. */
const prefixes: Readonly<Record<string, string>> = Object.freeze({
  datasets: 'da',
  resources: 're',
  processors: 'pr',
  fields: 'pr',
  schedules: 'sc',
  versions: 'ch',
  attachments: 'at',
  feedbacks: 'df',
  datasource_connections: 'co',
  studio_pages: 'sp',
});

/** A description with an example of every JSON body that is sent or answered. */
export function withExamples(description: JsonObject): JsonObject {
  const { paths, components } = description as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const described = Object.entries(paths).map(
    ([path, item]) =>
      [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [
            method,
            isJsonObject(operation) && 'operationId' in operation
              ? withExamplesOf(operation, components.schemas)
              : operation,
          ]),
        ),
      ] as const,
  );
  return { ...description, paths: Object.fromEntries(described) };
}

function withExamplesOf(operation: JsonObject, schemas: Readonly<Record<string, JsonSchema>>): JsonObject {
  const { operationId, tags, requestBody, responses } = operation as {
    operationId: string;
    tags: string[];
    requestBody?: JsonObject;
    responses: JsonObject;
  };
  const uid = `${prefixes[tags[0] ?? ''] ?? 'id'}_7f3k2m`;
  const answered = Object.entries(responses).map(
    ([status, response]) =>
      [
        status,
        status < '300' ? exemplified(response, (schema) => exampleOf(schema, { schemas, uid })) : response,
      ] as const,
  );
  const sent = requestExamples[operationId];
  return {
    ...operation,
    ...(requestBody && sent !== undefined && { requestBody: exemplified(requestBody, () => sent) }),
    responses: Object.fromEntries(answered),
  };
}

/** A request body or a response with an example of its JSON, where it has any. */
function exemplified(body: Json | undefined, exampleFor: (schema: JsonSchema) => Json): Json {
  if (!isJsonObject(body) || !isJsonObject(body['content'])) return body ?? null;
  const { 'application/json': json, ...others } = body['content'];
  if (!isJsonObject(json) || !isJsonObject(json['schema'])) return body;
  return { ...body, content: { ...others, 'application/json': { ...json, example: exampleFor(json['schema']) } } };
}

interface Making {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** What identifies the object of the operation. */
  readonly uid: string;
  /** The name of the schema or of the property. */
  readonly name?: string;
}

/** A value that a schema allows: the known one, the only or first one, or one of its type; what always is there of an object. */
function exampleOf(schema: JsonSchema, { name = '', ...making }: Making): Json {
  const { $ref, type, format, anyOf, const: only, enum: choices, items } = schema;
  const known = name === 'uid' ? making.uid : samples[name];
  if (typeof $ref === 'string') {
    const of = $ref.split('/').at(-1) ?? '';
    return (
      samples[of] ?? exampleOf(making.schemas[of] ?? {}, { ...making, name: typeof known === 'string' ? name : '' })
    );
  }
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return (choices as readonly Json[])[0] ?? null;
  if (Array.isArray(anyOf)) return exampleOf((anyOf as readonly JsonSchema[])[0] ?? {}, { ...making, name });
  const types = [type].flat();
  // the next page of a list that has one
  if (types.includes('null') && format === 'uri') return null;
  if (format === 'date-time') return '2026-01-15T14:30:00Z';
  if (types.includes('object')) return objectOf(schema, making);
  if (types.includes('array')) return isJsonObject(items) ? [exampleOf(items, making)] : [];
  if (types.includes('integer') || types.includes('number')) return 1;
  if (types.includes('boolean')) return false;
  return known ?? (types.includes('string') ? 'text' : null);
}

function objectOf({ properties = {}, required = [] }: JsonSchema, making: Making): Json {
  const schemas = isJsonObject(properties) ? properties : {};
  return Object.fromEntries(
    (Array.isArray(required) ? required : []).map((name) => [
      String(name),
      exampleOf(isJsonObject(schemas[String(name)]) ? (schemas[String(name)] as JsonSchema) : {}, {
        ...making,
        name: String(name),
      }),
    ]),
  );
}
