import type { RequestContext } from '#api/context.ts';
import type { Section } from '#engine/blocks/block.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { findReadableRecords, type ReadableRecords } from '#records/index.ts';

/**
 * Fails INVALID_INPUT, at the path of the block, when a block offers data that the caller may not see. Only callers with access to the data
 * may save a reference to the data.
 */
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
