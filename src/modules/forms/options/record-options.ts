import type { RequestContext } from '../../../api/context.ts';
import type { BlockSettings } from '../../../engine/blocks/block.ts';
import type { DataRecord, Value } from '../../../engine/records/record.ts';
import { findReadableRecords, readVisibleRecords } from '../../records/index.ts';

/** The number of records searched for options; bounds the time for a very large dataset. */
const maxRecords = 10_000;
/** A longer value is not an option. */
const maxOptionLength = 2000;

/** The requested options: those that contain a text, ignoring case, or those that equal one of several texts. */
export interface OptionQuery extends Pick<BlockSettings['advancedChoice'], 'datasetUid' | 'field'> {
  readonly filter: { readonly search: string } | { readonly among: readonly string[] };
  /** The maximum number of options. */
  readonly first: number;
}

/**
 * The values of a field, as texts, in the records of a dataset that the caller may read: the first of the requested ones, by code
 * point. Concurrent requests for one dataset share one reading of its records.
 */
export const findRecordOptions = (
  ctx: RequestContext,
  { datasetUid, field, filter, first }: OptionQuery,
): Promise<readonly string[]> =>
  ctx.loaders
    .of('options of records', (keys) => findAllOptions(ctx, keys))
    .load(JSON.stringify({ datasetUid, field, filter, first }));

async function findAllOptions(ctx: RequestContext, keys: readonly string[]): Promise<readonly (readonly string[])[]> {
  // the keys are what `recordOptions` wrote
  const questions = keys.map((key) => new OptionSearch(JSON.parse(key) as OptionQuery));
  for (const [datasetUid, some] of Map.groupBy(questions, ({ query: of }) => of.datasetUid)) {
    const seen = await findReadableRecords(ctx, datasetUid);
    const open = some.filter(({ query: of }) => seen?.fields.some(({ name }) => name === of.field));
    if (!seen || open.length === 0) continue;
    for await (const records of readVisibleRecords(ctx, seen, {
      before: maxRecords,
      names: open.map(({ query: of }) => of.field),
    }))
      for (const question of open) question.addRecords(records);
  }
  return questions.map(({ options: answer }) => answer);
}

/** A request, and its options from the records read so far. */
class OptionSearch {
  readonly query: OptionQuery;
  options: readonly string[] = [];
  readonly #isAsked: (option: string) => boolean;

  constructor(of: OptionQuery) {
    this.query = of;
    this.#isAsked = createMatcher(of);
  }

  addRecords(records: readonly DataRecord[]): void {
    const { field, first } = this.query;
    const found = records
      .flatMap((record) => toOptions(Object.hasOwn(record, field) ? (record[field] ?? null) : null))
      .filter(this.#isAsked);
    this.options = [...new Set([...this.options, ...found])].toSorted(compareCodePoints).slice(0, first);
  }
}

function createMatcher({ filter }: OptionQuery): (option: string) => boolean {
  if ('among' in filter) {
    const among = new Set(filter.among);
    return (option) => among.has(option);
  }
  const wanted = filter.search.toLowerCase();
  return (option) => option.toLowerCase().includes(wanted);
}

/** The options of a value: a list contributes its items. */
const toOptions = (value: Value): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const option =
      typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean' ? String(each).trim() : '';
    return option === '' || option.length > maxOptionLength ? [] : [option];
  });

const compareCodePoints = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
