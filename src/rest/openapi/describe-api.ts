import {
  type DocumentNode,
  getNamedType,
  getOperationAST,
  type GraphQLField,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  print,
  type SelectionSetNode,
} from 'graphql';
import type { JsonObject } from '#kernel/json.ts';
import type { RestApi } from '../rest-apis.ts';
import { pathParameters, type Route } from '../route.ts';
import { FailureResponses } from './describe-failures.ts';
import { flagParameters, hasRevisionCheck, parametersOf, partsOf, pathParametersOf } from './describe-parameters.ts';
import { descriptionOf, mapSchema, NamedSchemas } from './json-schema.ts';
import { STATUS_CODES } from 'node:http';
import type { ResponseDescription } from '../responders/responders.ts';
import { requestBodyOf, schemaOfShape, selectionShape } from './describe-body.ts';
import { responseExample } from './examples.ts';
import { withoutMemberForms } from '#api/planning/collect-fields.ts';

/** The settings of an OpenAPI document. */
interface ApiSettings {
  /** What the catalog is called. */
  readonly name: string;
  /** The scheme and host at which clients reach the service. When empty, clients use the scheme and host of the document itself. */
  readonly server: string;
  /** Whether to show the GraphQL documents of the operations, not only their names. */
  readonly withDocuments: boolean;
}

/**
 * Describes an interface of the contract as an OpenAPI 3.1 document. Requests are derived from the variables that the
 * routes declare and from the types of these variables, responses from the operations' selections and from the responders.
 */
export function describeApi(
  { title, description, base, needsKey, conventions, routes }: RestApi,
  schema: GraphQLSchema,
  { name: catalog, server, withDocuments }: ApiSettings,
): JsonObject {
  const names = new NamedSchemas(schema);
  const failures = new FailureResponses(conventions.failures, names);
  const tagOf = ({ path }: Route): string => tagOfPath(path, routes);
  const creatingRouteOf = ({ method, path }: Route): Route | undefined =>
    method === 'PUT'
      ? routes.find((other) => other.method === 'POST' && other.path === path.replace(/\{\w+\}\/$/, ''))
      : undefined;
  const context = { schema, withDocuments, names, tagOf, creatingRouteOf, failures };
  const hasRevisions = routes.some((route) => hasRevisionCheck(partsOf(schema, route)));
  const hasMutations = routes.some(({ isMutation }) => isMutation);
  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, routesOfPath]) => [
      path,
      {
        ...(path.includes('{') && { parameters: pathParametersOf(schema, path, routesOfPath) }),
        ...Object.fromEntries(
          routesOfPath.map((route) => [route.method.toLowerCase(), describeOperation(context, route)]),
        ),
      },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: `${catalog} ${title}`,
      version: '1.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        `${description} Every operation is one of the GraphQL graph, which \`x-graphql-operation\` names. ` +
        'Paths work without their last slash too.',
    },
    servers: [{ url: `${server}${base}` }],
    security: [...(needsKey ? [] : [{}]), { header: [] }, { query: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        // One scheme for both: with two for one header, generated clients send their key under the last one.
        header: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Apikey`, a space, and the key; or `Bearer`, a space, and a token of a sign-in provider.',
        },
        query: { type: 'apiKey', in: 'query', name: 'apikey', description: 'The key alone.' },
      },
      ...((hasRevisions || hasMutations) && {
        parameters: {
          ...(hasRevisions && { IfMatch: ifMatchParameter }),
          ...(hasMutations && { IdempotencyKey: idempotencyKeyParameter }),
        },
        headers: {
          ...(hasRevisions && { ETag: etagHeader }),
          ...(hasMutations && { IdempotencyReplayed: idempotencyReplayedHeader }),
        },
      }),
      responses: Object.fromEntries(failures.components),
      schemas: Object.fromEntries([...names].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

/** What operations that check the revision of a dataset refer to. */
const ifMatchParameter: JsonObject = Object.freeze({
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string' },
  description:
    'The `ETag` that you last received. When the dataset has another revision, nothing changes and the answer is 412.',
});
const etagHeader: JsonObject = Object.freeze({
  description: 'The revision of the dataset, in quotes, for `If-Match`.',
  schema: { type: 'string' },
});

/** What operations that change something refer to. */
const idempotencyKeyParameter: JsonObject = Object.freeze({
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A new key for each new request, such as a UUID. When you repeat the request with the same key, the change is made once, and you get the first answer.',
});
const idempotencyReplayedHeader: JsonObject = Object.freeze({
  description: '`true` where this is the answer to an earlier request with the same `Idempotency-Key`.',
  schema: { const: 'true' },
});

/** The tag of the operations at a path: `processors` for `/datasets/{dataset_uid}/processors/…`, otherwise the first segment. */
function tagOfPath(path: string, routes: readonly Route[]): string {
  const [, first = '', , part = ''] = path.split('/');
  const hasParts = routes.some(
    (route) => route.path.startsWith(`/${first}/{dataset_uid}/${part}/`) && route.path.split('/').length > 5,
  );
  return part !== '' && path.startsWith('/datasets/') && hasParts ? part : first;
}

/** The context in which operations are described. */
interface DescriptionContext {
  readonly schema: GraphQLSchema;
  /** Whether to show the GraphQL documents of the operations, not only their names. */
  readonly withDocuments: boolean;
  readonly names: NamedSchemas;
  readonly failures: FailureResponses;
  /** The tag of a route's operation. */
  readonly tagOf: (route: Route) => string;
  /** The route that creates the object which a route replaces. */
  readonly creatingRouteOf: (route: Route) => Route | undefined;
}

/** Describes one operation of the contract as an OpenAPI operation object. */
function describeOperation(
  { schema, withDocuments, names, tagOf, creatingRouteOf, failures }: DescriptionContext,
  route: Route,
): JsonObject {
  const { operation, operationId, document } = route;
  const body = requestBodyOf(schema, route, creatingRouteOf(route), names);
  const parts = partsOf(schema, route);
  const parameters = [...parametersOf(route, parts, names), ...flagParameters(route)];
  const response = route.describeResponse(selectionShape(schema, document));
  return {
    operationId,
    summary: summaryOf(operationId),
    ...descriptionOf({
      // REST reports failures by its own statuses and codes
      description: subjectOf(schema, document)
        ?.description?.replace(/; null (when|where|for) .*/s, '.')
        .replace(/ Fails with [A-Z_, ]+\.$/, ''),
    }),
    tags: [tagOf(route)],
    parameters,
    ...(body && { requestBody: body }),
    responses: {
      [response.status]: describeResponse(response, names, tagOf(route), route.isMutation),
      ...(response.content === 'file' && partialResponses),
      ...(response.canRedirect && seeOther),
      ...(route.isPublic && notModified),
      ...failures.of({
        hasPathParameters: pathParameters(route.path).length > 0,
        hasBody: route.method !== 'GET',
        hasRevisionCheck: hasRevisionCheck(parts),
        isMutation: route.isMutation,
        isForm: route.body.kind === 'form',
        sendsFile: response.content === 'file',
      }),
    },
    'x-graphql-operation': { name: operation, ...(withDocuments && { document: print(withoutMemberForms(document)) }) },
  };
}

/** `ListAllDatasetMetadata` → `List all dataset metadata`. */
const summaryOf = (operationId: string): string =>
  operationId.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const describeResponse = (
  { status, hasETag, content }: ResponseDescription,
  names: NamedSchemas,
  tag: string,
  isMutation: boolean,
): JsonObject => ({
  description: STATUS_CODES[status] ?? '',
  ...((hasETag || isMutation) && {
    headers: {
      ...(hasETag && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(isMutation && { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }),
    },
  }),
  ...describeContent(content, names, tag),
});

const bytesContent = Object.freeze({ content: { '*/*': { schema: { type: 'string', format: 'binary' } } } });

/** The response to a request with `If-None-Match` for what has not changed. */
const notModified: JsonObject = Object.freeze({ 304: { description: STATUS_CODES[304] ?? '' } });

/** The response that refers to another address. */
const seeOther: JsonObject = Object.freeze({
  303: {
    description: STATUS_CODES[303] ?? '',
    headers: { Location: { description: 'Where the file is.', schema: { type: 'string', format: 'uri' } } },
  },
});

/** The responses to a request with `Range` or `If-None-Match` for a stored file. */
const partialResponses: JsonObject = Object.freeze({
  206: { description: STATUS_CODES[206] ?? '', ...bytesContent },
  ...notModified,
});

function describeContent(
  content: ResponseDescription['content'],
  names: NamedSchemas,
  tag: string,
): { content?: JsonObject } {
  if (content === 'none') return {};
  if (content === 'bytes' || content === 'file') return bytesContent;
  if ('mediaType' in content) {
    const { mediaType } = content;
    return { content: { [mediaType]: { schema: mediaType.endsWith('+json') ? mapSchema(true) : { type: 'string' } } } };
  }
  const schema = schemaOfShape(content.json, names);
  return { content: { 'application/json': { schema, example: responseExample(schema, names, tag) } } };
}

/** The field that an operation is about: the mutation, or the innermost single field of a query. */
function subjectOf(schema: GraphQLSchema, document: DocumentNode): GraphQLField<unknown, unknown> | undefined {
  const operation = getOperationAST(document);
  if (!operation) return undefined;
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const root = schema.getRootType(operation.operation);
  const findSubject = (type: unknown, { selections }: SelectionSetNode): GraphQLField<unknown, unknown> | undefined => {
    const [only, another] = selections.filter(
      (selection) => selection.kind !== Kind.FIELD || !['revision', 'canEdit'].includes(selection.name.value),
    );
    const isPart = only?.kind === Kind.FIELD && (only.selectionSet !== undefined || selections.length > 1);
    // Of several root fields, the others only check something, or take the place of the first.
    if (!isPart || (another && type !== root)) return undefined;
    const field = fieldOf(type, only.name.value);
    if (isMutation || !field || !only.selectionSet) return field;
    return findSubject(getNamedType(field.type), only.selectionSet) ?? field;
  };
  return findSubject(root, operation.selectionSet);
}

const fieldOf = (type: unknown, name: string): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
