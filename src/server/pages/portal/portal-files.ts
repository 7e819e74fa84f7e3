import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { AssetFile } from '../asset-routes.ts';

/** The folder that the build writes. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/portal-page');

/** The script and the styles of the page, and the land of its maps. */
export const portalAssets: readonly AssetFile[] = ['page.js', 'page.css', 'land.svg'].map((name) => ({
  name,
  read: () => readFile(join(folder, name)),
}));

const documentTexts = z.record(z.string(), z.string());

/** The texts of the documents that the page sends by their hash. Their types come from the schema, so they are valid. */
export async function readPortalDocuments(): Promise<readonly string[]> {
  return Object.values(documentTexts.parse(JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8'))));
}
