import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/** Values of this portal by those of the source, of one thesaurus or of any (an empty name). */
export type ValueMapping = readonly {
  readonly thesaurus: string;
  readonly values: ReadonlyMap<string, string>;
}[];

/** Reads a setting of the type `mapping`. */
export const toValueMapping = (mapping: JsonObject): ValueMapping => [
  { thesaurus: '', values: valuesOf(mapping) },
  ...Object.entries(mapping).flatMap(([name, values]) =>
    isJsonObject(values) ? [{ thesaurus: keyOf(name), values: valuesOf(values) }] : [],
  ),
];

const valuesOf = (object: Readonly<Record<string, Json>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(object).flatMap(([from, to]) =>
      typeof to === 'string' && from.trim() !== '' && to.trim() !== '' ? [[keyOf(from), to.trim()]] : [],
    ),
  );

/**
 * The value here for one of the source; the same where the mapping has none. `thesaurus` is the name of the one that has the value, in lower
 * case: a mapping whose name is a part of it applies. Without one, all apply.
 */
export function mapValue(mapping: ValueMapping, value: string, thesaurus = ''): string {
  const found = mapping
    .filter(({ thesaurus: name }) => thesaurus === '' || thesaurus.includes(name))
    .map(({ values }) => values.get(keyOf(value)));
  return found.find((mapped) => mapped !== undefined) ?? value;
}

const keyOf = (text: string): string => text.trim().toLowerCase();
