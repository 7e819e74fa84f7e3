import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import type { WrittenJson } from '#kernel/json-text.ts';
import type { KeyedRequests } from '#rest/rest-services.ts';
import type { KnownDocuments } from './known-documents.ts';
import { parseDocument } from './validate-document.ts';

/** Answers a mutation that is repeated with its Idempotency-Key; undefined for all other requests. */
export type AnswerRepeated = (request: FastifyRequest, reply: FastifyReply) => Promise<WrittenJson | undefined>;

/**
 * Creates the function that claims the Idempotency-Key of a mutation, or answers it as the first request with its key. All mutations of a
 * document share the key: if the first one was made and the process was killed, the document is not executed again. Queries are executed
 * every time.
 */
export const answerRepeated =
  ({ isKeyed, findAnswer }: KeyedRequests, documents: KnownDocuments): AnswerRepeated =>
  async (request, reply) => {
    const { method, body } = request;
    if (!isKeyed(request) || method !== 'POST' || !isJsonObject(body) || !mayChange(body, documents)) return undefined;
    const { operationName = null, variables = null } = body;
    const answer = await findAnswer(request, { document: documentHash(body), operationName, variables });
    if (!answer) return undefined;
    reply.code(answer.status).headers(answer.headers);
    return answer.body;
  };

/** Whether an operation may be a mutation. That of a persisted query is not known here. */
function mayChange({ query, operationName }: JsonObject, documents: KnownDocuments): boolean {
  if (typeof query !== 'string') return true;
  const document = documents.get(query) ?? parseDocument(query);
  if (document instanceof GraphQLError) return false;
  const name = typeof operationName === 'string' ? operationName : undefined;
  return getOperationAST(document, name)?.operation === OperationTypeNode.MUTATION;
}

/** The SHA-256 of a document, which identifies it as a persisted query too; null without a document. */
function documentHash({ query, extensions }: JsonObject): string | null {
  if (typeof query === 'string') return hash('sha256', query);
  const persisted = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined;
  return isJsonObject(persisted) && typeof persisted['sha256Hash'] === 'string' ? persisted['sha256Hash'] : null;
}
