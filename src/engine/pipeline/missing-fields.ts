import type { DataRecord } from '../records/record.ts';

/** The names that a processor or a field configuration gives, of fields that no record has: a misspelt name has no other effect. */
export interface MissingFields {
  readonly kind: 'processor' | 'field configuration';
  readonly type: string;
  readonly fields: readonly string[];
}

/** The fields that a processor reads and that none of its records has had so far. */
export class UnseenFields {
  readonly #names: Set<string>;
  #hasRecords = false;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** The names; none as long as the processor had no record. */
  get names(): readonly string[] {
    return this.#hasRecords ? [...this.#names] : [];
  }

  observe(record: DataRecord): void {
    this.#hasRecords = true;
    for (const name of this.#names) if (Object.hasOwn(record, name)) this.#names.delete(name);
  }
}
