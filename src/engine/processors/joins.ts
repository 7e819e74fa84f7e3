import { foldCase } from '#kernel/text.ts';
import { type DataRecord, textOf } from '../records/record.ts';
import { type DatasetReference, defineProcessor, maxExpandedRecords } from './processor.ts';
import type { FieldErrors } from '#kernel/fail.ts';
import { toTechnicalName } from '#kernel/technical-name.ts';
import type { Parameter } from '../parameters.ts';

/** The parameter that names the dataset of a join. */
export const datasetParameter = {
  name: 'dataset',
  type: 'text',
  label: 'Dataset',
  description: 'The identifier of a published dataset that is visible to you.',
  isMandatory: true,
  trim: 'true',
} as const satisfies Parameter;

/** The parameters that choose which fields and matches a join adds. */
export const joinParameters = [
  {
    name: 'output_fields',
    type: 'fields',
    label: 'Output fields',
    description: 'The fields of the other dataset to add.',
    isMandatory: false,
    isOfReference: true,
  },
  {
    name: 'retrieve_all_fields',
    type: 'boolean',
    label: 'Retrieve all fields',
    description: 'Adds all fields except those that are compared.',
    isMandatory: false,
    default: 'false',
  },
  {
    name: 'one_line',
    type: 'boolean',
    label: 'One line',
    description: 'Uses only the first match. Otherwise each match creates a record.',
    isMandatory: false,
    default: 'true',
  },
] as const satisfies readonly Parameter[];

/** The parameters of every join. */
interface JoinParams {
  readonly dataset: string;
  readonly output_fields: readonly string[];
  readonly retrieve_all_fields: boolean;
  readonly one_line: boolean;
}

/** The errors in the choice of fields that a join adds. */
export const checkJoinedFields = ({
  output_fields: fields,
  retrieve_all_fields: addsAllFields,
}: JoinParams): FieldErrors =>
  fields.length === 0 && !addsAllFields ? { output_fields: ['Name fields, or set retrieve_all_fields.'] } : {};

/** The fields of the other dataset that a join reads; `compared` are its key fields. */
export const joinReference = (
  { dataset, output_fields: fields, retrieve_all_fields: addsAllFields }: JoinParams,
  compared: readonly string[],
): DatasetReference => ({
  dataset,
  requiredFields: [...new Set([...compared, ...fields])],
  includesAllFields: addsAllFields,
});

/**
 * Creates a function that adds the fields of matching records of another dataset to a record. Without a match, the added fields are
 * null. `allFields` are the fields of the other dataset, `compared` its key fields. If the record already has a field of the same name,
 * the record keeps that field, and the added field is prefixed with the name of the dataset. With `one_line` the first match is used;
 * otherwise each match creates a record.
 */
export function createFieldJoin(
  params: JoinParams,
  allFields: readonly string[],
  compared: readonly string[],
): (record: DataRecord, matches: readonly DataRecord[]) => DataRecord | DataRecord[] {
  const { output_fields: outputFields, one_line: oneLine } = params;
  const fields = params.retrieve_all_fields
    ? allFields.filter((field) => !compared.includes(field) || outputFields.includes(field))
    : outputFields;
  const prefix = toTechnicalName(params.dataset);
  return (record, matches) => {
    const names = fields.map((field) => [field, Object.hasOwn(record, field) ? `${prefix}_${field}` : field] as const);
    const addMatch = (target: DataRecord, match: DataRecord | undefined): DataRecord => {
      for (const [field, name] of names) target[name] = match?.[field] ?? null;
      return target;
    };
    if (oneLine || matches.length < 2) return addMatch(record, matches[0]);
    // one record above the limit is enough for the run to refuse the result
    return matches.slice(0, maxExpandedRecords + 1).map((match) => addMatch({ ...record }, match));
  };
}

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

/** Finds the records with a key, in order; with `onlyFirst`, the first. A single one is stored without a list, for memory. */
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
