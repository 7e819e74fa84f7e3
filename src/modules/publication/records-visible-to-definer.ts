import { forCaller } from '#api/session.ts';
import { createLoaders, type RequestContext } from '#api/context.ts';
import type { OpenReference } from '#engine/pipeline/dataset-reference.ts';
import { fail } from '#kernel/fail.ts';
import { sessionOfDefiner, type Definer, type Definers } from '#identity/index.ts';
import { findReadableRecords, readVisibleRecords, sequenceOf, type ReadableRecords } from '#records/index.ts';

/**
 * Opens published records of other datasets for processors. Each processor reads with the current rights of its definer, the user who
 * saved it, and gets only the records and fields that are visible to the definer. Fails EXTRACTION_FAILED when the definer may not read
 * the dataset or a required field. The records of the generation that the current transaction appends to are not remembered,
 * because the transaction may be rolled back.
 */
export const recordsVisibleToDefiner =
  (ctx: RequestContext, definers: Definers = {}, appendedGeneration?: string): OpenReference =>
  async ({ dataset, requiredFields, includesAllFields }, processorUid) => {
    const definer = Object.hasOwn(definers, processorUid) ? definers[processorUid] : undefined;
    const readable = definer && (await visibleToDefiner(ctx, definer, dataset));
    if (!readable)
      fail('EXTRACTION_FAILED', {
        reason: `the user who saved the processor that joins the dataset ${dataset} can no longer read its data; a user who can must save the processor again`,
      });
    const visible = readable.fields.map(({ name }) => name);
    const missing = requiredFields.filter((name) => !visible.includes(name));
    if (missing.length > 0)
      fail('EXTRACTION_FAILED', {
        reason: `the user who saved the processor that joins the dataset ${dataset} can no longer read these fields of it: ${missing.slice(0, 10).join(', ')}`,
      });
    const fields = includesAllFields ? visible : visible.filter((name) => requiredFields.includes(name));
    const records = readVisibleRecords(ctx, readable, { names: fields });
    const sequence = readable.generation === appendedGeneration ? undefined : sequenceOf(ctx, readable, fields);
    return { fields, records, sequence };
  };

/** The records of a dataset that a definer can read now; undefined when the definer may not read the dataset, or is inactive or deleted. */
async function visibleToDefiner(
  ctx: RequestContext,
  definer: Definer,
  dataset: string,
): Promise<ReadableRecords | undefined> {
  const session = await sessionOfDefiner(ctx.db, definer);
  // The definer needs separate loaders, because the loaders of the context cache what its caller may see.
  return (
    session &&
    findReadableRecords({ ...ctx, session, db: forCaller(ctx.db, session), loaders: createLoaders() }, dataset)
  );
}
