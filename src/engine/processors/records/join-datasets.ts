import { foldCase } from '#kernel/text.ts';
import { textOf, type DataRecord } from '#engine/records/record.ts';
import { createFieldJoin, joinParameters, checkJoinedFields, datasetParameter, joinReference } from './join-fields.ts';
import { defineProcessor } from '../processor.ts';

/** Adds to each record the fields of the records of another dataset that have the same key. */
export const joinDatasets = defineProcessor({
  type: 'join_datasets',
  label: 'Join datasets',
  parameters: [
    datasetParameter,
    {
      name: 'local_key',
      type: 'fields',
      label: 'Local key',
      description: 'The key fields of this dataset.',
      isMandatory: true,
    },
    {
      name: 'remote_key',
      type: 'fields',
      label: 'Remote key',
      description: 'The key fields of the other dataset, in the same order.',
      isMandatory: true,
      isOfReference: true,
    },
    {
      name: 'case_sensitive',
      type: 'boolean',
      label: 'Case sensitive',
      description: 'Otherwise keys are compared without case and accents.',
      isMandatory: false,
      default: 'true',
    },
    ...joinParameters,
  ],
  check: (params) => ({
    ...(params.local_key.length !== params.remote_key.length
      ? { remote_key: ['Give as many fields as the local key has.'] }
      : {}),
    ...checkJoinedFields(params),
  }),
  reference: (params) => joinReference(params, params.remote_key),
  prepare: (params, { fields, records }) => {
    const key = createKeyReader(params.case_sensitive);
    const matches = createKeyLookup(records, (record) => key(record, params.remote_key), params.one_line);
    const addFields = createFieldJoin(params, fields, params.remote_key);
    return (record) => addFields(record, matches(key(record, params.local_key)));
  },
});

type Key = (record: DataRecord, fields: readonly string[]) => string | undefined;

/** Creates a function that returns the values of a key as one text. When a value is empty it returns undefined, which matches nothing. */
const createKeyReader =
  (isCaseSensitive: boolean): Key =>
  (record, fields) => {
    const values = fields.map((field) => textOf(record[field]));
    if (values.includes('')) return undefined;
    const compared = isCaseSensitive ? values : values.map(foldCase);
    // a single value is used as it is, which saves a copy per record
    return compared.length === 1 ? compared[0] : JSON.stringify(compared);
  };

type Matches = (key: string | undefined) => readonly DataRecord[];

/**
 * Creates a function that finds the records with a key, in order; with `onlyFirst`, only the first. A single record is stored without a
 * list, to save memory.
 */
function createKeyLookup(
  records: readonly DataRecord[],
  keyOf: (record: DataRecord) => string | undefined,
  onlyFirst: boolean,
): Matches {
  const found = new Map<string, DataRecord | DataRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === undefined) continue;
    const others = found.get(key);
    if (others === undefined) found.set(key, record);
    else if (Array.isArray(others)) others.push(record);
    else if (!onlyFirst) found.set(key, [others, record]);
  }
  return (key) => {
    const matches = key === undefined ? undefined : found.get(key);
    if (matches === undefined) return [];
    return Array.isArray(matches) ? matches : [matches];
  };
}
