import { CatalogError } from '#kernel/fail.ts';
import { SetupError } from '#platform/system-errors.ts';

/** Runs the work for a part of a catalog file; a CatalogError becomes a SetupError that names the part. */
export async function withSetupErrors<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const fields = error.fields ? ` ${JSON.stringify(error.fields)}` : '';
    throw new SetupError(`The ${part} of the catalog file is invalid: ${error.message}${fields}`);
  }
}
