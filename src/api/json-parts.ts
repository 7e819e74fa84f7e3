import { JsonText } from '#kernel/json-text.ts';
import { lazyObject } from './reading/lazy-object.ts';

/** A part of a planned result: JSON text that is sent without being parsed, or an object of such parts by response key. */
export type JsonPart = JsonText | JsonParts;

/** The data of a planned result, by response key. */
export interface JsonParts {
  readonly [key: string]: JsonPart;
}

/** The value of a part. Each text in it is parsed when it is first read. */
export const valueOfPart = (part: JsonPart): unknown =>
  part instanceof JsonText
    ? part.value
    : lazyObject(Object.fromEntries(Object.entries(part).map(([key, value]) => [key, () => valueOfPart(value)])));

/** The part at a dotted path of response keys, which `writeJson` copies; undefined if the value is null, or within a text. */
export function partAt(parts: JsonPart | undefined, path: string): JsonPart | undefined {
  const found = path
    .split('.')
    .reduce<JsonPart | undefined>((part, key) => (part instanceof JsonText ? undefined : part?.[key]), parts);
  return found instanceof JsonText && found.isNull ? undefined : found;
}
