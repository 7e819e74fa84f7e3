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
import type { JsonObject } from '../../kernel/json.ts';
import type { Answer } from '../route.ts';
import { bodySchema } from './body-schema.ts';
import { failuresOf } from './describe-failures.ts';
import { parametersOf, requestBodyOf } from './describe-request.ts';
import { about, type JsonSchema, type NamedSchemas } from './named-schemas.ts';
import { readRequest } from './read-request.ts';
import { pathParameters, type ProbedRoute } from './probe-route.ts';

/** What descriptions of operations have in common. */
export interface Describing {
  readonly schema: GraphQLSchema;
  /** Whether to tell the documents of the operations behind, not only their names. */
  readonly withDocuments: boolean;
  readonly names: NamedSchemas;
  readonly tagOf: (probed: ProbedRoute) => string;
  /** The route that creates what a route replaces. */
  readonly creating: (probed: ProbedRoute) => ProbedRoute | undefined;
}

/** One operation of the contract, as OpenAPI has it. */
export function describeOperation(
  { schema, withDocuments, names, tagOf, creating }: Describing,
  probed: ProbedRoute,
): JsonObject {
  const { route, full, bare } = probed;
  const body = requestBodyOf(schema, probed, creating(probed), names);
  const { mindsRevision } = readRequest(schema, full, bare);
  return {
    operationId: route.operation,
    summary: wordsOf(route.operation),
    ...about({
      description: subjectOf(schema, full.document)?.description?.replace(/; null (when|where|for) .*/s, '.'),
    }),
    tags: [tagOf(probed)],
    parameters: parametersOf(schema, probed, names),
    ...(body && { requestBody: body }),
    responses: {
      [full.answer.status]: responseOf(probed, names),
      ...failuresOf({
        hasPath: pathParameters(route).length > 0,
        readsBody: route.method !== 'GET',
        mindsRevision,
        readsForm: route.upload === 'form',
      }),
    },
    'x-graphql-operation': { name: route.operation, ...(withDocuments && { document: print(full.document) }) },
  };
}

/** `ListAllDatasetMetadata` → `List all dataset metadata`. */
const wordsOf = (operation: string): string =>
  operation.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function responseOf({ full, answers }: ProbedRoute, names: NamedSchemas): JsonObject {
  const { status, headers } = full.answer;
  return {
    description: STATUS_CODES[status] ?? '',
    ...(headers?.['etag'] !== undefined && { headers: { ETag: { $ref: '#/components/headers/ETag' } } }),
    ...contentOf(full.answer, () =>
      bodySchema(
        answers.map((answer) => answer.body),
        names,
      ),
    ),
  };
}

/** What an answer's body is: bytes of any type, a text of its own type, or JSON. */
function contentOf({ stored, text, headers, body }: Answer, schemaOfBody: () => JsonSchema): { content?: JsonObject } {
  if (stored !== undefined) return { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (text)
    return {
      content: { [headers?.['content-type']?.split(';', 1)[0] ?? 'text/plain']: { schema: { type: 'string' } } },
    };
  return body === undefined ? {} : { content: { 'application/json': { schema: schemaOfBody() } } };
}

/** The field that an operation is about: that of a mutation, or the one that a query leads to. */
function subjectOf(schema: GraphQLSchema, document: DocumentNode): GraphQLField<unknown, unknown> | undefined {
  const operation = getOperationAST(document);
  if (!operation) return undefined;
  const lead = (
    type: unknown,
    { selections }: SelectionSetNode,
    isLast: boolean,
  ): GraphQLField<unknown, unknown> | undefined => {
    const [only, another] = selections.filter(
      (each) => each.kind !== Kind.FIELD || !['revision', 'mayEdit'].includes(each.name.value),
    );
    const isPart = only?.kind === Kind.FIELD && (only.selectionSet !== undefined || selections.length > 1);
    if (!isPart || another) return undefined;
    const field = fieldOf(type, only.name.value);
    return (!isLast && field && only.selectionSet && lead(getNamedType(field.type), only.selectionSet, false)) || field;
  };
  return lead(
    schema.getRootType(operation.operation),
    operation.selectionSet,
    operation.operation === OperationTypeNode.MUTATION,
  );
}

const fieldOf = (type: unknown, name: string): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
