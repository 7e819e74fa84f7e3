import type { RequestContext } from '../../api/context.ts';
import type { Section } from '../../engine/blocks/block.ts';
import { failFields, type FieldErrors } from '../../kernel/fail.ts';
import { seenDatasets } from './seen-dataset.ts';

/** Fails INVALID_INPUT, by place, where a block offers what the caller may not see: whoever saves a reference to data has to see it. */
export async function requireSeenOptions(tx: RequestContext, sections: readonly Section[]): Promise<void> {
  const references = sections.flatMap(({ blocks }, at) => blocks.flatMap(({ advancedChoice }, place) =>
    (advancedChoice ? [{ place: `sections.${at}.blocks.${place}.advancedChoice`, ...advancedChoice }] : [])));
  if (references.length === 0) return;
  const seen = await seenDatasets(tx, references.map(({ datasetUid }) => datasetUid));
  const errors: FieldErrors = Object.fromEntries(references.flatMap(({ place, datasetUid, field }) => {
    const dataset = seen.get(datasetUid);
    if (!dataset) return [[`${place}.datasetUid`, ['Give the uid of a published dataset whose data you see.']]];
    return dataset.fields.has(field) ? [] : [[`${place}.field`, ['The dataset has no field of this name that you see.']]];
  }));
  if (Object.keys(errors).length > 0) failFields(errors);
}
