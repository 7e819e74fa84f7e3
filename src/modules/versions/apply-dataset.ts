import type { ImpliedChanges, RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { changeDataset, lockDataset, rightsToChange, type DatasetApplyInput } from '#datasets/index.ts';
import type { Change } from './change.type.ts';
import { findImpliedChanges, planChanges } from './plan-changes.ts';
import { checkPlan, planIdOf, readPlan } from './plan-id.ts';

/** What an input changed or, for a dry run, would change. */
export interface AppliedChanges {
  readonly changes: readonly Change[];
  readonly planId: string;
}

/**
 * Brings a dataset to the state that the input describes, in one transaction and one version, and returns the changes.
 * Nothing is written for a dry run, or when there are no changes. The caller needs the rights of all the changes. Fails NOT_FOUND,
 * PERMISSION_DENIED and REVISION_MISMATCH before it reports invalid input, and PLAN_MISMATCH after it.
 */
export async function applyDataset(ctx: RequestContext, input: DatasetApplyInput): Promise<AppliedChanges> {
  const implied = await findImpliedChanges(ctx, input);
  return inTransaction(ctx, (tx) => applyInTransaction(tx, input, implied));
}

async function applyInTransaction(
  tx: RequestContext,
  input: DatasetApplyInput,
  implied: ImpliedChanges,
): Promise<AppliedChanges> {
  const { datasetUid, dryRun } = input;
  const { revision } = await lockDataset(tx, datasetUid, ['read']);
  const planId = planIdOf(tx, input, revision);
  // the check of the rights precedes that of the revision, which gets the expectation that is not met
  const expectedRevision = [readPlan(input.planId)?.revision, input.expectedRevision].find(
    (expected) => expected != null && expected !== revision,
  );
  // the changes determine the other rights that are needed, so those rights are checked after planning
  const { changed, invalidSections, failure } = await planChanges(tx, input, implied);
  const sections = changed.map(({ section }) => section.name);
  // only managers may read rulesets, so other callers must not learn whether the given rulesets equal the stored rulesets
  const rights = rightsToChange(input.rulesets === undefined ? [...sections, ...invalidSections] : ['security']);
  if (dryRun || sections.length === 0) {
    await lockDataset(tx, datasetUid, rights, expectedRevision);
    if (failure) throw failure;
    checkPlan(tx, input, planId);
  } else {
    await changeDataset(tx, datasetUid, { sections, rights, expectedRevision }, async (innerTx) => {
      if (failure) throw failure;
      checkPlan(tx, input, planId);
      for (const { section, planned } of changed) {
        await planned.beforeWrite?.(innerTx);
        await section.write(innerTx, datasetUid, planned.snapshot);
        await planned.afterWrite?.(innerTx);
      }
    });
  }
  return { changes: changed.flatMap(({ changes }) => changes), planId };
}
