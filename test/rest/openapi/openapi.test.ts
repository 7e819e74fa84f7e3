import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { administrationApi, restApis } from '#rest/rest-apis.ts';
import { administration } from '#test/contract/requests/operations.ts';
import { testApp } from '#test/support/app.ts';

const app = await testApp();
const keysOnly = await testApp({ INTROSPECTION: 'keys', PUBLIC_URL: 'https://data.example.org' });
const base = '/api/automation/v1.0';
const read = async (http = app.http, of = base) => (await http.inject(`${of}/openapi.json`)).json();
const description = await read();
const operations = Object.entries<object>(description.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([name]) => name !== 'parameters')
    .map(([method, described]) => ({ method: method.toUpperCase(), path, ...described })),
);
const operation = (operationId: string) => operations.find((operation) => operation.operationId === operationId);
const nameOf = (schema: { $ref: string }) => schema.$ref.split('/').at(-1) ?? '';
const requestOf = (operationId: string, mediaType = 'application/json') =>
  description.components.schemas[nameOf(operation(operationId)?.requestBody.content[mediaType].schema)];
const responseOf = (operationId: string, status: number) =>
  description.components.schemas[nameOf(operation(operationId)?.responses[status].content['application/json'].schema)];

test.each(restApis)('the description of the $title is public and is valid OpenAPI 3.1', async (api) => {
  const validator = new Validator();
  expect(await validator.validate(await read(app.http, api.base))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every route is described as one operation, with the GraphQL operation behind it', () => {
  const routes = new Map(administrationApi.routes.map((route) => [`${route.method} ${route.path}`, route]));
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...routes.keys()].sort());
  for (const { method, path, operationId, 'x-graphql-operation': behind } of operations) {
    const route = routes.get(`${method} ${path}`);
    expect(operationId).toBe(route?.operationId);
    expect(behind).toEqual({
      name: route?.operation,
      document: expect.stringMatching(new RegExp(`^(query|mutation) ${route?.operation}\\b`)),
    });
  }
});

test('an operation of the contract is described with the status of the contract, in its family', () => {
  const statuses = new Map(administration.map(({ method, path, ok }) => [`${method} ${path}`, String(ok)]));
  for (const { method, path, responses, tags } of operations) {
    expect([path, Object.keys(responses).find((status) => status < '300')]).toEqual([
      path,
      statuses.get(`${method} ${path}`),
    ]);
    expect(tags).toEqual([expect.stringMatching(/^\w+$/)]);
  }
});

test('a body is described by the names of the wire, with what is required and what can be null', () => {
  expect(requestOf('CreateDataset')).toMatchObject({
    properties: {
      dataset_id: { type: ['string', 'null'] },
      metadata: { $ref: '#/components/schemas/Metadata' },
      default_security: { anyOf: [{ $ref: '#/components/schemas/DatasetSecurityInput' }, { type: 'null' }] },
    },
    required: ['metadata'],
  });
  expect(Object.keys(description.components.schemas.DatasetSecurityInput.properties)).toEqual([
    'is_data_visible',
    'visible_fields',
    'filter_query',
    'api_calls_quota',
  ]);
  expect(requestOf('UploadResourceFile', 'multipart/form-data').properties).toHaveProperty('file');
  expect(operation('PublishDataset')).not.toHaveProperty('requestBody');
});

test('a connection may be sent as it is read or saved, with its type and whether it is reusable', () => {
  const { ConnectionInput: sent, ExpandedConnection: read } = description.components.schemas;
  expect(Object.keys(sent.properties)).toEqual(expect.arrayContaining(['type', 'is_reusable']));
  expect(Object.keys(read.properties)).toEqual(expect.arrayContaining(['type', 'is_reusable']));
});

test('a replacing body is described like a creating one', () => {
  expect(requestOf('UpdateProcessor')).toEqual(requestOf('AppendProcessor'));
  expect(requestOf('UpdateProcessor')).toMatchObject({
    required: ['type'],
    additionalProperties: { description: expect.any(String) },
  });
  expect(requestOf('UpdateDataset').required).toBeUndefined();
});

test('field configurations are described by kind', () => {
  const kinds = requestOf('AppendFieldConfiguration').oneOf.map(
    (kind: { properties: Record<string, { const?: string }>; required: string[] }) => [
      kind.properties['type']?.const,
      kind.required.filter((name) => !['type', 'label'].includes(name)),
    ],
  );
  expect(kinds).toEqual([
    ['rename', ['from_name', 'to_name', 'field_label']],
    ['type', ['field', 'type_param']],
    ['annotate', ['field', 'annotation']],
    ['description', ['field', 'description']],
    ['order', []],
    ['delete', ['field']],
  ]);
  expect(requestOf('AppendFieldConfiguration').oneOf[4].allOf).toEqual([
    { anyOf: [{ required: ['order'] }, { required: ['args'] }] },
  ]);
});

test('an answer is described by the selection of its operation: aliases, null, optional properties, open maps', () => {
  const { Dataset, Resource, Processor } = description.components.schemas;
  expect(Object.keys(Dataset.properties).slice(0, 3)).toEqual(['uid', 'dataset_id', 'created_at']);
  expect(Dataset.properties).not.toHaveProperty('revision');
  expect(Dataset.properties.uid.type).toBe('string');
  expect(Dataset.properties.created_by).toMatchObject({
    anyOf: [{ $ref: '#/components/schemas/RelatedUser' }, { type: 'null' }],
    description: expect.stringContaining('created'),
  });
  expect(Object.keys(Resource.properties).filter((name) => !Resource.required.includes(name))).toEqual([
    'url',
    'datasource',
    'warning',
  ]);
  expect(Processor).toMatchObject({ required: ['uid', 'type', 'label'], additionalProperties: true });
  expect(Processor.properties).not.toHaveProperty('params');
});

test('a list is described with its page, its parameters and their defaults', () => {
  expect(responseOf('ListDatasetFeedbacks', 200)).toMatchObject({
    properties: {
      total_count: { type: 'integer' },
      next: { type: ['string', 'null'], format: 'uri' },
      results: { items: { $ref: '#/components/schemas/Feedback' } },
    },
    required: ['total_count', 'next', 'previous', 'results'],
  });
  expect(
    operation('ListDatasetFeedbacks')?.parameters.map(
      ({ name, in: where, schema }: { name: string; in: string; schema: object }) => [name, where, schema],
    ),
  ).toEqual([
    ['limit', 'query', { type: 'integer', default: 20 }],
    ['offset', 'query', { type: 'integer', default: 0 }],
    ['record_id', 'query', { type: 'string' }],
    ['is_archived', 'query', { type: 'boolean', default: false }],
    ['sort', 'query', { type: 'string', enum: ['created_at', '-created_at'], default: '-created_at' }],
  ]);
});

test.each(restApis)(
  'in the $title each parameter of a path is named once, for all of its operations, and no operation names one twice',
  async (api) => {
    const { paths }: { paths: Record<string, Record<string, unknown>> } = await read(app.http, api.base);
    for (const [path, { parameters: inPath = [], ...methods }] of Object.entries(paths)) {
      const parameters = inPath as { name: string }[];
      expect([path, parameters.map(({ name }) => name)]).toEqual([
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      ]);
      for (const parameter of parameters)
        expect(parameter).toMatchObject({ in: 'path', required: true, description: expect.stringMatching(/\w/) });
      for (const { parameters: own } of Object.values(methods) as { parameters: { in?: string }[] }[]) {
        expect(own.filter((parameter) => parameter.in === 'path')).toEqual([]);
        expect(new Set(own.map((parameter) => JSON.stringify(parameter))).size).toBe(own.length);
      }
    }
  },
);

test('an open object is described as a map', () => {
  const { Metadata, MetadataValues, MetadataValue, Resource } = description.components.schemas;
  expect([Metadata.additionalProperties, MetadataValues.additionalProperties]).toEqual([
    { $ref: '#/components/schemas/MetadataValues' },
    { $ref: '#/components/schemas/MetadataValue' },
  ]);
  expect(MetadataValue.required).toEqual(['value']);
  expect([requestOf('UpdateAllDatasetMetadata'), responseOf('ListAllDatasetMetadata', 200)]).toEqual([
    Metadata,
    Metadata,
  ]);
  expect(nameOf(requestOf('CreateDataset').properties.metadata)).toBe('Metadata');
  expect([requestOf('UpdateTemplateDatasetMetadata'), responseOf('ListTemplateDatasetMetadata', 200)]).toEqual([
    MetadataValues,
    MetadataValues,
  ]);
  expect(Resource.properties.params).toMatchObject({ type: 'object', additionalProperties: true });
});

test('the metadata of the standard templates is described by field, with the types of the contract', () => {
  const { schemas } = description.components;
  const typesOf = (template: string) =>
    Object.fromEntries(
      Object.entries<{ $ref: string }>(schemas[nameOf(schemas.Metadata.properties[template])].properties).map(
        ([field, schema]) => [field, schemas[nameOf(schema)].properties.value.type?.[0] ?? 'any'],
      ),
    );
  expect(typesOf('default')).toEqual({
    ...{ title: 'string', description: 'string', keyword: 'array', modified: 'string', language: 'string' },
    ...{ modified_updates_on_metadata_change: 'boolean', modified_updates_on_data_change: 'boolean' },
    ...{ geographic_reference: 'array', geographic_reference_auto: 'boolean', timezone: 'string' },
    ...{ publisher: 'string', references: 'string', attributions: 'array' },
    ...{ license: 'string', license_id: 'string', theme_id: 'any' },
  });
  expect(typesOf('internal')).toEqual({ license_id: 'string', theme_id: 'array', draft: 'boolean' });
  expect(typesOf('asset_content_configuration')).toEqual({
    ...{ facets: 'array', fields_displayed_in_specific_languages: 'object', records_search_boosts: 'object' },
  });
});

/** Where objects with known properties stand that have no name, below what `schema` is. */
function unnamed(schema: object, place: string): string[] {
  const { properties, ...others } = schema as { properties?: Record<string, object> };
  return [
    ...(properties && place.includes('.') ? [place] : []),
    ...Object.entries({ ...properties, ...others }).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? unnamed(value, `${place}.${name}`) : [],
    ),
  ];
}

test.each(restApis)('in the $title every object has a name, and everything that has a name is used', async (api) => {
  const { paths, components } = await read(app.http, api.base);
  const { schemas, securitySchemes: _schemes, ...referenced } = components;
  const named = { ...schemas, AppendFieldConfigurationRequest: {} };
  expect(Object.entries<object>(named).flatMap(([name, schema]) => unnamed(schema, name))).toEqual([]);
  expect(unnamed({ paths, ...referenced }, api.title)).toEqual([]);
  const references = new Set(JSON.stringify({ paths, components }).match(/#\/components\/\w+\/\w+/g));
  const names = Object.entries<object>({ schemas, ...referenced }).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  );
  expect(names.filter((name) => !references.has(name))).toEqual([]);
});

test.each(restApis)('in the $title every object has described names or values', async (api) => {
  const bare = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (Object.values(value).some(bare) ||
      ('type' in value &&
        [value.type].flat().includes('object') &&
        !('properties' in value) &&
        !('additionalProperties' in value)));
  expect(bare(await read(app.http, api.base))).toBe(false);
});

test('routes outside the contract are described too: pushing records, and downloads', async () => {
  const { paths, components } = await read(app.http, '/api/push/1.0');
  const push = paths['/{dataset_id}/{resource_uid}/push/'].post;
  expect(push.parameters).toEqual([
    { name: 'pushkey', in: 'query', required: true, description: expect.any(String), schema: { type: 'string' } },
    { $ref: '#/components/parameters/IdempotencyKey' },
  ]);
  expect(components.schemas.PushRecordsRequest.anyOf.map(({ type }: { type: string }) => type)).toEqual([
    'object',
    'array',
  ]);
  expect(components.schemas.PushResult).toMatchObject({ properties: { status: { const: 'OK' } } });
  const downloads = (await read(app.http, '/catalog')).paths;
  expect(downloads['/forms/{slug}/submissions/download/'].get.responses['200'].content).toEqual({
    'text/csv': { schema: { type: 'string' } },
  });
});

test('a change is described with If-Match, its ETag and its failures', () => {
  const { parameters, responses } = operation('DeleteProcessor');
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(Object.keys(responses)).toEqual([
    '204',
    '400',
    '401',
    '403',
    '404',
    '409',
    '412',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
    '504',
    '507',
  ]);
  expect(responses['204']).toEqual({
    description: 'No Content',
    headers: {
      ETag: { $ref: '#/components/headers/ETag' },
      'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
    },
  });
});

test('the documents of operations are hidden where introspection needs a key', async () => {
  const { servers, paths } = await read(keysOnly.http);
  expect(servers).toEqual([{ url: `https://data.example.org${base}` }]);
  expect(paths['/datasets/'].get['x-graphql-operation']).toEqual({ name: 'ListDatasets' });
});
