import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PageRenderer } from '#portal-page/rendering.ts';
import type { AssetFile } from './static-content.ts';

/** The folder that the build writes. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/portal-page');

const documentTexts = z.record(z.string(), z.string());

/** The texts of the documents that the page sends by their hash. Their types come from the schema, so they are valid. */
export async function readPortalDocuments(): Promise<readonly string[]> {
  return Object.values(documentTexts.parse(JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8'))));
}

const fileNames = z.object({ hashed: z.array(z.string()), plain: z.array(z.string()) });

/** The scripts, styles and other files of the page. Those that the build named by their content keep their names, because they import one another. */
export async function readPortalAssets(): Promise<readonly AssetFile[]> {
  const { hashed, plain } = fileNames.parse(JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')));
  const read = (name: string) => () => readFile(join(folder, name));
  return [
    ...hashed.map((file) => ({ name: file.replace(/\.\w+(\.\w+)$/, '$1'), file, read: read(file) })),
    ...plain.map((name) => ({ name, read: read(name) })),
  ];
}

/** Loads what renders the page. Its code is apart from that of the service, because only pages need it. */
export const loadRenderer = async (): Promise<PageRenderer> =>
  ((await import(join(folder, 'render.js'))) as { readonly renderer: PageRenderer }).renderer;
