import type { RequestContext } from '../../api/context.ts';
import type { BlockSettings } from '../../engine/blocks/block.ts';
import type { Value } from '../../engine/row.ts';
import { seenData, seenRecords } from '../datasets/index.ts';

/** How many records of a dataset are looked through: nobody waits for those of a very large one. */
const mostRecords = 10_000;
/** A longer value is no option. */
const longestOption = 2000;

/** The values of a field, as texts, that records of a dataset hold and the caller may see: the first of those asked for, by code point. */
export async function recordOptions(
  ctx: RequestContext, { datasetUid, field }: BlockSettings['advancedChoice'], { isAsked, first }: { readonly isAsked: (option: string) => boolean; readonly first: number },
): Promise<readonly string[]> {
  const seen = await seenData(ctx, datasetUid);
  if (!seen?.fields.includes(field)) return [];
  let options: readonly string[] = [];
  for await (const records of seenRecords(ctx, seen, mostRecords)) {
    const found = records.flatMap((record) => optionsIn(Object.hasOwn(record, field) ? record[field] ?? null : null)).filter(isAsked);
    options = [...new Set([...options, ...found])].toSorted(byCodePoint).slice(0, first);
  }
  return options;
}

/** The options that a value is: a list stands for its items. */
const optionsIn = (value: Value): readonly string[] => (Array.isArray(value) ? value : [value]).flatMap((each) => {
  const option = typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean' ? String(each).trim() : '';
  return option === '' || option.length > longestOption ? [] : [option];
});

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
