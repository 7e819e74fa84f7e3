import { isJsonObject, tryParseJson } from '#kernel/json.ts';

/** Values of this portal by those of the source. */
type ValueMapping = ReadonlyMap<string, string>;

/** Reads a mapping: a JSON object, or a line `source=value` each. */
export function parseMapping(text: string): ValueMapping {
  const object = text.trim().startsWith('{') ? tryParseJson(text) : undefined;
  const pairs: readonly (readonly [string, unknown])[] = isJsonObject(object)
    ? Object.entries(object)
    : text.split(/\r?\n/).map((line) => [line.slice(0, line.lastIndexOf('=')), line.slice(line.lastIndexOf('=') + 1)]);
  return new Map(
    pairs.flatMap(([from, to]) =>
      typeof to === 'string' && from.trim() !== '' && to.trim() !== '' ? [[keyOf(from), to.trim()]] : [],
    ),
  );
}

/** The value here for one of the source; the same where the mapping has none. */
export const mapValue = (mapping: ValueMapping, value: string): string => mapping.get(keyOf(value)) ?? value;

const keyOf = (text: string): string => text.trim().toLowerCase();
