import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { isJsonObject, tryParseJson, type JsonObject } from '#kernel/json.ts';
import { fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';
import { notCached } from '#http/answers.ts';
import { withParts } from '../http/with-parts.ts';
import type { TrustedDocument, TrustedDocuments } from './trusted-documents.ts';

/** Returns the request with the text of its document in a JSON body, or the request itself. Fails for a document that is not trusted. Only a GET has a reply to prepare. */
export type ChooseDocument = (request: FastifyRequest, reply?: FastifyReply) => FastifyRequest;

/**
 * Creates the function that replaces `documentId` by the text of the trusted document (GraphQL over HTTP, Persisted Documents). The rest of
 * the way, with its limits and checks, is that of every other request. `trustedOnly` refuses all other documents before they are parsed.
 */
export const chooseDocuments =
  (documents: TrustedDocuments, trustedOnly: boolean): ChooseDocument =>
  (request, reply) => {
    const { method } = request;
    const given = method === 'POST' ? request.body : request.query;
    if (!isJsonObject(given)) return request;
    const { documentId, ...others } = given;
    if (documentId != null) {
      const trusted = trustedDocument(documents, documentId, others['query']);
      if (method === 'POST') return withBody(request, { ...others, query: trusted.text });
      const body = bodyOfParameters(others);
      if (reply) refuseMutation(request, reply, trusted, body);
      return withBody(request, { ...body, query: trusted.text });
    }
    if (trustedOnly && others['query'] != null && !(method === 'POST' && isTrusted(documents, others['query'])))
      fail('DOCUMENT_NOT_TRUSTED');
    // Apollo does not know HEAD.
    return method === 'HEAD' ? withParts(request, { method: 'GET' }) : request;
  };

/** Whether a text is that of a trusted document. */
const isTrusted = ({ byText }: TrustedDocuments, text: unknown): boolean =>
  typeof text === 'string' && byText.has(text);

/** The document that a request names. */
function trustedDocument({ byId }: TrustedDocuments, documentId: unknown, query: unknown): TrustedDocument {
  if (typeof documentId !== 'string') return fail('BAD_REQUEST', { reason: 'Send documentId as a text.' });
  if (query != null) return fail('BAD_REQUEST', { reason: 'Send either documentId or query, not both.' });
  return byId.get(documentId) ?? fail('DOCUMENT_NOT_FOUND', { documentId: truncate(documentId, 100) });
}

/** The body of a GraphQL request. */
interface GraphqlBody {
  readonly operationName: string | null;
  readonly variables: JsonObject | null;
}

/** The parameters of a GET as a POST has them in its body. */
function bodyOfParameters({ operationName = null, variables }: Readonly<Record<string, unknown>>): GraphqlBody {
  if (operationName !== null && typeof operationName !== 'string')
    return fail('BAD_REQUEST', { reason: 'Send operationName once.' });
  if (variables === undefined || variables === '') return { operationName, variables: null };
  const parsed = typeof variables === 'string' ? tryParseJson(variables) : undefined;
  return isJsonObject(parsed)
    ? { operationName, variables: parsed }
    : fail('BAD_REQUEST', { reason: 'Send variables once, as a JSON object.' });
}

/** Refuses to change anything by a GET. */
function refuseMutation(
  request: FastifyRequest,
  reply: FastifyReply,
  { document }: TrustedDocument,
  { operationName }: GraphqlBody,
): void {
  if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.MUTATION) return;
  reply.header('allow', 'POST, OPTIONS');
  fail('METHOD_NOT_ALLOWED', { method: request.method });
}

/** Removes what allows caches to keep a response, because it has errors. */
export const keepFromCaches = (reply: FastifyReply): void => {
  reply.header('cache-control', notCached);
};

/** A request as if it were a POST with a JSON body. */
function withBody(request: FastifyRequest, body: object): FastifyRequest {
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return withParts(request, { method: 'POST', headers, body });
}
