import type { GraphQLSchema } from 'graphql';
import type { JsonObject } from '#kernel/json.ts';
import type { RestApi } from '../rest-apis.ts';
import type { Route } from '../route.ts';
import { FailureResponses } from './describe-failures.ts';
import { describeOperation } from './describe-operation.ts';
import { hasRevisionCheck, pathParametersOf } from './describe-parameters.ts';
import { NamedSchemas } from './named-schemas.ts';
import { partsOf } from './request-parts.ts';

/** The settings of an OpenAPI document. */
export interface ApiSettings {
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
  { server, withDocuments }: ApiSettings,
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
      title: `Catalograph ${title}`,
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
