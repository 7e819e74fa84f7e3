import type { RequestContext } from '../../api/context.ts';
import type { ImpliedChanges } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { changeDataset, lockDataset, rightsToChange, type DatasetApplyInput } from '../datasets/index.ts';
import type { Change } from './change.type.ts';
import { findImpliedChanges, planChanges } from './plan-changes.ts';

/**
 * Makes a dataset what the input says, in one transaction and one version, and answers the changes; where there are none,
 * or for a dry run, nothing is written. Needs every right that the changes would need one by one. Fails NOT_FOUND,
 * PERMISSION_DENIED, REVISION_MISMATCH, and only then for what is wrong with the input.
 */
export async function applyDataset(ctx: RequestContext, input: DatasetApplyInput): Promise<readonly Change[]> {
  const implied = await findImpliedChanges(ctx, input);
  return inTransaction(ctx, (tx) => apply(tx, input, implied));
}

async function apply(
  tx: RequestContext,
  input: DatasetApplyInput,
  implied: ImpliedChanges,
): Promise<readonly Change[]> {
  const { datasetUid, expectedRevision, dryRun } = input;
  await lockDataset(tx, datasetUid, ['read']);
  // what changes decides on the rights
  const { changed, refused, refusal } = await planChanges(tx, input, implied);
  const sections = changed.map(({ section }) => section.name);
  // rulesets are for managers to know: others do not learn either that theirs are no others
  const rights = rightsToChange(input.rulesets === undefined ? [...sections, ...refused] : ['security']);
  if (dryRun || sections.length === 0) {
    await lockDataset(tx, datasetUid, rights, expectedRevision);
    refusal?.();
  } else {
    await changeDataset(tx, datasetUid, { sections, rights, expectedRevision }, async (inside) => {
      refusal?.();
      for (const { section, planned } of changed) {
        await planned.prepare?.(inside);
        await section.write(inside, datasetUid, planned.snapshot);
        await planned.finish?.(inside);
      }
    });
  }
  return changed.flatMap(({ changes }) => changes);
}
