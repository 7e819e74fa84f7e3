import { fail } from '../kernel/fail.ts';
import { storableText } from './storable.ts';

/** The most fields a dataset can have. */
export const maxFields = 10_000;

const maxNameLength = 200;
const maxLabelLength = 1_000;

/** `"Temp. Max (°C)"` becomes `temp_max_c`; empty when no letter or digit of ASCII is left. */
export const technicalName = (original: string): string =>
  original.slice(0, maxNameLength).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    .replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');

/** The columns of one source: a technical name of its own for each name that the source uses. */
export class Columns {
  readonly #labels = new Map<string, string>();
  /** The last number given to columns of one stem. */
  readonly #counts = new Map<string, number>();
  readonly #byOriginal = new Map<string, string>();

  /** The technical name of a new column; a second column of the same name gets a number. */
  add(original: string): string {
    const position = this.#labels.size + 1;
    if (position > maxFields) fail('EXTRACTION_FAILED', { reason: `there are more than ${maxFields} fields` });
    const stem = technicalName(original) || `column_${position}`;
    let name = stem;
    // Names that every object has are taken too: a row is a plain object.
    let count = this.#counts.get(stem) ?? 1;
    while (this.#labels.has(name) || name in {}) name = `${stem}_${++count}`;
    this.#counts.set(stem, count);
    this.#labels.set(name, storableText(original.trim().slice(0, maxLabelLength)) || name);
    if (!this.#byOriginal.has(original)) this.#byOriginal.set(original, name);
    return name;
  }

  /** The technical name of the column with this name, added when it is new. */
  of(original: string): string {
    return this.#byOriginal.get(original) ?? this.add(original);
  }

  /** The name in the source by technical name, in order of appearance. */
  get labels(): ReadonlyMap<string, string> {
    return this.#labels;
  }
}
