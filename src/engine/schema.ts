import { casts, inferredTypes, speaksFor } from './cast.ts';
import { maxFields } from './columns.ts';
import { comparePlaces, type FieldDraft } from './field-steps/field-draft.ts';
import type { FieldPlan } from './field-steps/field-plan.ts';
import { settledCast } from './field-steps/settled-casts.ts';
import type { Field, FieldType } from './field.ts';
import { LimitReached } from './limit-reached.ts';
import type { Row, Value } from './row.ts';
import { isStorable, isStorableThroughout, storableText } from './storable.ts';

/** Says that the value of a field did not fit its type, and which configuration settled that type, if one did. */
export type ReportMisfit = (field: string, message: string, processorUid: string | null) => void;

/** A field that earlier records have. */
export type KnownField = Pick<Field, 'name' | 'type'>;

interface Column {
  readonly field: Field;
  readonly draft: FieldDraft;
}

/**
 * The fields of a dataset: settled by configurations, inferred once from a sample of rows, then held against all rows. A
 * field met later is text. The schema changes rows in place. Fails LimitReached when there are too many fields.
 */
export class Schema {
  readonly #columns = new Map<string, Column>();
  readonly #plan: FieldPlan;

  /** `plan` tells what is settled of fields, by configuration; those known are, by earlier records. */
  constructor(plan: FieldPlan, known: readonly KnownField[] = []) {
    this.#plan = plan;
    for (const { name, type } of known) this.#add(name, new Map(), type);
  }

  /** The fields known so far, in the order that was settled, else in that of their appearance. */
  get fields(): readonly Field[] {
    return [...this.#columns.values()].toSorted((a, b) => comparePlaces(a.draft, b.draft)).map(({ field }) => field);
  }

  /**
   * Infers the type of every field in the sample that is not settled: the narrowest that all values fit. Fields come in
   * the order of labels.
   */
  infer(sample: readonly Row[], labels: ReadonlyMap<string, string>): void {
    const candidates = new Map<string, readonly FieldType[]>();
    for (const row of sample) {
      for (const name of Object.keys(row)) {
        const types = candidates.get(name) ?? inferredTypes;
        const value = row[name] ?? null;
        candidates.set(name, value === null ? types : types.filter((type) => speaksFor(type, value, name)));
      }
    }
    const ordered = [...labels.keys()].filter((name) => candidates.has(name));
    for (const name of new Set([...ordered, ...candidates.keys()])) {
      if (this.#columns.has(name)) continue;
      const types = candidates.get(name) ?? inferredTypes;
      // All types are left where every value was null.
      this.#add(name, labels, types.length === inferredTypes.length ? 'text' : types[0] ?? 'text');
    }
  }

  /** Makes the values of a row fit their fields; one that does not becomes null and is reported, and so is one with characters that cannot be stored. */
  fit(row: Row, labels: ReadonlyMap<string, string>, report: ReportMisfit): void {
    for (const name in row) {
      const value: Value = row[name] ?? null;
      const { field: { type }, draft: { typedBy } } = this.#columns.get(name) ?? this.#add(name, labels, 'text');
      if (value === null) continue;
      const cast = typedBy === undefined ? casts[type](value) : settledCast(type, value);
      if (cast === value) continue;
      if (cast === undefined) report(name, `The value is not of the type ${type}.`, typedBy ?? null);
      else if (isAltered(value, cast)) report(name, 'NUL characters or halves of surrogate pairs were replaced by U+FFFD.', null);
      row[name] = cast ?? null;
    }
  }

  /** Adds the columns that no row has used, as text. */
  complete(labels: ReadonlyMap<string, string>): void {
    for (const name of labels.keys()) if (!this.#columns.has(name)) this.#add(name, labels, 'text');
  }

  #add(name: string, labels: ReadonlyMap<string, string>, inferred: FieldType): Column {
    if (this.#columns.size >= maxFields) throw new LimitReached('fields', maxFields, this.#columns.size + 1);
    const draft = this.#plan.draftOf(name);
    const originalName = labels.get(name) ?? storableText(draft.original);
    const { label = originalName, type = inferred, description, annotations } = draft;
    const column = { draft, field: { name, label, type, description, originalName, annotations } };
    this.#columns.set(name, column);
    return column;
  }
}

/** Whether a value lost characters where it was cast; an object that became text has them escaped. */
function isAltered(value: Value, cast: Value): boolean {
  if (typeof cast === 'object') return !isStorableThroughout(value);
  return typeof cast === 'string' && typeof value === 'string' && !isStorable(value);
}
