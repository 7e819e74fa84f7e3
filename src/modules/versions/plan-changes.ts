import type { ImpliedChanges, RequestContext, Section, SectionChange } from '#api/context.ts';
import { captureSnapshots } from '#api/capture-sections.ts';
import type { SectionName } from '#api/section-name.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { canonicalJson, toPlainJson } from '#kernel/json.ts';
import { mapCollectingErrors } from '#kernel/check-all.ts';
import { changeDataset, type DatasetApplyInput, lockDataset, rightsToChange } from '#datasets/index.ts';
import { compareSection } from './compare.ts';
import type { Change } from './change.type.ts';
import { inTransaction } from '#api/transaction.ts';

/** A section of a dataset that an input changes. */
interface PlannedSection {
  readonly section: Section;
  readonly planned: SectionChange;
  readonly changes: readonly Change[];
}

/** The changes that an input makes. */
interface Plan {
  readonly changed: readonly PlannedSection[];
  /** The sections whose input is invalid. The caller needs the rights to change them as well. */
  readonly invalidSections: readonly SectionName[];
  /** What is wrong with the input; thrown only after the rights of the caller are checked. */
  readonly failure?: CatalogError;
}

/**
 * Computes what an input changes in a locked dataset, section by section, and collects the failures. `implied` contains the changes of
 * sections that follow from the input of other sections.
 */
async function planChanges(tx: RequestContext, input: DatasetApplyInput, implied: ImpliedChanges): Promise<Plan> {
  const { datasetUid } = input;
  const snapshots = await captureSnapshots(tx, datasetUid);
  const changed: PlannedSection[] = [];
  const invalidSections: SectionName[] = [];
  // The input becomes plain JSON, because sections compare it with stored snapshots.
  const plainInput = toPlainJson(input);
  const plan = async (section: Section) => {
    const current = snapshots[section.name] ?? null;
    const desired = await section
      .planChange?.(tx, { datasetUid, input: plainInput, current })
      .catch((error: unknown) => {
        invalidSections.push(section.name);
        throw error;
      });
    const applyImplied = implied[section.name];
    if (!desired && !applyImplied) return;
    const snapshot = desired ? toPlainJson(desired.snapshot) : current;
    const planned = { ...desired, snapshot: applyImplied ? applyImplied(snapshot) : snapshot };
    const changes = [
      ...compareSection(section, current, planned.snapshot),
      ...(planned.changedSecrets ?? []).map(secretChange),
    ];
    if (changes.length > 0) changed.push({ section, planned, changes });
  };
  try {
    await mapCollectingErrors([...tx.app.registry.sections.values()], () => '', plan);
    return { changed, invalidSections };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { changed, invalidSections, failure: error };
  }
}

/**
 * Finds the changes that the input of a section implies for other sections, before the dataset is locked. Fails as the sections'
 * `planImpliedChanges` do. Invalid input is reported later, by `planChanges`.
 */
async function findImpliedChanges(ctx: RequestContext, input: DatasetApplyInput): Promise<ImpliedChanges> {
  const { datasetUid } = input;
  const parts = await Promise.all(
    [...ctx.app.registry.sections.values()].flatMap(
      (section) => section.planImpliedChanges?.(ctx, { datasetUid, input: toPlainJson(input) }) ?? [],
    ),
  );
  let implied: ImpliedChanges = {};
  for (const part of parts) implied = { ...implied, ...part };
  return implied;
}

/** A change whose two values are secrets. */
const secretChange = (path: readonly string[]): Change => ({ path, kind: 'changed', before: null, after: null });

/** How long a plan can be applied, in seconds. */
const lifetimeSeconds = 3_600;

/** A plan: its revision, the second in which it ends, and the keyed hash of what was planned, by whom. */
const pattern = /^(?<revision>\d{1,9})\.(?<end>\d{1,12})\.(?<hash>[0-9a-f]{64})$/;

/** What a planId contains. */
interface PlanOfId {
  readonly revision: number;
  /** When it ends, in seconds since 1970. */
  readonly end: number;
  readonly hash: string;
}

/** Reads a planId; undefined for a text that is none. */
function readPlan(planId: string | null | undefined): PlanOfId | undefined {
  const { revision, end, hash } = pattern.exec(planId ?? '')?.groups ?? {};
  return revision === undefined || end === undefined || hash === undefined
    ? undefined
    : { revision: Number(revision), end: Number(end), hash };
}

/**
 * Identifies what an input does to a revision of a dataset: the plan that the input names, or else a new one. Equal inputs have the same
 * hash, in any order of their keys. It is that of the input, because the changes contain uids that are drawn each time.
 */
function planIdOf({ app, session }: RequestContext, input: DatasetApplyInput, revision: number): string {
  const { planId, dryRun: _dryRun, expectedRevision: _expectedRevision, ...desired } = input;
  const end = readPlan(planId)?.end ?? Math.floor(app.clock.now().getTime() / 1000) + lifetimeSeconds;
  const hash = app.secrets.fingerprint(canonicalJson(['plan', session.username ?? null, revision, end, desired]));
  return `${revision}.${end}.${hash}`;
}

/** Fails PLAN_MISMATCH where the input names another plan than its own, or its own has ended. */
function checkPlan({ app }: RequestContext, { planId }: DatasetApplyInput, actual: string): void {
  if (planId == null) return;
  const hasEnded = (readPlan(planId)?.end ?? 0) * 1000 <= app.clock.now().getTime();
  if (planId !== actual || hasEnded) fail('PLAN_MISMATCH');
}

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
