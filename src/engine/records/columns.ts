import { toTechnicalName } from '#kernel/technical-name.ts';
import type { Declaration } from '../schema/inference.ts';
import { LimitReached, toStorableText } from './record.ts';

/** The maximum number of fields a dataset can have. */
export const maxFields = 1_000;

const maxLabelLength = 1_000;

/** The columns of one source, with a unique technical name for each. */
export class Columns {
  readonly #labels = new Map<string, string>();
  /** The last numeric suffix that was given to a column, by the name without its suffix. */
  readonly #lastSuffixes = new Map<string, number>();
  /** The technical names of the columns by their original name, in order. */
  readonly #byOriginal = new Map<string, string[]>();
  readonly #declarations = new Map<string, Declaration>();
  #isTypedByValue = false;
  /** How many columns of each name the current file has so far. */
  readonly #countsInFile = new Map<string, number>();
  /** The original names of the columns of earlier files. */
  readonly #earlier = new Set<string>();

  /** Adds the next column and returns its technical name; a repeated name gets a numeric suffix. `declaration` is its type in the source. Fails LimitReached. */
  add(original: string, declaration?: Declaration): string {
    const names = this.#byOriginal.get(original) ?? [];
    const position = this.#countsInFile.get(original) ?? 0;
    this.#countsInFile.set(original, position + 1);
    const existing = names[position];
    if (existing !== undefined) return existing;
    const name = this.#create(original);
    if (declaration !== undefined) this.#declarations.set(name, declaration);
    names.push(name);
    this.#byOriginal.set(original, names);
    return name;
  }

  /** The technical name of a column, which is added when it is new. */
  nameOf(original: string, declaration?: Declaration): string {
    return this.#byOriginal.get(original)?.[0] ?? this.add(original, declaration);
  }

  /** Declares that each value of the source has its own type; applies to columns without a declared type. */
  typeByValue(): void {
    this.#isTypedByValue = true;
  }

  /** The type that the source declares for a column. */
  declarationOf(name: string): Declaration | undefined {
    return this.#declarations.get(name) ?? (this.#isTypedByValue ? 'by value' : undefined);
  }

  /**
   * Whether the columns of the current file are those of another table: most of them are new, and most of those of earlier files are missing.
   */
  get areOfAnotherTable(): boolean {
    const known = [...this.#countsInFile.keys()].filter((original) => this.#earlier.has(original)).length;
    return known < this.#countsInFile.size / 2 && known < this.#earlier.size / 2;
  }

  /** Starts another file of the source. Columns of the file are those of the same names in earlier files. */
  nextFile(): void {
    for (const original of this.#countsInFile.keys()) this.#earlier.add(original);
    this.#countsInFile.clear();
  }

  /** The names in the source by technical name, in order of appearance. */
  get labels(): ReadonlyMap<string, string> {
    return this.#labels;
  }

  #create(original: string): string {
    const ordinal = this.#labels.size + 1;
    if (ordinal > maxFields) throw new LimitReached('fields', maxFields, ordinal);
    const stem = toTechnicalName(original) || `column_${ordinal}`;
    let name = stem;
    // Inherited names, such as constructor, are reserved too: a record is a plain object.
    let suffix = this.#lastSuffixes.get(stem) ?? 1;
    while (this.#labels.has(name) || name in {}) name = `${stem}_${++suffix}`;
    this.#lastSuffixes.set(stem, suffix);
    this.#labels.set(name, toStorableText(original.trim().slice(0, maxLabelLength)) || name);
    return name;
  }
}
