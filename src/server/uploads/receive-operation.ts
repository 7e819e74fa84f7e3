import type { IncomingMessage, ServerResponse } from 'node:http';
import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { processRequest, type GraphQLOperation } from 'graphql-upload-minimal';
import { CatalogError, fail } from '../../kernel/fail.ts';
import { findUploads } from './find-uploads.ts';
import { newPartPath, receiveFile } from './receive-file.ts';

/** What a GraphQL multipart request may bring, and where its files wait for their resolvers. */
export interface UploadSettings {
  /** Folder of files on their way; gateways may share it. */
  readonly directory: string;
  /** Largest file, in bytes. */
  readonly maxFileBytes: number;
  /** Most files in one request. */
  readonly maxFiles: number;
  /** Largest `operations` or `map`, in bytes. */
  readonly maxFieldBytes: number;
  /** Fails for a request whose files are not to be received at all. */
  readonly admit?: (request: FastifyRequest) => void;
}

/** An operation whose files are all received. */
export interface ReceivedOperation {
  /** What a JSON body would have held, with a ReceivedFile in the place of each file. */
  readonly body: GraphQLOperation | GraphQLOperation[];
  /** Removes the files. */
  readonly discard: () => Promise<void>;
}

/**
 * Reads a GraphQL multipart request with all its files, before anything is executed: so a file that no resolver reads
 * holds nothing up, and any number of them may read the same one. Fails PAYLOAD_TOO_LARGE or BAD_REQUEST at once.
 */
export async function receiveOperation(
  request: IncomingMessage,
  response: ServerResponse,
  settings: UploadSettings,
): Promise<ReceivedOperation> {
  const cancel = new AbortController();
  const paths: string[] = [];
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  forgiveParser(request);
  try {
    const body = await processRequest(request, response, {
      maxFileSize: settings.maxFileBytes,
      maxFieldSize: settings.maxFieldBytes,
    }).catch((error: unknown) => {
      throw refusal(error, settings.maxFieldBytes);
    });
    const uploads = findUploads(body);
    if (uploads.size > settings.maxFiles)
      fail('BAD_REQUEST', { reason: `Send at most ${settings.maxFiles} files in one request.` });
    await Promise.all(
      [...uploads].map(async ([upload, places]) => {
        const part = await upload.promise;
        const path = newPartPath(settings.directory);
        paths.push(path);
        const file = await receiveFile(part, path, settings.maxFileBytes, cancel.signal);
        for (const put of places) put(file);
      }),
    ).catch((error: unknown) => {
      throw refusal(error, settings.maxFileBytes);
    });
    return { body, discard };
  } catch (error) {
    cancel.abort();
    await discard();
    throw error;
  } finally {
    // Whatever else the client sends is read and dropped, or the connection would wait for somebody to take it.
    request.unpipe();
    request.resume();
  }
}

const notUtf8 = 'Send "operations" in UTF-8; write the character U+FFFD as \\ufffd.';

/**
 * Lets the multipart parser that the request is piped into fail more than once: the library listens to its first error
 * only, and an error that nobody listens to would end the process.
 */
function forgiveParser(request: IncomingMessage): void {
  const pipe = request.pipe.bind(request);
  request.pipe = (parser, options) => {
    parser.on('error', () => undefined);
    // bytes that are not UTF-8 have been replaced by then; who means the character itself writes it as JSON can
    parser.prependListener('field', (name: unknown, text: unknown) => {
      if (name === 'operations' && String(text).includes('\uFFFD'))
        parser.emit('error', new CatalogError('BAD_REQUEST', { reason: notUtf8 }));
    });
    return pipe(parser, options);
  };
}

/** The answer to a request that cannot be read; a failure of the disk stays what it is. */
function refusal(error: unknown, limit: number): unknown {
  if (!(error instanceof Error) || error instanceof CatalogError || 'syscall' in error) return error;
  if ('statusCode' in error && error.statusCode === 413) return new CatalogError('PAYLOAD_TOO_LARGE', { limit });
  return new CatalogError('BAD_REQUEST', { reason: error.message });
}
