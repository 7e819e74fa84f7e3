import { CatalogError } from '#kernel/fail.ts';

/** The problem that binding a part of a query reports; undefined for a valid part. Typed inputs report it at their own path. */
export function bindingProblem(bind: () => unknown): string | undefined {
  try {
    bind();
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError && error.details['problem'] !== undefined)
      return String(error.details['problem']);
    throw error;
  }
}
