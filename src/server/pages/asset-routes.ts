import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';
import { once } from '../once.ts';

/** An asset of a page. */
export interface AssetFile {
  /** With the extension that determines its type. */
  readonly name: string;
  readonly read: () => Promise<string | Buffer>;
}

/** The paths of a page's assets, by name. */
export type AssetAddresses = ReadonlyMap<string, string>;

interface Asset {
  readonly name: string;
  /** The last part of its path, with a hash of the content: responses can be cached for ever. */
  readonly file: string;
  readonly content: Buffer;
  readonly compressed: Readonly<Record<'br' | 'gzip', () => Promise<Buffer>>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Serves the assets of a page below a folder. Each is compressed once, on the first request, and cached by browsers for a year,
 * because its path changes with its content. Returns the paths, which are known once the assets are read.
 */
export function assetRoutes(
  http: FastifyInstance,
  folder: string,
  files: readonly AssetFile[],
): () => Promise<AssetAddresses> {
  const assets = once(async () => new Map((await Promise.all(files.map(read))).map((asset) => [asset.file, asset])));
  http.get<{ Params: { file: string } }>(`${folder}/:file`, async ({ params, headers }, reply) => {
    const { file, content, compressed } = (await assets()).get(params.file) ?? fail('NOT_FOUND');
    const etag = `"${file}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'content-type': types[extname(file)],
    });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']);
    return encoding
      ? reply.header('content-encoding', encoding).send(await compressed[encoding]())
      : reply.send(content);
  });
  return async () => new Map([...(await assets()).values()].map(({ name, file }) => [name, `${folder}/${file}`]));
}

async function read(asset: AssetFile): Promise<Asset> {
  const content = Buffer.from(await asset.read());
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const extension = extname(asset.name);
  return {
    name: asset.name,
    file: `${asset.name.slice(0, -extension.length)}.${hash}${extension}`,
    content,
    compressed: {
      // the highest quality takes 30 s for 9 MB
      br: once(() => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })),
      gzip: once(() => promisify(gzip)(content)),
    },
  };
}
