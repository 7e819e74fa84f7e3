import type { DataRecord } from '../records/record.ts';
import { newFieldDraft, type FieldDraft } from './field-draft.ts';
import type { Treatment } from './field-step.ts';
import { treatmentOf, type ConfiguredFieldStep } from './registry.ts';

/**
 * What the field configurations of a dataset make of its fields. Fields that come to have one name are one field: the
 * first of them that is met tells what is settled of it, and a record's value is the first of theirs that is not null.
 */
export class FieldPlan {
  readonly #treatments: readonly Treatment[];
  readonly #byOriginal = new Map<string, FieldDraft | null>();
  readonly #byName = new Map<string, FieldDraft>();

  /** The configurations in their order. */
  constructor(steps: readonly ConfiguredFieldStep[]) {
    this.#treatments = steps.map(treatmentOf);
  }

  /** The name that a field has in the end; undefined when it is deleted. */
  nameOf(original: string): string | undefined {
    const known = this.#byOriginal.get(original);
    return (known === undefined ? this.#treat(original) : known)?.name;
  }

  /** What is settled of the field that has a name in the end. */
  draftOf(name: string): FieldDraft {
    return this.#byName.get(name) ?? newFieldDraft(name);
  }

  /** The record under the names that its fields have in the end; the same object where they have them already. */
  named(row: DataRecord): DataRecord {
    for (const original in row) if (this.nameOf(original) !== original) return this.#rebuilt(row);
    return row;
  }

  #rebuilt(row: DataRecord): DataRecord {
    const record: DataRecord = {};
    for (const original in row) {
      const name = this.nameOf(original);
      if (name !== undefined) record[name] = record[name] ?? row[original] ?? null;
    }
    return record;
  }

  #treat(original: string): FieldDraft | null {
    let draft: FieldDraft | null = newFieldDraft(original);
    for (const treat of this.#treatments) draft &&= treat(draft);
    this.#byOriginal.set(original, draft);
    if (draft && !this.#byName.has(draft.name)) this.#byName.set(draft.name, draft);
    return draft;
  }
}
