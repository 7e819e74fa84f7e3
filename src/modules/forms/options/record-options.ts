import type { RequestContext } from '../../../api/context.ts';
import type { BlockSettings } from '../../../engine/blocks/block.ts';
import type { DataRecord, Value } from '../../../engine/records/record.ts';
import { findVisibleData, readVisibleRecords } from '../../datasets/index.ts';

/** The number of records that are searched for options, so that a very large dataset does not delay the answer. */
const maxRecords = 10_000;
/** A longer value is no option. */
const maxOptionLength = 2000;

/** Which options are asked for: those with a text in them, in any case, or those that are one of some texts. */
export interface OptionQuery extends Pick<BlockSettings['advancedChoice'], 'datasetUid' | 'field'> {
  readonly filter: { readonly search: string } | { readonly among: readonly string[] };
  /** How many at most. */
  readonly first: number;
}

/**
 * The values of a field, as texts, that records of a dataset hold and the caller may see: the first of those asked for, by code
 * point. However much is asked of a dataset at once, its records are read once.
 */
export const recordOptions = (
  ctx: RequestContext,
  { datasetUid, field, filter, first }: OptionQuery,
): Promise<readonly string[]> =>
  ctx.loaders
    .of('options of records', (keys) => findAllOptions(ctx, keys))
    .load(JSON.stringify({ datasetUid, field, filter, first }));

async function findAllOptions(ctx: RequestContext, keys: readonly string[]): Promise<readonly (readonly string[])[]> {
  // the keys are what `recordOptions` wrote
  const questions = keys.map((key) => new OptionSearch(JSON.parse(key) as OptionQuery));
  for (const [datasetUid, some] of Map.groupBy(questions, ({ of }) => of.datasetUid)) {
    const seen = await findVisibleData(ctx, datasetUid);
    const open = some.filter(({ of }) => seen?.fields.includes(of.field));
    if (!seen || open.length === 0) continue;
    for await (const records of readVisibleRecords(ctx, seen, { before: maxRecords, isAwaited: true }))
      for (const question of open) question.read(records);
  }
  return questions.map(({ answer }) => answer);
}

/** What is asked, and the answer as far as records were read. */
class OptionSearch {
  readonly of: OptionQuery;
  answer: readonly string[] = [];
  readonly #isAsked: (option: string) => boolean;

  constructor(of: OptionQuery) {
    this.of = of;
    this.#isAsked = matcherOf(of);
  }

  read(records: readonly DataRecord[]): void {
    const { field, first } = this.of;
    const found = records
      .flatMap((record) => optionsIn(Object.hasOwn(record, field) ? (record[field] ?? null) : null))
      .filter(this.#isAsked);
    this.answer = [...new Set([...this.answer, ...found])].toSorted(byCodePoint).slice(0, first);
  }
}

function matcherOf({ filter }: OptionQuery): (option: string) => boolean {
  if ('among' in filter) {
    const among = new Set(filter.among);
    return (option) => among.has(option);
  }
  const wanted = filter.search.toLowerCase();
  return (option) => option.toLowerCase().includes(wanted);
}

/** The options that a value is: a list stands for its items. */
const optionsIn = (value: Value): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const option =
      typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean' ? String(each).trim() : '';
    return option === '' || option.length > maxOptionLength ? [] : [option];
  });

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
