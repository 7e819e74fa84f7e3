import type { Columns } from '../records/columns.ts';
import type { FieldPlan } from '../field-steps/field-plan.ts';
import type { Declaration } from './inference.ts';
import type { DataRecord } from '../records/record.ts';

/**
 * What sources say about the types of their columns. It counts for values as they come from there: a processor that changes the
 * values of a column ends it, because what it makes of them has other types.
 */
export class Declarations {
  /** By technical name; undefined where the source that had the column first says nothing, or no longer counts. */
  readonly #byColumn = new Map<string, Declaration | undefined>();

  /** Learns the columns of a source that are new. */
  add(columns: Columns): void {
    for (const name of columns.labels.keys())
      if (!this.#byColumn.has(name)) this.#byColumn.set(name, columns.declarationOf(name));
  }

  /** Forgets what is said about the columns whose values differ in what processors made of a row. */
  compare(row: DataRecord, made: readonly DataRecord[]): void {
    for (const [name, declaration] of this.#byColumn) {
      if (declaration === undefined) continue;
      const value = row[name] ?? null;
      if (made.some((record) => (record[name] ?? value) !== value)) this.#byColumn.set(name, undefined);
    }
  }

  /** The same for the fields that the columns become. */
  ofFields(plan: FieldPlan): ReadonlyMap<string, Declaration | undefined> {
    const found = new Map<string, Declaration | undefined>();
    for (const [column, declaration] of this.#byColumn) {
      const name = plan.nameOf(column);
      if (name !== undefined && !found.has(name)) found.set(name, declaration);
    }
    return found;
  }
}
