import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fail } from '#kernel/fail.ts';
import { memoizeAsync } from '../memoize-async.ts';
import { createStaticContent, sendStaticContent, type StaticContent } from './static-content.ts';

/** An asset of a page. */
export interface AssetFile {
  /** The file name, whose extension determines the media type. */
  readonly name: string;
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
};

/**
 * Serves the assets of a page below a folder. Each asset is compressed once, on the first request. Browsers cache it for a
 * year, because its path changes with its content. Returns a function that reads the assets and resolves to their paths, which begin with
 * `basePath`.
 */
export function assetRoutes(
  http: FastifyInstance,
  { basePath, folder }: { readonly basePath: string; readonly folder: string },
  files: readonly AssetFile[],
): () => Promise<AssetAddresses> {
  const assetsByFile = memoizeAsync(async () => {
    const assets = await Promise.all(files.map(readAsset));
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
    file: `${asset.name.slice(0, -extension.length)}.${content.hash}${extension}`,
    content,
  };
}
