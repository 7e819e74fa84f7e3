/** The note of formats whose geometries have a height at every position or at none. */
export const withoutHeights = 'Geometries without their heights, because some positions have none';

/**
 * Counts the values that a format had to change or leave out, so that the file can report them. Only the writers choose the
 * texts of notes, so there are few different notes.
 */
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
