import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdir, rm } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FileUpload, type GraphQLOperation, processRequest, Upload } from 'graphql-upload-minimal';
import { CatalogError, fail } from '#kernel/fail.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ReceivedFile } from '#api/types/scalars.ts';
import { finished } from 'node:stream';
import { removeStaleParts } from '#platform/storage/disk-storage.ts';
import { prices, type RequestContext, spendPoints } from '#api/context.ts';
import { requireCaller, requireWritable } from '#api/session.ts';
import type { Config } from '#platform/config.ts';
import { z } from 'zod';
import { catalogOf } from '../create-context.ts';

/** The limits of a GraphQL multipart request, and where its files are stored until they are resolved. */
export interface UploadSettings {
  /** The folder of incoming files; gateways may share it. */
  readonly directory: string;
  /** The size limit of one file. */
  readonly maxFileBytes: number;
  /** The maximum number of files of one request. */
  readonly maxFiles: number;
  /** The size limit of `operations` and of `map`, for each of the two fields. */
  readonly maxFieldBytes: number;
  /** Throws for a request of which nothing must be received. Returns what holds for the files of a visitor; nothing for other callers. */
  readonly admit?: (request: FastifyRequest) => Promise<VisitorUploads | undefined>;
}

/** What holds for the files of a caller without a key. */
interface VisitorUploads {
  /** The size limit of all files together. */
  readonly maxBytes: number;
  /** Throws for an operation whose files must not be received. */
  readonly admitOperation: (operation: object) => Promise<void>;
}

/** An operation with all its files. */
interface ReceivedOperation {
  /** The operation as a JSON body would contain it, with a ReceivedFile in the place of each file. */
  readonly body: GraphQLOperation | GraphQLOperation[];
  /** Removes the files. */
  readonly discard: () => Promise<void>;
}

/**
 * Receives a GraphQL multipart request with all its files before execution, so that a file that no resolver reads does not stall the
 * request, and several resolvers can read the same file. Fails PAYLOAD_TOO_LARGE or BAD_REQUEST as soon as a limit is exceeded.
 */
async function receiveOperation(
  request: IncomingMessage,
  response: ServerResponse,
  settings: UploadSettings,
  visitor: VisitorUploads | undefined,
): Promise<ReceivedOperation> {
  const cancel = new AbortController();
  const paths: string[] = [];
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  tolerateParserErrors(request);
  try {
    const body = await processRequest(request, response, {
      maxFileSize: settings.maxFileBytes,
      maxFieldSize: settings.maxFieldBytes,
    }).catch((error: unknown) => {
      throw requestError(error, settings.maxFieldBytes);
    });
    await visitor?.admitOperation(body);
    const uploads = findUploads(body);
    if (uploads.size > settings.maxFiles)
      fail('BAD_REQUEST', { reason: `Send at most ${settings.maxFiles} files in one request.` });
    const countBytes = byteLimit(visitor?.maxBytes ?? Infinity);
    await Promise.all(
      [...uploads].map(async ([upload, places]) => {
        const part = await upload.promise;
        const path = newIncomingFilePath(settings.directory);
        paths.push(path);
        const file = await receiveFile(part, path, {
          maxBytes: settings.maxFileBytes,
          countBytes,
          signal: cancel.signal,
        });
        for (const setFile of places) setFile(file);
      }),
    ).catch((error: unknown) => {
      throw requestError(error, settings.maxFileBytes);
    });
    return { body, discard };
  } catch (error) {
    cancel.abort();
    await discard();
    throw error;
  } finally {
    // Discard the rest of the request, because unread data would block the connection.
    request.unpipe();
    request.resume();
  }
}

const notUtf8 = 'Send "operations" in UTF-8; write the character U+FFFD as \\ufffd.';

/**
 * Ignores further errors of the multipart parser: the library handles only the first error, and an unhandled error would end the
 * process. Also fails BAD_REQUEST for `operations` that are not UTF-8.
 */
function tolerateParserErrors(request: IncomingMessage): void {
  const pipe = request.pipe.bind(request);
  request.pipe = (parser, options) => {
    parser.on('error', () => undefined);
    // The parser has already replaced invalid UTF-8 by U+FFFD. A client that means this character writes it as a JSON escape.
    parser.prependListener('field', (name: unknown, text: unknown) => {
      if (name === 'operations' && String(text).includes('\uFFFD'))
        parser.emit('error', new CatalogError('BAD_REQUEST', { reason: notUtf8 }));
    });
    return pipe(parser, options);
  };
}

/** The error of a malformed request; a disk error stays unchanged. */
function requestError(error: unknown, limit: number): unknown {
  if (!(error instanceof Error) || error instanceof CatalogError || 'syscall' in error) return error;
  if ('statusCode' in error && error.statusCode === 413) return new CatalogError('PAYLOAD_TOO_LARGE', { limit });
  return new CatalogError('BAD_REQUEST', { reason: error.message });
}

/** Puts a value into one place of an operation where a file belongs. */
type SetFileVariable = (value: unknown) => void;

/** Finds the files that an operation expects. Returns the setters of all places of each file. */
function findUploads(operation: object): Map<Upload, SetFileVariable[]> {
  const found = new Map<Upload, SetFileVariable[]>();
  const holders: object[] = [operation];
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    const entries: [string, unknown][] = Object.entries(holder);
    // A path such as files.4294967294 creates a sparse list of that length.
    if (Array.isArray(holder) && holder.length !== entries.length) {
      fail('BAD_REQUEST', {
        reason: 'A path in "map" leads beyond its list; name places that "operations" holds as null.',
      });
    }
    for (const [key, value] of entries) {
      if (value instanceof Upload) found.set(value, [...(found.get(value) ?? []), setterOf(holder, key)]);
      else if (typeof value === 'object' && value !== null) holders.push(value);
    }
  }
  return found;
}

const setterOf =
  (holder: object, key: string): SetFileVariable =>
  (value) =>
    void Reflect.set(holder, key, value);

/** A new path for an incoming file. */
const newIncomingFilePath = (directory: string): string => join(directory, `${randomUUID()}.part`);

/** Passes chunks on until all files of a request together exceed a limit; then fails PAYLOAD_TOO_LARGE. */
function byteLimit(maxBytes: number) {
  let bytes = 0;
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) fail('PAYLOAD_TOO_LARGE', { limit: maxBytes });
      yield chunk;
    }
  };
}

/** How a file is received. */
interface Receipt {
  /** The size limit of the file, which the parser applies. */
  readonly maxBytes: number;
  readonly countBytes: ReturnType<typeof byteLimit>;
  readonly signal: AbortSignal;
}

/**
 * Writes a file of a multipart request to a path. Fails PAYLOAD_TOO_LARGE when the multipart parser cuts the file off at its size limit,
 * and where `countBytes` does. After any error or abort the file is removed.
 */
async function receiveFile(
  upload: FileUpload,
  path: string,
  { maxBytes, countBytes, signal }: Receipt,
): Promise<ReceivedFile> {
  const source = upload.createReadStream();
  source.once('limit', () => source.destroy(new CatalogError('PAYLOAD_TOO_LARGE', { limit: maxBytes })));
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(source, countBytes, target, { signal });
  } catch (error) {
    if (!target.closed) await once(target, 'close');
    await rm(path, { force: true });
    throw error;
  }
  return new ReceivedFile(upload.filename, upload.mimetype, target.bytesWritten, () => createReadStream(path));
}

const multipart = 'multipart/form-data';

/**
 * Accepts GraphQL multipart requests in the routes of a Fastify scope. The content type stays unchanged, so Apollo still requires a
 * preflight header. Removes the files of killed gateways from the folder.
 */
export async function acceptUploads(http: FastifyInstance, settings: UploadSettings): Promise<void> {
  freezeBuiltinMethods();
  await mkdir(settings.directory, { recursive: true, mode: 0o700 });
  await removeStaleParts(settings.directory);

  if (http.hasContentTypeParser(multipart)) http.removeContentTypeParser(multipart);
  http.addContentTypeParser(multipart, (_request, _payload, done) => done(null));

  http.addHook('preValidation', async (request, reply) => {
    if (!request.headers['content-type']?.toLowerCase().startsWith(multipart)) return;
    const visitor = await settings.admit?.(request);
    const { body, discard } = await receiveOperation(request.raw, reply.raw, settings, visitor);
    request.body = body;
    finished(reply.raw, () => {
      discard().catch((error: unknown) => {
        request.log.warn({ err: error, trace_id: request.id }, 'An uploaded file could not be removed.');
      });
    });
  });
}

/**
 * Freezes the methods that every JSON value inherits. The library resolves the paths of a multipart `map` through inherited properties
 * as well, so `variables.toString.call` would otherwise replace a function of the whole process by a file.
 */
function freezeBuiltinMethods(): void {
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean]) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name !== 'constructor' && typeof value === 'function') Object.freeze(value);
    }
  }
}

/** The bytes that the files of a visitor may have together, as in the Portal API. */
const maxVisitorBytes = 50 * 2 ** 20;

/**
 * How files are received: into a folder of the data. Callers without a key, or with one that changes nothing, must not fill the disk: a
 * visitor sends files to a form that takes them, and each request counts as an attempt on it.
 */
export const uploadSettings = (
  http: FastifyInstance,
  { dataDir, maxUploadBytes }: Pick<Config, 'dataDir' | 'maxUploadBytes'>,
  admitToForm: (ctx: RequestContext, formSlug: string) => Promise<void>,
): UploadSettings => ({
  directory: join(dataDir, 'uploads'),
  maxFileBytes: maxUploadBytes,
  maxFiles: 10,
  maxFieldBytes: http.initialConfig.bodyLimit ?? 0,
  async admit(request) {
    const ctx = catalogOf(request);
    requireWritable(ctx.session);
    await spendPoints(ctx, prices.upload);
    return ctx.session.username === undefined
      ? {
          maxBytes: maxVisitorBytes,
          admitOperation: (operation) => admitToForm(ctx, formOf(operation) ?? requireCaller(ctx.session)),
        }
      : undefined;
  },
});

const namedForm = z.object({ variables: z.object({ input: z.object({ formSlug: z.string() }) }) });

/** The form that an operation submits to; undefined for any other operation. */
const formOf = (operation: object): string | undefined => namedForm.safeParse(operation).data?.variables.input.formSlug;
