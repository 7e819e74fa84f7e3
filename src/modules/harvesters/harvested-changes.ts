import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { truncate } from '#kernel/text.ts';
import type { HarvestedDifference } from './harvester.entity.ts';

/** The most changes of a dataset that are recorded, and their most bytes of JSON. */
const maxChanges = 50;
const maxBytes = 16 * 1024;
/** The longest value that is recorded as it is, in characters of JSON; of a longer one the beginning is. */
const maxValueLength = 300;

/** The changes of a dataset that are recorded, and how many there were. */
export interface RecordedChanges {
  readonly changes: readonly HarvestedDifference[];
  readonly changeCount: number;
}

export const noChanges: RecordedChanges = { changes: [], changeCount: 0 };

/** The remote values of metadata that differ, by template and field in the order of the alphabet. */
export function changesOfMetadata(before: JsonObject, after: JsonObject): readonly HarvestedDifference[] {
  const templates = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return templates.flatMap((template) => {
    const [old, current] = [remoteValues(before[template]), remoteValues(after[template])];
    const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].toSorted();
    return names.flatMap((name) => changeOf(`${template}.${name}`, old[name] ?? null, current[name] ?? null));
  });
}

/** The values of the source in a template. */
const remoteValues = (template: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(isJsonObject(template) ? template : {}).map(([name, field]) => [
      name,
      isJsonObject(field) ? (field['remote_value'] ?? null) : null,
    ]),
  );

/** A value that differs; nothing for an equal one. */
export const changeOf = (field: string, before: Json, after: Json): readonly HarvestedDifference[] =>
  isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];

/** A part that was written again: the names of its items, or null twice where they are the same. */
export const changeOfPart = (
  field: string,
  before: readonly string[],
  after: readonly string[],
): readonly HarvestedDifference[] =>
  isDeepStrictEqual(before, after) ? [{ field, before: null, after: null }] : [{ field, before, after }];

/** The changes within their limits. */
export function recordChanges(changes: readonly HarvestedDifference[]): RecordedChanges {
  const recorded: HarvestedDifference[] = [];
  let bytes = 0;
  for (const { field, before, after } of changes.slice(0, maxChanges)) {
    const change = { field: truncate(field, maxValueLength), before: shorten(before), after: shorten(after) };
    bytes += Buffer.byteLength(JSON.stringify(change));
    if (bytes > maxBytes) break;
    recorded.push(change);
  }
  return { changes: recorded, changeCount: changes.length };
}

/** A value as it is, or the beginning of a long one. */
function shorten(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= maxValueLength ? value : truncate(text, maxValueLength);
}
