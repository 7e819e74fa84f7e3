import type { DataRecord } from '../records/record.ts';
import { newFieldDraft, type FieldDraft } from './field-draft.ts';
import type { FieldTransform } from './field-step.ts';
import { createTransform, type PlannedFieldStep } from './registry.ts';

/** A step of a plan, and whether it has changed a field. */
interface PreparedStep {
  readonly step: PlannedFieldStep;
  readonly transform: FieldTransform;
  isEffective: boolean;
}

/**
 * The fields of a dataset after the steps of its plan. Fields that end up with the same name are merged: the field that
 * appears first provides the configured properties, and a record has the first of their values that is not null.
 */
export class FieldPlan {
  readonly #steps: readonly PreparedStep[];
  /** The drafts by original name; null for a deleted field. */
  readonly #byOriginal = new Map<string, FieldDraft | null>();
  readonly #byName = new Map<string, FieldDraft>();

  /** The steps in their order. */
  constructor(steps: readonly PlannedFieldStep[]) {
    this.#steps = steps.map((step) => ({ step, transform: createTransform(step), isEffective: false }));
  }

  /** The configurations that have changed none of the fields so far; none as long as there is no field. */
  get ineffectiveSteps(): readonly PlannedFieldStep[] {
    if (this.#byOriginal.size === 0) return [];
    return this.#steps.flatMap(({ step, isEffective }) => (step.uid === null || isEffective ? [] : [step]));
  }

  /** The final name of a field; undefined when the field is deleted. */
  nameOf(original: string): string | undefined {
    const known = this.#byOriginal.get(original);
    return (known === undefined ? this.#transform(original) : known)?.name;
  }

  /** The draft of the field with a final name. */
  draftOf(name: string): FieldDraft {
    return this.#byName.get(name) ?? newFieldDraft(name);
  }

  /** The record with final field names; the same object when no name changes. */
  withFinalNames(record: DataRecord): DataRecord {
    if (this.#steps.length === 0) return record;
    for (const original in record) {
      if (this.nameOf(original) !== original) return this.#withRenamedFields(record);
    }
    return record;
  }

  #withRenamedFields(record: DataRecord): DataRecord {
    const renamed: DataRecord = {};
    for (const original in record) {
      const name = this.nameOf(original);
      if (name !== undefined) renamed[name] = renamed[name] ?? record[original] ?? null;
    }
    return renamed;
  }

  #transform(original: string): FieldDraft | null {
    let draft: FieldDraft | null = newFieldDraft(original);
    for (const step of this.#steps) {
      if (!draft) break;
      const changed: FieldDraft | null = step.transform(draft);
      step.isEffective ||= changed !== draft;
      draft = changed;
    }
    this.#byOriginal.set(original, draft);
    if (draft && !this.#byName.has(draft.name)) this.#byName.set(draft.name, draft);
    return draft;
  }
}
