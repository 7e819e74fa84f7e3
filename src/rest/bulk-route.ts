import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { assertStorable } from '#api/assert-storable.ts';
import type { OperationResult, UncheckedVariables } from '#api/graph.ts';
import { isJsonObject } from '#kernel/json.ts';
import { mappingOf, readVariables, requestName, type RequestMapping, type RestInput } from './request/request-value.ts';
import { type BodyShape, composeObject, nameOfShape, requiredProperty } from './responders/body-mapping.ts';
import type { Responder } from './responders/responders.ts';
import { customRoute, type FailureOf, type Route, type RouteDefinition } from './route.ts';

/** The body of the answer to several requests in one: each result under the position of its request (docs/contract/administration.md 1, Bulk answers). */
type BulkResult = Readonly<{ status_code: 'success'; data: unknown } | { status_code: 'error'; error: string }>;

/**
 * Makes a route whose body has several objects, each of which executes the operation for itself: one that is invalid, or fails for an unexpected
 * reason, does not end the others. The variables are those of one object. A failure that is none of the object, such as a lost right or a database out of
 * reach, is that of the request while nothing is done; afterwards it is the result of its object, and the objects that follow are not attempted.
 */
export function bulkRoute<Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  { respond: one, ...definition }: RouteDefinition<Variables> & { readonly respond: Responder<Data> },
): Route {
  const mapping = mappingOf(definition.variables);
  const made = customRoute(operation, {
    ...definition,
    describeResponse: (data) => ({ status: 200, hasETag: false, content: { json: bulkShape(one.describe(data)) } }),
    respond: async (execute, input, _variables, failureOf) => {
      const { items } = input.body;
      const bulk: BulkOperation<Data, Variables> = {
        mapping,
        one,
        execute: (variables) => execute(operation, variables),
        failureOf,
      };
      const results: BulkResult[] = [];
      let isStopped = false;
      for (const item of Array.isArray(items) ? items : []) {
        try {
          results.push(isStopped ? notAttempted : await resultOf(item, bulk, input));
        } catch (error) {
          if (!results.some(({ status_code }) => status_code === 'success')) throw error;
          isStopped = true;
          results.push({ status_code: 'error', error: textOfFailure(failureOf(error), mapping) });
        }
      }
      return { status: 200, body: Object.fromEntries(results.entries()) };
    },
  });
  return { ...made, body: { kind: 'items' } };
}

const notAttempted: BulkResult = {
  status_code: 'error',
  error: 'Not attempted, because of the failure before it. Send this object again.',
};

interface BulkOperation<Data, Variables> {
  readonly mapping: RequestMapping;
  readonly one: Responder<Data>;
  readonly execute: (variables: UncheckedVariables<Variables>) => Promise<OperationResult<Data>>;
  readonly failureOf: FailureOf;
}

/** The result of one object. Throws a failure that is none of the object. */
async function resultOf<Data, Variables>(
  item: unknown,
  { mapping, one, execute, failureOf }: BulkOperation<Data, Variables>,
  input: RestInput,
): Promise<BulkResult> {
  if (!isJsonObject(item)) return { status_code: 'error', error: 'Send a JSON object.' };
  const ofItem = { ...input, body: item };
  try {
    assertStorable(item);
    const { body } = one.respond(await execute(readVariables<Variables>(mapping, ofItem)), ofItem);
    return { status_code: 'success', data: body };
  } catch (error) {
    const failed = failureOf(error);
    const { kind } = failed.failure.entry;
    if (kind !== 'invalid' && kind !== 'internal') throw error;
    return { status_code: 'error', error: textOfFailure(failed, mapping) };
  }
}

/** What is wrong with an object of a request, as one text: `email: Send an e-mail address.`; with the `trace_id` of an unexpected error. */
function textOfFailure({ failure, extensions }: ReturnType<FailureOf>, mapping: RequestMapping): string {
  const ofFields = Object.entries(failure.fields ?? {}).map(
    ([field, messages]) => `${requestName(field, mapping, { kind: 'object' })}: ${messages.join(' ')}`,
  );
  const text = ofFields.join(' ') || failure.message;
  return 'trace_id' in extensions ? `${text} trace_id: ${String(extensions['trace_id'])}` : text;
}

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
