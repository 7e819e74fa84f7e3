import { CatalogError } from '../kernel/fail.ts';
import { SetupError } from '../platform/setup-error.ts';

/** Does something for a part of a catalog file; what the catalog refuses becomes a SetupError that names the part. */
export async function withSetupErrors<T>(part: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const fields = error.fields ? ` ${JSON.stringify(error.fields)}` : '';
    throw new SetupError(`The ${part} of the catalog file is refused: ${error.message}${fields}`);
  }
}
