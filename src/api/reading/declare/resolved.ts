import type { TypeSource } from './type-source.ts';

/** Declares what the resolvers of fields need of a row, so that a query that selects no others reads no more. */
export function resolved<T extends object>({
  source,
  fields,
  needs,
}: {
  readonly source: TypeSource<T>;
  readonly fields: readonly string[];
  readonly needs: readonly (keyof T & string)[];
}): void {
  for (const field of fields) source.resolved.set(field, needs);
}
