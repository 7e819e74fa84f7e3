import { partAt, writeJson } from '#kernel/json.ts';
import { fail } from '#kernel/fail.ts';
import type { RestInput } from '../request/request-value.ts';
import {
  applies,
  type BodyMapping,
  composeObject,
  mapItems,
  nameOfShape,
  omit,
  propertyAt,
  requiredProperty,
  type BodyShape,
  shapeAt,
  unchanged,
} from './body-mapping.ts';
import type { OperationResult } from '#api/graph.ts';
import { compose, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { prices, type RequestContext, spendPoints } from '#api/context.ts';
import type { OpenStream } from '#api/request-state.ts';
import { jsonType } from '#http/answer-head.ts';
import { allowsRange, matchesTag } from '#http/answers.ts';

/** The closed set of responders: object, createdObject, page, list, noContent, acknowledgement. A file has a responder of its own. */

/** The path of the dataset's revision in the data; the response carries it as its ETag (docs/contract/rest.md 1, ETag). */
type RevisionPath<Data> = PathTo<Data, number>;

/** The options of most responders. */
interface Options<Data> {
  /** `dataset` is the revision of the dataset of a query or of a payload: `dataset.revision`, `updateSchedule.dataset.revision`. */
  readonly etag?: RevisionPath<Data> | 'dataset';
  /** Fails when the data shows that the caller lacks a right. */
  readonly check?: (data: NoInfer<Data>) => void;
}

const withoutRevision = omit('revision');

/** The options of a responder with one object; `body` converts the object. */
interface ObjectOptions<Data, Found> extends Options<Data> {
  readonly body?: BodyMapping<Found>;
}

/** Responds with one object, or 404. The body leaves `revision` out when the ETag has it. */
export const object = <Data, Found extends object = object>(
  path: PathTo<Data, Found>,
  options: ObjectOptions<Data, Found> = {},
): Responder<Data> => objectWithStatus(200, path, options);

/** Like `object`, with status 201, for an object that the operation created. */
export const createdObject = <Data, Found extends object = object>(
  path: PathTo<Data, Found>,
  options: ObjectOptions<Data, Found> = {},
): Responder<Data> => objectWithStatus(201, path, options);

function objectWithStatus<Data, Found extends object>(
  status: number,
  path: PathTo<Data, Found>,
  { etag: given, check, body = unchanged }: ObjectOptions<Data, Found>,
): Responder<Data> {
  const etag = revisionPath(path, given);
  const hasOwnRevision = etag === `${path}.revision`;
  return {
    respond({ data, parts }, input) {
      check?.(data);
      const part = !hasOwnRevision && !applies(body, input) ? partAt(parts, path) : undefined;
      if (part) return { status, ...etagAt(data, etag), body: part };
      const found = body.value(valueAt<Data, Found>(data, path) ?? fail('NOT_FOUND')) ?? fail('NOT_FOUND');
      return { status, ...etagAt(data, etag), body: hasOwnRevision ? withoutRevision.value(found) : found };
    },
    describe(data) {
      const found = body.shape(shapeAt(data, path));
      const json = hasOwnRevision ? withoutRevision.shape(found) : found;
      return { status, hasETag: hasRevision(data, etag), content: { json } };
    },
  };
}

/** A connection of the graph. */
interface Connection<Node> {
  readonly totalCount: number;
  readonly nodes: readonly Node[];
}

/** A page in its envelope (docs/contract/rest.md 1, Pages). `node` converts each result to the form of the contract. */
export const page = <Data, Node extends object = object>(
  path: PathTo<Data, Connection<Node>>,
  { etag, check, node }: Options<Data> & { readonly node?: BodyMapping<Node> } = {},
): Responder<Data> => ({
  respond({ data, parts }, input) {
    check?.(data);
    const found = valueAt<Data, Connection<Node>>(data, path) ?? fail('NOT_FOUND');
    const results =
      node && applies(node, input)
        ? found.nodes.map((item) => node.value(item))
        : (partAt(parts, `${path}.nodes`) ?? found.nodes);
    return {
      status: 200,
      ...etagAt(data, revisionPath(path, etag)),
      body: { ...envelope(input, found.totalCount), results },
    };
  },
  describe(data) {
    const found = propertyAt(data, `${path}.nodes`);
    const results = { ...found, shape: mapItems(found.shape, node) };
    const address = { ...requiredProperty({ kind: 'address' }), isNullable: true };
    return {
      status: 200,
      hasETag: hasRevision(data, revisionPath(path, etag)),
      content: {
        json: composeObject(`${nameOfShape(results.shape) ?? ''}Page`, {
          total_count: propertyAt(data, `${path}.totalCount`),
          next: address,
          previous: address,
          results,
        }),
      },
    };
  },
});

/** The properties of a page without its results. */
function envelope(input: RestInput, total: number) {
  const { limit = '20', offset = '0' } = input.query;
  return { total_count: total, ...pageUrls(input, { limit: Number(limit), offset: Number(offset), total }) };
}

/** A list without an envelope. `item` converts each item to the form of the contract. */
export const list = <Data, Item = unknown>(
  path: PathTo<Data, readonly Item[]>,
  { item }: { readonly item?: BodyMapping<Item> } = {},
): Responder<Data> => ({
  respond({ data, parts }) {
    const part = item ? undefined : partAt(parts, path);
    if (part) return { status: 200, body: part };
    const items = valueAt<Data, readonly Item[]>(data, path) ?? fail('NOT_FOUND');
    return { status: 200, body: item ? items.map((element) => item.value(element)) : items };
  },
  describe: (data) => ({ status: 200, hasETag: false, content: { json: mapItems(shapeAt(data, path), item) } }),
});

/** Responds 204 without a body, after something was removed. */
export const noContent = <Data>(etag?: RevisionPath<Data>): Responder<Data> => ({
  respond: ({ data }) => ({ status: 204, ...etagAt(data, etag) }),
  describe: () => ({ status: 204, hasETag: etag !== undefined, content: 'none' }),
});

/** `{"detail": "ok"}`, after an action. */
export const acknowledgement = <Data>(etag?: RevisionPath<Data>): Responder<Data> => ({
  respond: ({ data }) => ({ status: 200, ...etagAt(data, etag), body: { detail: 'ok' } }),
  describe: () => ({
    status: 200,
    hasETag: etag !== undefined,
    content: { json: composeObject('Acknowledgement', { detail: requiredProperty({ kind: 'text', text: 'ok' }) }) },
  }),
});

function etagAt(data: unknown, path: string | undefined): Pick<RestResponse, 'headers'> {
  const revision = path === undefined ? undefined : findAt(data, path);
  return typeof revision === 'number' ? { headers: { etag: `"${String(revision)}"` } } : {};
}

/** Where the answer with the value at a path has the revision that is its tag. */
function revisionPath(path: string, etag: string | undefined): string | undefined {
  const [root = ''] = path.split('.');
  return etag !== 'dataset' ? etag : root === 'dataset' ? 'dataset.revision' : `${root}.dataset.revision`;
}

/** Whether answers have a tag. Fails where the operation does not select the revision. */
const hasRevision = (data: BodyShape, path: string | undefined): boolean =>
  path !== undefined && shapeAt(data, path).kind === 'leaf';

/** A requested page, and the length of the whole list. */
interface RequestedPage {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** The URLs of the pages after and before, or null (docs/contract/rest.md 1, Pages): they repeat the query of the request, without its key. */
function pageUrls(
  { url, query }: Pick<RestInput, 'url' | 'query'>,
  { limit, offset, total }: RequestedPage,
): { next: string | null; previous: string | null } {
  const { apikey: _key, ...others } = query;
  const pageAt = (start: number): string => {
    const parameters = new URLSearchParams();
    const all: RestInput['query'] = { ...others, limit: String(limit), offset: String(start) };
    for (const [name, values] of Object.entries(all))
      for (const value of [values ?? []].flat()) parameters.append(name, value);
    return `${url}?${parameters.toString()}`;
  };
  return {
    next: limit > 0 && offset + limit < total ? pageAt(offset + limit) : null,
    previous: limit > 0 && offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
  };
}

/** The dotted paths in an answer that lead to a value of a type; lists and open objects are not entered. */
export type PathTo<Data, Target> = Data extends readonly unknown[]
  ? never
  : Data extends object
    ? string extends keyof Data
      ? never
      : { [Name in keyof Data & string]: PathBelow<NonNullable<Data[Name]>, Target, Name> }[keyof Data & string]
    : never;
type PathBelow<Value, Target, Name extends string> =
  (Value extends Target ? Name : never) | `${Name}.${PathTo<Value, Target>}`;

/** Reads the value at a path; null or undefined where a part of the path has no value. */
export const valueAt = <Data, Target>(data: Data, path: PathTo<Data, Target>): Target | null | undefined =>
  // The cast is safe, because the type of the path guarantees the type of the value.
  findAt(data, path) as Target | null | undefined;

const findAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isNamed(value) ? value[name] : value), data);

const isNamed = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A response of the contract, before it is sent. */
export interface RestResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value, which is sent as JSON with the texts that it holds, or a text of the type in the headers; undefined for no body. */
  readonly body?: unknown;
  /** The stored file that forms the body. */
  readonly stored?: StoredBody;
  /** The stream of text that forms the body. */
  readonly text?: AsyncIterable<string>;
  /** How to send the stream that the operation prepared; that stream forms the body. */
  readonly prepared?: 'plain' | 'gzip';
}

/** The bytes of a stored file: their SHA-256, under which the storage holds them, and their number. */
interface StoredBody {
  readonly key: string;
  readonly bytes: number;
}

/** Converts the result of an operation to the contract's response, and describes such responses. */
export interface Responder<Data> {
  /** Fails NOT_FOUND where the data is null. */
  readonly respond: (result: OperationResult<Data>, input: RestInput) => RestResponse;
  /** Describes what successful responses have in common, from the shape of the operation's data. */
  readonly describe: (data: BodyShape) => ResponseDescription;
}

/** The properties that all successful responses of a route share. */
export interface ResponseDescription {
  readonly status: number;
  /** Whether the responses carry the revision of the dataset as their ETag. */
  readonly hasETag: boolean;
  /** Whether a response may be 303 with an address instead. */
  readonly canRedirect?: boolean;
  /** The kind of body: none, bytes of any media type, a stored file, text of one media type, or JSON. */
  readonly content: 'none' | 'bytes' | 'file' | { readonly mediaType: string } | { readonly json: BodyShape };
}

/** The header for files that users provide: browsers run no scripts in them. */
export const sandboxHeader = Object.freeze({ 'content-security-policy': "sandbox; default-src 'none'" });

type Encoding = NonNullable<RestResponse['prepared']>;

/** Sends a response, whose body is a value, a stored file or a stream. */
export async function sendResponse(
  reply: FastifyReply,
  ctx: RequestContext,
  { status, headers = {}, body, prepared, stored, text }: RestResponse,
): Promise<FastifyReply> {
  if (prepared) return sendPrepared(reply, ctx, { headers, encoding: prepared });
  if (stored) return sendStoredFile(reply, ctx, { headers, stored });
  if (body !== undefined) reply.type(jsonType);
  return reply
    .code(status)
    .headers(headers)
    .send(text ? textStream(text, reply) : body === undefined || typeof body === 'string' ? body : writeJson(body));
}

/** How many chunks of a prepared stream wait for a client. Those of records have 64 KiB. */
const maxWaitingChunks = 4;

/** Sends the stream that the operation prepared, unless the client has the same content already (RFC 9110, 13.1.2). */
async function sendPrepared(
  reply: FastifyReply,
  ctx: RequestContext,
  { headers, encoding }: { readonly headers: Readonly<Record<string, string>>; readonly encoding: Encoding },
): Promise<FastifyReply> {
  const { tag, open } = ctx.state.preparedStream ?? fail('INTERNAL_ERROR');
  const etag = tag === undefined ? {} : { etag: `W/"${tag}-${encoding}"` };
  if (etag.etag !== undefined && matchesTag(reply.request.headers['if-none-match'], etag.etag))
    return reply.code(304).headers(etag).send();
  // The stream is not opened for HEAD, because Fastify would read it to its end.
  if (reply.request.method === 'HEAD') return reply.headers({ ...headers, ...etag }).send(Readable.from([]));
  await spendPoints(ctx, prices.export);
  const stream = await open();
  closeWith(reply.raw, stream);
  // Texts stay texts until they are written: the buffers of an export of 300 MB made the process collect garbage for most of its time.
  const source = Readable.from(stream.chunks, { highWaterMark: maxWaitingChunks });
  return reply.headers({ ...headers, ...etag }).send(encode(source, encoding));
}

/** The stream of a text. For HEAD nothing is read. */
const textStream = (text: AsyncIterable<string>, { request }: FastifyReply): Readable =>
  request.method === 'HEAD' ? Readable.from([]) : Readable.from(text, { objectMode: false });

/** The stream in an encoding. A client that disconnects ends the source, too. */
const encode = (source: Readable, encoding: Encoding): Readable =>
  encoding === 'plain' ? source : compose(source, createGzip());

/** Closes a stream when its client disconnects, or at once when the client has already disconnected. */
function closeWith(response: FastifyReply['raw'], { close }: OpenStream): void {
  if (response.destroyed) close();
  else response.once('close', close);
}

/**
 * Sends a stored file, or the part that `Range` selects. The strong ETag is the hash of the bytes, so that a download can continue
 * after an interruption, at any gateway. Responds 304 to a client that has the file, and 416 to a range beyond its end.
 */
async function sendStoredFile(
  reply: FastifyReply,
  { app: { storage } }: RequestContext,
  { headers = {}, stored: { key, bytes } }: Pick<RestResponse, 'headers'> & { readonly stored: StoredBody },
): Promise<FastifyReply> {
  const { method, headers: sent } = reply.request;
  const etag = `"${key}"`;
  const { 'cache-control': caching, vary } = headers;
  if (matchesTag(sent['if-none-match'], etag))
    return reply
      .code(304)
      .headers({
        etag,
        ...(caching !== undefined && { 'cache-control': caching }),
        ...(vary !== undefined && { vary }),
      })
      .send();
  const isWhole = method === 'HEAD' || !allowsRange(singleValue(sent['if-range']), etag);
  const range = isWhole ? undefined : parseByteRange(sent.range, bytes);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`);
    fail('RANGE_NOT_SATISFIABLE', { bytes });
  }
  // The stream is opened before the headers are set, because opening may fail and an error response has other headers.
  const stream = method === 'HEAD' ? Readable.from([]) : await storage.read(key, range);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${bytes}`);
  const length = range ? range.end - range.start : bytes;
  return reply.headers({ ...headers, etag, 'accept-ranges': 'bytes', 'content-length': String(length) }).send(stream);
}

const singleValue = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join();

/** Part of a file: the bytes from `start` up to, but not including, `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a `Range` header selects in a file of the given size (RFC 9110, 14.1.2): undefined for the whole file, and
 * `unsatisfiable` for a range beyond its end. A malformed header and one with several ranges select the whole file, as the RFC allows.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,16})-(\d{0,16})[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}
