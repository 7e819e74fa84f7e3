import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addVary, matchesTag } from '#http/answers.ts';
import { extname } from 'node:path';
import { fail } from '#kernel/fail.ts';

/** Content that does not change while the process runs. It is hashed and compressed once. */
export interface StaticContent {
  readonly content: Buffer;
  /** The first 16 digits of its SHA-256. */
  readonly hash: string;
  readonly compressed: Readonly<Record<'br' | 'gzip', () => Promise<Buffer>>>;
}

/** Prepares content. It is compressed on the first request. */
export function createStaticContent(text: string | Buffer): StaticContent {
  const content = Buffer.from(text);
  // The highest quality takes 30 s for 9 MB, and 60 ms for a script of 50 kB, which it makes 6 % smaller.
  const quality = content.length < 131_072 ? constants.BROTLI_MAX_QUALITY : 6;
  return {
    content,
    hash: createHash('sha256').update(content).digest('hex').slice(0, 16),
    compressed: {
      br: memoizeAsync(() =>
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      ),
      gzip: memoizeAsync(() => promisify(gzip)(content)),
    },
  };
}

/** The `Cache-Control` of pages and descriptions, which change with the version of the server: caches ask each time, and are answered 304. */
export const askedEachTime = 'no-cache';

/** Sends content in the encoding that the client prefers, or 304 to a client that has it. */
export async function sendStaticContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, hash, compressed }: StaticContent,
): Promise<FastifyReply> {
  // Weak, because each encoding has the same tag (RFC 9110, 8.8.3.3).
  const etag = `W/"${hash}"`;
  reply.header('etag', etag);
  addVary(reply, 'accept-encoding');
  if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']);
  return encoding ? reply.header('content-encoding', encoding).send(await compressed[encoding]()) : reply.send(content);
}

/** An asset of a page. */
export interface AssetFile {
  /** The file name, whose extension determines the media type. */
  readonly name: string;
  /** The name in its address, where it has a hash of the content already. */
  readonly file?: string;
  readonly read: () => Promise<string | Buffer>;
}

/** The paths of a page's assets, by name. */
export type AssetAddresses = ReadonlyMap<string, string>;

interface Asset {
  readonly name: string;
  /** The last part of the path, with a hash of the content: browsers can cache responses forever. */
  readonly file: string;
  readonly content: StaticContent;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Serves the assets of a page below a folder. Each asset is compressed once, on the first request. Browsers cache it for a
 * year, because its path changes with its content. Returns a function that reads the assets and resolves to their paths, which begin with
 * `basePath`.
 */
export function assetRoutes(
  http: FastifyInstance,
  { basePath, folder }: { readonly basePath: string; readonly folder: string },
  files: readonly AssetFile[] | (() => Promise<readonly AssetFile[]>),
): () => Promise<AssetAddresses> {
  const assetsByFile = memoizeAsync(async () => {
    const assets = await Promise.all((typeof files === 'function' ? await files() : files).map(readAsset));
    return new Map(assets.map((asset) => [asset.file, asset]));
  });
  http.get<{ Params: { file: string } }>(`${folder}/:file`, async (request, reply) => {
    const { file, content } = (await assetsByFile()).get(request.params.file) ?? fail('NOT_FOUND');
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-type': types[extname(file)] });
    return sendStaticContent(request, reply, content);
  });
  return async () =>
    new Map([...(await assetsByFile()).values()].map(({ name, file }) => [name, `${basePath}${folder}/${file}`]));
}

async function readAsset(asset: AssetFile): Promise<Asset> {
  const content = createStaticContent(await asset.read());
  const extension = extname(asset.name);
  return {
    name: asset.name,
    file: asset.file ?? `${asset.name.slice(0, -extension.length)}.${content.hash}${extension}`,
    content,
  };
}

/** Memoizes an asynchronous function. A failure is not kept: the next call tries again. */
export function memoizeAsync<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
