import { captureSnapshots } from '../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../api/context.ts';
import type { SectionName } from '../../api/sections/section-name.ts';
import type { ImpliedChanges, SectionChange, Section } from '../../api/context.ts';
import { CatalogError } from '../../kernel/fail.ts';
import { toPlainJson } from '../../kernel/json.ts';
import { mapBelow } from '../../kernel/check-all.ts';
import type { DatasetApplyInput } from '../datasets/index.ts';
import { compareSection } from './compare-configurations.ts';
import type { Change } from './change.type.ts';

/** A part of a dataset that an input changes. */
interface PlannedSection {
  readonly section: Section;
  readonly planned: SectionChange;
  readonly changes: readonly Change[];
}

/** What an input comes to. */
interface Plan {
  readonly changed: readonly PlannedSection[];
  /** The parts of which the input cannot be: what was to change of them needs its rights all the same. */
  readonly refused: readonly SectionName[];
  /** Fails for what is wrong with the input, where something is. */
  readonly refusal?: () => never;
}

/** Works out what an input changes of a locked dataset: every part by its own section, whose failures come together; what follows from changes of other parts is `implied`. */
export async function planChanges(
  tx: RequestContext,
  input: DatasetApplyInput,
  implied: ImpliedChanges,
): Promise<Plan> {
  const { datasetUid } = input;
  const snapshots = await captureSnapshots(tx, datasetUid);
  const changed: PlannedSection[] = [];
  const refused: SectionName[] = [];
  // sections compare it with what is stored
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
      ...(planned.hiddenChanges ?? []).map(secretChange),
    ];
    if (changes.length > 0) changed.push({ section, planned, changes });
  };
  try {
    await mapBelow([...tx.app.registry.sections.values()], () => '', plan);
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

/** What the input implies for parts of a dataset that is not locked yet; what is wrong with it is found again when it is. Fails as the sections do. */
export async function findImpliedChanges(ctx: RequestContext, input: DatasetApplyInput): Promise<ImpliedChanges> {
  const { datasetUid } = input;
  const parts = await Promise.all(
    [...ctx.app.registry.sections.values()].flatMap(
      (section) => section.planImpliedChanges?.(ctx, { datasetUid, input: toPlainJson(input) }) ?? [],
    ),
  );
  return parts.reduce<ImpliedChanges>((all, part) => ({ ...all, ...part }), {});
}

/** A change of which both values are secrets. */
const secretChange = (path: readonly string[]): Change => ({ path, kind: 'changed', before: null, after: null });
