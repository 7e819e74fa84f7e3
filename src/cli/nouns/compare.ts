import { canonicalJson, isJsonObject, type Json } from '#kernel/json.ts';
import { maskReferences } from '../files/secrets.ts';
import type { Change } from './noun.ts';

/** The differences of two values, by path; members of a list by their index. */
export function compare(before: Json | undefined, after: Json | undefined, path: readonly string[] = []): Change[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ path, kind: 'added', before: null, after: after ?? null }];
  if (after === undefined) return [{ path, kind: 'removed', before, after: null }];
  if (isJsonObject(before) && isJsonObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      compare(before[name], after[name], [...path, name]),
    );
  if (isList(before) && isList(after))
    return Array.from({ length: Math.max(before.length, after.length) }).flatMap((_item, index) =>
      compare(before[index], after[index], [...path, String(index)]),
    );
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, kind: 'changed', before, after }];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Whether a difference is that between two names of a secret: a person may have named the variable. */
export const isRenamedReference = ({ before, after }: Change): boolean =>
  typeof before === 'string' && typeof after === 'string' && maskReferences(before) === maskReferences(after);
