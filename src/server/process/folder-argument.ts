import { parseArgs } from 'node:util';
import { SetupError } from '#platform/system-errors.ts';

/** The one argument of a command: a folder. Fails with a SetupError that has the usage. */
export function folderArgument(usage: string): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    const [folder, ...others] = positionals;
    if (folder !== undefined && others.length === 0) return folder;
  } catch {
    // an unknown option
  }
  throw new SetupError(usage);
}
