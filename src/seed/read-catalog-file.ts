import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SetupError } from '#platform/setup-error.ts';
import { catalogFile, type CatalogFile } from './catalog-file.ts';
import { checkReferences } from './check-references.ts';

/** Reads a catalog file. Fails with one SetupError that lists all problems with their paths. */
export async function readCatalogFile(path: string): Promise<CatalogFile> {
  const parsed = catalogFile.superRefine(checkReferences).safeParse(await readJson(path));
  if (parsed.success) return parsed.data;
  throw new SetupError(`The catalog file ${path} is invalid:\n${z.prettifyError(parsed.error)}`);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SetupError(`The catalog file ${path}, which SEED names, cannot be read: ${reasonOf(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SetupError(`The catalog file ${path} is not JSON: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
