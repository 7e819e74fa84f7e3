import type { RequestContext } from '#api/context.ts';
import { blocksOf } from '#engine/blocks/parse-answers.ts';
import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import type { FormContent } from './form.entity.ts';
import type { BlockSettings, Section } from '#engine/blocks/block.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { findReadableRecords, type ReadableRecords, readVisibleRecords } from '#records/index.ts';

/** A request for options: the block, the text that the options contain, and the maximum number of options. */
interface OptionsRequest {
  readonly fieldId: string;
  readonly search: string;
  readonly first: number | null;
}

const [defaultOptions, maxOptions] = [20, 1000];

/**
 * The options of a block that the caller may see; none where the form has no such block. Fails INVALID_INPUT when `first` is out of range.
 */
export async function findFormOptions(
  ctx: RequestContext,
  { sections }: Pick<FormContent, 'sections'>,
  { fieldId, search, ...request }: OptionsRequest,
): Promise<readonly string[]> {
  const first = request.first ?? defaultOptions;
  if (first < 0 || first > maxOptions) failFields({ first: [`Ask for 0 to ${maxOptions} options.`] });
  const block = blocksOf(sections).find((candidate) => candidate.fieldId === fieldId);
  if (!block?.advancedChoice) return [];
  return findRecordOptions(ctx, { ...block.advancedChoice, filter: { search }, first });
}

/** The number of records that are searched for options, which bounds the time for a very large dataset. */
const maxRecords = 10_000;
/** The maximum length of an option, in characters. A longer value is not an option. */
const maxOptionLength = 2000;

/** The requested options: those that contain the text `search`, ignoring case, or those that are `among` several texts. */
interface OptionQuery extends Pick<BlockSettings['advancedChoice'], 'datasetUid' | 'field'> {
  readonly filter: { readonly search: string } | { readonly among: readonly string[] };
  /** The maximum number of options. */
  readonly first: number;
}

/**
 * Finds the requested options: the distinct values of a field, as texts, in the records that the caller may read. Returns at most `first`
 * options, sorted by code point. Concurrent queries of one dataset read its records once.
 */
export const findRecordOptions = (
  ctx: RequestContext,
  { datasetUid, field, filter, first }: OptionQuery,
): Promise<readonly string[]> =>
  ctx.loaders
    .of('options of records', (keys) => findAllOptions(ctx, keys))
    .load(JSON.stringify({ datasetUid, field, filter, first }));

/** The options of each query; the error in place of those whose records cannot be read. */
async function findAllOptions(
  ctx: RequestContext,
  keys: readonly string[],
): Promise<readonly (readonly string[] | Error)[]> {
  // The cast is safe, because `findRecordOptions` writes the keys.
  const searches = keys.map((key) => new OptionSearch(JSON.parse(key) as OptionQuery));
  const failed = new Map<string, Error>();
  for (const [datasetUid, searchesOfDataset] of Map.groupBy(searches, ({ query }) => query.datasetUid))
    await searchRecords(ctx, datasetUid, searchesOfDataset).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      failed.set(datasetUid, error);
    });
  return searches.map(({ query: { datasetUid }, options }) => failed.get(datasetUid) ?? options);
}

async function searchRecords(
  ctx: RequestContext,
  datasetUid: string,
  searches: readonly OptionSearch[],
): Promise<void> {
  const readable = await findReadableRecords(ctx, datasetUid);
  if (!readable) return;
  const fieldNames = new Set(readable.fields.map(({ name }) => name));
  const allowed = searches.filter(({ query }) => fieldNames.has(query.field));
  if (allowed.length === 0) return;
  const names = allowed.map(({ query }) => query.field);
  for await (const records of readVisibleRecords(ctx, readable, { before: maxRecords, names }))
    for (const search of allowed) search.addRecords(records);
}

/** A query, and the options that match it in the records read so far. */
class OptionSearch {
  readonly query: OptionQuery;
  options: readonly string[] = [];
  readonly #matches: (option: string) => boolean;

  constructor(query: OptionQuery) {
    this.query = query;
    this.#matches = createMatcher(query);
  }

  addRecords(records: readonly DataRecord[]): void {
    const { field, first } = this.query;
    const found = records
      .flatMap((record) => toOptions(Object.hasOwn(record, field) ? (record[field] ?? null) : null))
      .filter(this.#matches);
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
  (Array.isArray(value) ? value : [value]).flatMap((item) => {
    const option =
      typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean' ? String(item).trim() : '';
    return option === '' || option.length > maxOptionLength ? [] : [option];
  });

function compareCodePoints(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Fails INVALID_INPUT at a block that offers data which the caller may not see, and so may not refer to. */
export async function requireVisibleOptions(tx: RequestContext, sections: readonly Section[]): Promise<void> {
  const references = sections.flatMap(({ blocks }, sectionIndex) =>
    blocks.flatMap(({ advancedChoice }, blockIndex) =>
      advancedChoice
        ? [{ path: `sections.${sectionIndex}.blocks.${blockIndex}.advancedChoice`, ...advancedChoice }]
        : [],
    ),
  );
  const recordsByDataset = new Map<string, ReadableRecords | undefined>();
  for (const { datasetUid } of references) {
    if (recordsByDataset.has(datasetUid)) continue;
    recordsByDataset.set(datasetUid, await findReadableRecords(tx, datasetUid));
  }
  const errors: FieldErrors = Object.fromEntries(
    references.flatMap(({ path, datasetUid, field }) => {
      const records = recordsByDataset.get(datasetUid);
      // `findReadableRecords` also finds a dataset by its identifier, which is not accepted here
      if (records?.uid !== datasetUid)
        return [[`${path}.datasetUid`, ['Give the uid of a published dataset whose data is visible to you.']]];
      return records.fields.some(({ name }) => name === field)
        ? []
        : [[`${path}.field`, ['The dataset has no field with this name that is visible to you.']]];
    }),
  );
  failOnFields(errors);
}
