import { failFields } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import { maxRepresentations, recordKey, serviceType } from './entities.ts';
import { ReadDatasetRecordDocument } from './generated/operations.ts';
import { currentDataset, membersOf, type ReadField, writeObject } from './read-field.ts';
import { rowShape } from './rows.ts';

/** Reads the SDL of the subgraph. */
export const readService: ReadField = async ({ context, printSdl }, _args, nodes) =>
  writeObject(membersOf(context, serviceType, nodes), serviceType, () => printSdl());

/** Reads the records that representations name, each once. */
export const readEntities: ReadField = async (reader, { representations }, nodes) => {
  const { datasetSchema, context, datasetId } = reader;
  const keys = keysIn(representations, datasetSchema.rowType.name);
  const { select, rowOf } = rowShape(datasetSchema, context, nodes, true);
  async function find(recordId: string): Promise<unknown> {
    const variables = { datasetId, recordId, timezone: 'UTC', select };
    const { record } = currentDataset(reader, await reader.execute(ReadDatasetRecordDocument, variables));
    return record && rowOf(record);
  }
  const found = new Map(await Promise.all([...new Set(keys)].map(async (key) => [key, await find(key)] as const)));
  return keys.map((key) => found.get(key) ?? null);
};

function keysIn(given: unknown, typeName: string): readonly string[] {
  const representations: readonly unknown[] = Array.isArray(given) ? given : [];
  if (representations.length > maxRepresentations)
    return failFields({ representations: [`Ask for at most ${String(maxRepresentations)} records.`] });
  return representations.map((each, index) => {
    const key = isJsonObject(each) && each['__typename'] === typeName ? each[recordKey] : undefined;
    if (typeof key === 'string') return key;
    return failFields({
      [`representations.${String(index)}`]: [
        `Send an object with the __typename ${typeName} and ${recordKey} as a text.`,
      ],
    });
  });
}
