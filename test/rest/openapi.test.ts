import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { administrationRoutes } from '../../src/rest/administration-routes.ts';
import { administration } from '../contract/operations.ts';
import { testApp } from '../support/app.ts';

const app = await testApp();
const keysOnly = await testApp({ INTROSPECTION: 'keys', PUBLIC_URL: 'https://data.example.org' });
const base = '/api/automation/v1.0';
const read = async (http = app.http) => (await http.inject(`${base}/openapi.json`)).json();
const description = await read();
const operations = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, ...described })));
const operation = (operationId: string) => operations.find((each) => each.operationId === operationId);
const requestOf = (operationId: string) => operation(operationId)?.requestBody.content['application/json'].schema;
const responseOf = (operationId: string, status: number) => operation(operationId)?.responses[status].content['application/json'].schema;

test('the description is told to everybody and is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(await read())).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every row is one operation, under the name of the GraphQL operation behind it', () => {
  expect(operations.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`).sort())
    .toEqual(administrationRoutes.map((route) => `${route.method} ${route.path} ${route.operation}`).sort());
  for (const { operationId, 'x-graphql-operation': behind } of operations) {
    expect(behind).toEqual({ name: operationId, document: expect.stringMatching(new RegExp(`^(query|mutation) ${operationId}\\b`)) });
  }
});

test('an operation of the contract that has a row answers with the status of the contract, in its family', () => {
  const statuses = new Map(administration.map(({ method, path, ok }) => [`${method} ${path}`, String(ok)]));
  for (const { method, path, responses, tags } of operations) {
    expect([path, Object.keys(responses).find((status) => status < '300')]).toEqual([path, statuses.get(`${method} ${path}`)]);
    expect(tags).toEqual([expect.stringMatching(/^\w+$/)]);
  }
});

test('a body is described by the names of the wire, with what is required and what can be null', () => {
  expect(requestOf('CreateDataset')).toMatchObject({
    properties: { dataset_id: { type: ['string', 'null'] }, metadata: { type: 'object' }, default_security: { anyOf: [{ $ref: '#/components/schemas/DatasetSecurityInput' }, { type: 'null' }] } },
    required: ['metadata'],
  });
  expect(Object.keys(description.components.schemas.DatasetSecurityInput.properties)).toEqual(['is_data_visible', 'visible_fields', 'filter_query', 'api_calls_quota']);
  expect(operation('UploadResourceFile')?.requestBody.content).toHaveProperty(['multipart/form-data', 'schema', 'properties', 'file']);
  expect(operation('PublishDataset')).not.toHaveProperty('requestBody');
});

test('a body that replaces is described as on creation', () => {
  expect(requestOf('UpdateProcessor')).toEqual(requestOf('AppendProcessor'));
  expect(requestOf('UpdateProcessor')).toMatchObject({ required: ['type'], additionalProperties: { description: expect.any(String) } });
  expect(requestOf('UpdateDataset').required).toBeUndefined();
});

test('field configurations are described kind by kind', () => {
  const kinds = requestOf('AppendFieldConfiguration').oneOf.map((kind: { properties: Record<string, { const?: string }>; required: string[] }) =>
    [kind.properties['type']?.const, kind.required.filter((name) => !['type', 'label'].includes(name))]);
  expect(kinds).toEqual([
    ['rename', ['from_name', 'to_name', 'field_label']], ['type', ['field', 'type_param']], ['annotate', ['field', 'annotation']],
    ['description', ['field', 'description']], ['order', []], ['delete', ['field']],
  ]);
  expect(requestOf('AppendFieldConfiguration').oneOf[4].allOf).toEqual([{ anyOf: [{ required: ['order'] }, { required: ['args'] }] }]);
});

test('an answer is described as its operation selects it: aliases, null, what may be missing, open maps', () => {
  const { Dataset, Resource, Processor } = description.components.schemas;
  expect(Object.keys(Dataset.properties).slice(0, 3)).toEqual(['uid', 'dataset_id', 'created_at']);
  expect(Dataset.properties).not.toHaveProperty('revision');
  expect(Dataset.properties.uid.type).toBe('string');
  expect(Dataset.properties.created_by).toMatchObject({ anyOf: [{ $ref: '#/components/schemas/RelatedUser' }, { type: 'null' }], description: expect.stringContaining('created') });
  expect(Object.keys(Resource.properties).filter((name) => !Resource.required.includes(name))).toEqual(['url', 'datasource']);
  expect(Processor).toMatchObject({ required: ['uid', 'type', 'label'], additionalProperties: true });
  expect(Processor.properties).not.toHaveProperty('params');
});

test('a list is described with its page, its parameters and their defaults', () => {
  expect(responseOf('ListDatasetFeedbacks', 200)).toMatchObject({
    properties: { total_count: { type: 'integer' }, next: { type: ['string', 'null'], format: 'uri' }, results: { items: { $ref: '#/components/schemas/Feedback' } } },
    required: ['total_count', 'next', 'previous', 'results'],
  });
  expect(operation('ListDatasetFeedbacks')?.parameters.map(({ name, in: where, schema }: { name: string; in: string; schema: object }) => [name, where, schema])).toEqual([
    ['dataset_uid', 'path', { type: 'string' }], ['limit', 'query', { type: 'integer', default: 20 }], ['offset', 'query', { type: 'integer', default: 0 }],
    ['record_id', 'query', { type: 'string' }], ['is_archived', 'query', { type: 'boolean', default: false }],
    ['sort', 'query', { type: 'string', enum: ['created_at', '-created_at'], default: '-created_at' }],
  ]);
});

test('a change names If-Match, its ETag and how it can fail', () => {
  const { parameters, responses } = operation('DeleteProcessor');
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
  expect(Object.keys(responses)).toEqual(['204', '400', '401', '403', '404', '412', '413', '415', '500', '503']);
  expect(responses['204']).toEqual({ description: 'No Content', headers: { ETag: { $ref: '#/components/headers/ETag' } } });
});

test('where the graph is not for everybody its documents are not told', async () => {
  const { servers, paths } = await read(keysOnly.http);
  expect(servers).toEqual([{ url: `https://data.example.org${base}` }]);
  expect(paths['/datasets/'].get['x-graphql-operation']).toEqual({ name: 'ListDatasets' });
});
