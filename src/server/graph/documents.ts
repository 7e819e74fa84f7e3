import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, getOperationAST, GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { isJsonObject, type JsonObject, tryParseJson } from '#kernel/json.ts';
import { fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';
import { notCached } from '#http/answers.ts';
import { withParts } from '../http/create-http.ts';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SetupError } from '#platform/system-errors.ts';
import { documentValidation, parseDocument } from './validate-operation.ts';
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { LRUCache } from 'lru-cache';

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
    const { documentId, ...others } = withPlainHash(given);
    if (documentId != null) {
      const trusted = trustedDocument(documents, documentId, others['query']);
      if (method === 'POST') return withBody(request, { ...others, query: trusted.text });
      const body = bodyOfParameters(others);
      if (reply) refuseMutation(request, reply, trusted, body);
      return withBody(request, { ...body, query: trusted.text });
    }
    if (trustedOnly && others['query'] != null && !(method === 'POST' && isTrusted(documents, others['query'])))
      fail('DOCUMENT_NOT_TRUSTED');
    const chosen = others['extensions'] === given['extensions'] ? request : withOthers(request, others);
    // Apollo does not know HEAD.
    return method === 'HEAD' ? withParts(chosen, { method: 'GET' }) : chosen;
  };

/** A request whose hash of a persisted query is the identifier of a document, with the hash alone, which Apollo expects. */
function withPlainHash(given: JsonObject): JsonObject {
  const { extensions: written } = given;
  const extensions = typeof written === 'string' && written.includes(idPrefix) ? tryParseJson(written) : written;
  const persistedQuery = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined;
  const id = isJsonObject(persistedQuery) ? persistedQuery['sha256Hash'] : undefined;
  if (!isJsonObject(extensions) || !isJsonObject(persistedQuery) || typeof id !== 'string' || !id.startsWith(idPrefix))
    return given;
  const plain = { ...extensions, persistedQuery: { ...persistedQuery, sha256Hash: id.slice(idPrefix.length) } };
  return { ...given, extensions: typeof written === 'string' ? JSON.stringify(plain) : plain };
}

/** The request with other parameters, wherever it has them. Apollo reads those of a GET in its address. */
function withOthers(request: FastifyRequest, others: JsonObject): FastifyRequest {
  if (request.method === 'POST') return withParts(request, { body: others });
  const parameters = new URLSearchParams(request.url.replace(/^[^?]*\??/s, ''));
  const { extensions } = others;
  parameters.set('extensions', typeof extensions === 'string' ? extensions : '');
  return withParts(request, { query: others, url: request.url.replace(/\?.*$/s, `?${parameters.toString()}`) });
}

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

/** A document of the operator, parsed and valid. */
interface TrustedDocument {
  readonly text: string;
  readonly document: DocumentNode;
}

/** The documents that clients may send by their identifier. */
interface TrustedDocuments {
  /** By identifier: `sha256:` and the hash of the text in hexadecimal digits. */
  readonly byId: ReadonlyMap<string, TrustedDocument>;
  readonly byText: ReadonlyMap<string, DocumentNode>;
}

/** What the identifier of a document has before its hash. */
const idPrefix = 'sha256:';

/** The identifier of a document. */
const documentIdOf = (text: string): string => `${idPrefix}${createHash('sha256').update(text).digest('hex')}`;

/**
 * Reads the documents of a folder: each file `.graphql` is one, and each file `.json` maps hashes to texts, as code generators write it. None
 * without a folder. Adds the documents of the service itself, which are valid. Fails with one SetupError that lists all invalid documents,
 * because a client would otherwise meet them later.
 */
export async function readTrustedDocuments(
  folder: string | undefined,
  schema: GraphQLSchema,
  ownTexts: readonly string[] = [],
): Promise<TrustedDocuments> {
  const problems: string[] = [];
  const validate = documentValidation(schema);
  const texts = folder === undefined ? [] : await textsIn(folder, problems);
  const entries = texts.map(({ name, text }) => {
    const document = parseDocument(text);
    const errors = document instanceof GraphQLError ? [document] : validate(document);
    problems.push(...errors.map(({ message }) => `${name}: ${message}`));
    return { text, document };
  });
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`).join('\n');
    throw new SetupError(`The documents in ${String(folder)}, which DOCUMENTS_PATH names, cannot be used:\n${lines}`);
  }
  const own = ownTexts.map((text) => ({ text, document: parseDocument(text) }));
  const documents = [...own, ...entries].flatMap(({ text, document }) =>
    document instanceof GraphQLError ? [] : [{ text, document }],
  );
  return Object.freeze({
    byId: new Map(documents.map((entry) => [documentIdOf(entry.text), entry])),
    byText: new Map(documents.map(({ text, document }) => [text, document])),
  });
}

/** A document as its file holds it. */
interface NamedText {
  /** The file, and in a map the hash. */
  readonly name: string;
  readonly text: string;
}

/** The texts in the files of a folder. */
async function textsIn(folder: string, problems: string[]): Promise<readonly NamedText[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`The folder ${folder}, which DOCUMENTS_PATH names, cannot be read: ${reason}`);
  });
  const read = async (name: string) => ({ name, text: await readFile(join(folder, name), 'utf8') });
  const maps = await Promise.all(files.filter((name) => name.endsWith('.json')).map(read));
  const single = await Promise.all(files.filter((name) => name.endsWith('.graphql')).map(read));
  return [...single, ...maps.flatMap((file) => textsOfMap(file, problems))];
}

const documentMap = z.record(z.string(), z.string());

/** The texts in a file that maps hashes to texts, with or without `sha256:`. */
function textsOfMap({ name, text }: NamedText, problems: string[]): readonly NamedText[] {
  const map = documentMap.safeParse(tryParseJson(text));
  if (!map.success) problems.push(`${name}: This is no JSON object of texts by their SHA-256.`);
  return Object.entries(map.data ?? {}).map(([hash, document]) => {
    const id = documentIdOf(document);
    if (![id, id.slice(idPrefix.length)].includes(hash))
      problems.push(`${name}: ${hash} is not the SHA-256 of its text, which is ${id}.`);
    return { name: `${name}, ${hash}`, text: document };
  });
}

/** The settings of Apollo's automatic persisted queries. */
export type PersistedQueries = Exclude<ApolloServerOptions<BaseContext>['persistedQueries'], false | undefined>;

/** The maximum memory of all texts that clients have registered. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Creates the list behind Apollo's automatic persisted queries: the trusted documents, and the texts that clients registered, of which the
 * least recently used are evicted. A client sends an evicted text again.
 */
export function createPersistedQueries({ byId }: TrustedDocuments): PersistedQueries {
  const registered = new LRUCache<string, string>({
    max: 2_000,
    maxSize: maxBytes,
    sizeCalculation: (text) => 100 + 2 * text.length,
  });
  return {
    cache: {
      get: async (key) => byId.get(key.replace(/^apq:/, idPrefix))?.text ?? registered.get(key),
      set: async (key, text) => {
        registered.set(key, text);
      },
      delete: async (key) => registered.delete(key),
    },
    ttl: null,
  };
}
