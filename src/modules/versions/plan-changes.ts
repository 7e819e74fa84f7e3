import type { ImpliedChanges, RequestContext, SectionChange, Section } from '#api/context.ts';
import { captureSnapshots } from '#api/sections/capture-sections.ts';
import type { SectionName } from '#api/sections/section-name.ts';
import { CatalogError } from '#kernel/fail.ts';
import { toPlainJson } from '#kernel/json.ts';
import { mapCollectingErrors } from '#kernel/check-all.ts';
import type { DatasetApplyInput } from '#datasets/index.ts';
import { compareSection } from './compare-configurations.ts';
import type { Change } from './change.type.ts';

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
export async function planChanges(
  tx: RequestContext,
  input: DatasetApplyInput,
  implied: ImpliedChanges,
): Promise<Plan> {
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
export async function findImpliedChanges(ctx: RequestContext, input: DatasetApplyInput): Promise<ImpliedChanges> {
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
