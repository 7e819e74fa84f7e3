/** Counts what a format could not hold as it was, so that the file can say so. The writers choose the texts, so there are few. */
export class ExportNotes {
  readonly #counts = new Map<string, number>();

  /** Counts one more case of a note, such as `Geometries left out`. */
  count(note: string): void {
    this.#counts.set(note, (this.#counts.get(note) ?? 0) + 1);
  }

  /** A sentence for each note, in the order of their first cases. */
  get sentences(): readonly string[] {
    return [...this.#counts].map(([note, count]) => `${note}: ${String(count)}.`);
  }
}
