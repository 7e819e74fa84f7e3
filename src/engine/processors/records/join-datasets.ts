import { foldCase } from '../../../kernel/text.ts';
import { textOf, type DataRecord } from '../../records/record.ts';
import { bringOver, broughtOver, checkBroughtOver, joinedDataset, joinReference } from './bring-over.ts';
import { defineProcessor } from '../processor.ts';

/** Adds fields of another dataset's records that have the same values in their key fields. */
export const joinDatasets = defineProcessor({
  type: 'join_datasets',
  label: 'Join datasets',
  parameters: [
    joinedDataset,
    {
      name: 'local_key',
      type: 'fields',
      label: 'Local key',
      description: 'The fields of this dataset that are compared.',
      isMandatory: true,
    },
    {
      name: 'remote_key',
      type: 'fields',
      label: 'Remote key',
      description: 'The fields of the other dataset that they are compared with, in the same order.',
      isMandatory: true,
    },
    {
      name: 'case_sensitive',
      type: 'boolean',
      label: 'Case sensitive',
      description: 'Otherwise keys are equal whatever their case and accents.',
      isMandatory: false,
      default: 'true',
    },
    ...broughtOver,
  ],
  check: (params) => ({
    ...(params.local_key.length !== params.remote_key.length
      ? { remote_key: ['Name as many fields as in the local key.'] }
      : {}),
    ...checkBroughtOver(params),
  }),
  reference: (params) => joinReference(params, params.remote_key),
  prepare: (params, { fields, rows }) => {
    const key = keyOf(params.case_sensitive);
    const matches = matchesByKey(rows, (row) => key(row, params.remote_key), params.one_line);
    const bring = bringOver(params, fields, params.remote_key);
    return (row) => bring(row, matches(key(row, params.local_key)));
  },
});

type Key = (row: DataRecord, fields: readonly string[]) => string | undefined;

/** The values of the key as one text; undefined, which is equal to nothing, where one of them is empty. */
const keyOf =
  (isCaseSensitive: boolean): Key =>
  (row, fields) => {
    const values = fields.map((field) => textOf(row[field]));
    if (values.includes('')) return undefined;
    const compared = isCaseSensitive ? values : values.map(foldCase);
    // one value is its own text already: no other one is held for each record
    return compared.length === 1 ? compared[0] : JSON.stringify(compared);
  };

type Matches = (key: string | undefined) => readonly DataRecord[];

/** Finds the records of a key in their order, or only the first. Most keys have one record, which is held without a list around it. */
function matchesByKey(
  rows: readonly DataRecord[],
  keyOfRow: (row: DataRecord) => string | undefined,
  oneLine: boolean,
): Matches {
  const found = new Map<string, DataRecord | DataRecord[]>();
  for (const row of rows) {
    const key = keyOfRow(row);
    if (key === undefined) continue;
    const others = found.get(key);
    if (others === undefined) found.set(key, row);
    else if (Array.isArray(others)) others.push(row);
    else if (!oneLine) found.set(key, [others, row]);
  }
  return (key) => {
    const matches = key === undefined ? undefined : found.get(key);
    return Array.isArray(matches) ? matches : matches ? [matches] : [];
  };
}
