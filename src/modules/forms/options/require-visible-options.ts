import type { RequestContext } from '../../../api/context.ts';
import type { Section } from '../../../engine/blocks/block.ts';
import { failOnFields, type FieldErrors } from '../../../kernel/fail.ts';
import { findReadableRecords, type ReadableRecords } from '../../records/index.ts';

/** Fails INVALID_INPUT, at the path of the block, when a block offers data that the caller may not see: saving a reference needs access to the data. */
export async function requireVisibleOptions(tx: RequestContext, sections: readonly Section[]): Promise<void> {
  const references = sections.flatMap(({ blocks }, at) =>
    blocks.flatMap(({ advancedChoice }, place) =>
      advancedChoice ? [{ place: `sections.${at}.blocks.${place}.advancedChoice`, ...advancedChoice }] : [],
    ),
  );
  const recordsByDataset = new Map<string, ReadableRecords | undefined>();
  for (const { datasetUid } of references) {
    if (recordsByDataset.has(datasetUid)) continue;
    recordsByDataset.set(datasetUid, await findReadableRecords(tx, datasetUid));
  }
  const errors: FieldErrors = Object.fromEntries(
    references.flatMap(({ place, datasetUid, field }) => {
      const data = recordsByDataset.get(datasetUid);
      if (data?.uid !== datasetUid)
        return [[`${place}.datasetUid`, ['Give the uid of a published dataset whose data is visible to you.']]];
      return data.fields.some(({ name }) => name === field)
        ? []
        : [[`${place}.field`, ['The dataset has no field with this name that is visible to you.']]];
    }),
  );
  failOnFields(errors);
}
