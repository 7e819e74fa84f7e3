import type { Extra } from './extra.ts';
import type { TypeSource } from './type-source.ts';

/** Declares the values of a row that the resolvers of `fields` need. A query of only such fields then reads no other values. */
export function resolverNeeds<T extends object>({
  source,
  fields,
  needs,
  extras = [],
}: {
  readonly source: TypeSource<T>;
  readonly fields: readonly string[];
  readonly needs: readonly (keyof T & string)[];
  readonly extras?: readonly Pick<Extra, 'name'>[];
}): void {
  for (const field of fields) source.resolverNeeds.set(field, [...needs, ...extras.map(({ name }) => name)]);
}
