import { forCaller } from '../../../api/session/caller.ts';
import type { RequestContext } from '../../../api/context.ts';
import { createLoaders } from '../../../api/reading/loaders.ts';
import type { OpenReference } from '../../../engine/pipeline/dataset-reference.ts';
import { fail } from '../../../kernel/fail.ts';
import { sessionOfDefiner, type Definer, type Definers } from '../../identity/index.ts';
import { findReadableRecords, readVisibleRecords, type ReadableRecords } from '../../records/index.ts';

/**
 * Published records of other datasets for processors, with the rights that the user who saved each processor (its
 * definer) has now: visible records and visible fields. Fails EXTRACTION_FAILED when that user may not read the dataset or a needed field.
 */
export const recordsVisibleToDefiner =
  (ctx: RequestContext, definers: Definers = {}): OpenReference =>
  async ({ dataset, requiredFields, includesAllFields }, processorUid) => {
    const definer = Object.hasOwn(definers, processorUid) ? definers[processorUid] : undefined;
    const seen = definer && (await visibleToDefiner(ctx, definer, dataset));
    if (!seen)
      fail('EXTRACTION_FAILED', {
        reason: `the user who saved the processor that joins the dataset ${dataset} can no longer read its data; a user who can must save the processor again`,
      });
    const visible = seen.fields.map(({ name }) => name);
    const missing = requiredFields.filter((name) => !visible.includes(name));
    if (missing.length > 0)
      fail('EXTRACTION_FAILED', {
        reason: `the user who saved the processor that joins the dataset ${dataset} can no longer read these fields of it: ${missing.slice(0, 10).join(', ')}`,
      });
    const fields = includesAllFields ? visible : visible.filter((name) => requiredFields.includes(name));
    return { fields, records: readVisibleRecords(ctx, seen, { names: fields }) };
  };

/** What a definer can read of a dataset now; undefined while the user is inactive or deleted. */
async function visibleToDefiner(
  ctx: RequestContext,
  definer: Definer,
  dataset: string,
): Promise<ReadableRecords | undefined> {
  const session = await sessionOfDefiner(ctx.db, definer);
  // loaders of their own: those of the context hold what its caller may see
  return (
    session &&
    findReadableRecords({ ...ctx, session, db: forCaller(ctx.db, session), loaders: createLoaders() }, dataset)
  );
}
