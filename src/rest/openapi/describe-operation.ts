import { STATUS_CODES } from 'node:http';
import {
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  print,
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { JsonObject } from '#kernel/json.ts';
import type { ResponseDescription } from '../responders/responders.ts';
import { pathParameters, type Route } from '../route.ts';
import type { FailureResponses } from './describe-failures.ts';
import { requestBodyOf } from './describe-body.ts';
import { flagParameters, hasRevisionCheck, parametersOf } from './describe-parameters.ts';
import { descriptionOf, mapSchema, type NamedSchemas } from './named-schemas.ts';
import { partsOf } from './request-parts.ts';
import { responseExample } from './response-examples.ts';
import { withoutMemberForms } from '#api/planning/collect-fields.ts';
import { selectionShape } from './selection-shape.ts';
import { schemaOfShape } from './shape-schema.ts';

/** The context in which operations are described. */
export interface DescriptionContext {
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
export function describeOperation(
  { schema, withDocuments, names, tagOf, creatingRouteOf, failures }: DescriptionContext,
  route: Route,
): JsonObject {
  const { operation, document } = route;
  const body = requestBodyOf(schema, route, creatingRouteOf(route), names);
  const parts = partsOf(schema, route);
  const parameters = [...parametersOf(route, parts, names), ...flagParameters(route)];
  const response = route.describeResponse(selectionShape(schema, document));
  return {
    operationId: operation,
    summary: summaryOf(operation),
    ...descriptionOf({
      description: subjectOf(schema, document)?.description?.replace(/; null (when|where|for) .*/s, '.'),
    }),
    tags: [tagOf(route)],
    parameters,
    ...(body && { requestBody: body }),
    responses: {
      [response.status]: describeResponse(response, names, tagOf(route), route.isMutation),
      ...(response.content === 'file' && partialResponses),
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
const summaryOf = (operation: string): string =>
  operation.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

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
      (selection) => selection.kind !== Kind.FIELD || !['revision', 'mayEdit'].includes(selection.name.value),
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
