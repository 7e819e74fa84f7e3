import { captureSnapshots } from '../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../api/context.ts';
import type { SectionName } from '../../api/sections/section-name.ts';
import type { ImpliedChanges, SectionChange, Section } from '../../api/context.ts';
import { CatalogError } from '../../kernel/fail.ts';
import { toPlainJson } from '../../kernel/json.ts';
import { mapCollectingErrors } from '../../kernel/check-all.ts';
import type { DatasetApplyInput } from '../datasets/index.ts';
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
  /** The sections whose input is invalid. The rights to change them are needed all the same. */
  readonly refused: readonly SectionName[];
  /** Fails with the problems of the input, if there are any. */
  readonly refusal?: () => never;
}

/** Computes what an input changes of a locked dataset, section by section, and collects their failures. `implied` has the changes that follow from other sections. */
export async function planChanges(
  tx: RequestContext,
  input: DatasetApplyInput,
  implied: ImpliedChanges,
): Promise<Plan> {
  const { datasetUid } = input;
  const snapshots = await captureSnapshots(tx, datasetUid);
  const changed: PlannedSection[] = [];
  const refused: SectionName[] = [];
  // plain JSON, because sections compare the input with stored snapshots
  const given = toPlainJson(input);
  const plan = async (section: Section) => {
    const current = snapshots[section.name] ?? null;
    const desired = await section.planChange?.(tx, { datasetUid, input: given, current }).catch((error: unknown) => {
      refused.push(section.name);
      throw error;
    });
    const follow = implied[section.name];
    if (!desired && !follow) return;
    const snapshot = desired ? toPlainJson(desired.snapshot) : current;
    const planned = { ...desired, snapshot: follow ? follow(snapshot) : snapshot };
    const changes = [
      ...compareSection(section, current, planned.snapshot),
      ...(planned.changedSecrets ?? []).map(secretChange),
    ];
    if (changes.length > 0) changed.push({ section, planned, changes });
  };
  try {
    await mapCollectingErrors([...tx.app.registry.sections.values()], () => '', plan);
    return { changed, refused };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return {
      changed,
      refused,
      refusal: () => {
        throw error;
      },
    };
  }
}

/** The changes that the input implies for other sections, computed before the dataset is locked. Invalid input is reported again under the lock. Fails as the sections do. */
export async function findImpliedChanges(ctx: RequestContext, input: DatasetApplyInput): Promise<ImpliedChanges> {
  const { datasetUid } = input;
  const parts = await Promise.all(
    [...ctx.app.registry.sections.values()].flatMap(
      (section) => section.planImpliedChanges?.(ctx, { datasetUid, input: toPlainJson(input) }) ?? [],
    ),
  );
  return parts.reduce<ImpliedChanges>((all, part) => ({ ...all, ...part }), {});
}

/** A change whose two values are secrets. */
const secretChange = (path: readonly string[]): Change => ({ path, kind: 'changed', before: null, after: null });
