import type { Columns } from '../records/columns.ts';
import type { FieldPlan } from '../field-steps/field-plan.ts';
import type { Declaration } from './inference.ts';
import type { DataRecord } from '../records/record.ts';

/**
 * The types that sources declare for their columns. A declaration is dropped as soon as a processor changes a
 * value of the column, because the result may have another type.
 */
export class Declarations {
  /**
   * The declarations, by the technical name of the column; undefined where the first source of the column declares nothing,
   * or the declaration was dropped.
   */
  readonly #byColumn = new Map<string, Declaration | undefined>();

  /** Adds the new columns of a source. */
  add(columns: Columns): void {
    for (const name of columns.labels.keys())
      if (!this.#byColumn.has(name)) this.#byColumn.set(name, columns.declarationOf(name));
  }

  /** Compares a record with the records that processors made of it, and drops the declarations of columns whose values differ. */
  compare(record: DataRecord, results: readonly DataRecord[]): void {
    for (const [name, declaration] of this.#byColumn) {
      if (declaration === undefined) continue;
      const value = record[name] ?? null;
      if (results.some((result) => (result[name] ?? value) !== value)) this.#byColumn.set(name, undefined);
    }
  }

  /** The declarations by the names of the fields that the columns become. */
  ofFields(plan: FieldPlan): ReadonlyMap<string, Declaration | undefined> {
    const found = new Map<string, Declaration | undefined>();
    for (const [column, declaration] of this.#byColumn) {
      const name = plan.nameOf(column);
      if (name !== undefined && !found.has(name)) found.set(name, declaration);
    }
    return found;
  }
}
