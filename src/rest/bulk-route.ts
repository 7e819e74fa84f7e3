import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { assertStorable } from '#api/assert-storable.ts';
import type { OperationResult, UncheckedVariables } from '#api/graph.ts';
import { CatalogError } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import { mappingOf, readVariables, requestName, type RequestMapping, type RestInput } from './request/request-value.ts';
import { type BodyShape, composeObject, nameOfShape, requiredProperty } from './responders/body-mapping.ts';
import type { Responder } from './responders/responders.ts';
import { customRoute, type Route, type RouteDefinition } from './route.ts';

/** The body of the answer to several requests in one: each result under the position of its request (docs/contract/administration.md 1, Bulk answers). */
type BulkResult = Readonly<{ status_code: 'success'; data: unknown } | { status_code: 'error'; error: string }>;

/**
 * Makes a route whose body has several objects, each of which executes the operation for itself: one that fails does not end the others. The
 * variables are those of one object. A failure that is none of the object, such as a lost right, is that of the request.
 */
export function bulkRoute<Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  { respond: one, ...definition }: RouteDefinition<Variables> & { readonly respond: Responder<Data> },
): Route {
  const mapping = mappingOf(definition.variables);
  const made = customRoute(operation, {
    ...definition,
    describeResponse: (data) => ({ status: 200, hasETag: false, content: { json: bulkShape(one.describe(data)) } }),
    respond: async (execute, input) => {
      const { items } = input.body;
      const results: BulkResult[] = [];
      for (const item of Array.isArray(items) ? items : [])
        results.push(
          await resultOf(
            item,
            { mapping, one, execute: (variables: UncheckedVariables<Variables>) => execute(operation, variables) },
            input,
          ),
        );
      return { status: 200, body: Object.fromEntries(results.entries()) };
    },
  });
  return { ...made, body: { kind: 'items' } };
}

interface BulkOperation<Data, Variables> {
  readonly mapping: RequestMapping;
  readonly one: Responder<Data>;
  readonly execute: (variables: UncheckedVariables<Variables>) => Promise<OperationResult<Data>>;
}

async function resultOf<Data, Variables>(
  item: unknown,
  { mapping, one, execute }: BulkOperation<Data, Variables>,
  input: RestInput,
): Promise<BulkResult> {
  if (!isJsonObject(item)) return { status_code: 'error', error: 'Send a JSON object.' };
  const ofItem = { ...input, body: item };
  try {
    assertStorable(item);
    const { body } = one.respond(await execute(readVariables<Variables>(mapping, ofItem)), ofItem);
    return { status_code: 'success', data: body };
  } catch (error) {
    if (!(error instanceof CatalogError) || error.entry.kind !== 'invalid') throw error;
    return { status_code: 'error', error: textOfFailure(error, mapping) };
  }
}

/** What is wrong with an object of a request, as one text: `email: Send an e-mail address.` */
const textOfFailure = (error: CatalogError, mapping: RequestMapping): string =>
  Object.entries(error.fields ?? {})
    .map(([field, messages]) => `${requestName(field, mapping, { kind: 'object' })}: ${messages.join(' ')}`)
    .join(' ') || error.message;

function bulkShape({ content }: ReturnType<Responder<never>['describe']>): BodyShape {
  const data = typeof content === 'object' && 'json' in content ? content.json : composeObject('Nothing', {});
  const optional = (shape: BodyShape) => ({ ...requiredProperty(shape), isOptional: true });
  const result = composeObject(`${nameOfShape(data) ?? ''}Result`, {
    status_code: requiredProperty({ kind: 'text' }),
    data: optional(data),
    error: optional({ kind: 'text' }),
  });
  return { ...composeObject(`${nameOfShape(data) ?? ''}Results`, { 0: optional(result) }), isOpen: true };
}
