/** The maximum number of sentences of each kind. */
const maxSentences = 5;

/** Sentences about whole files, for the status of a publication. Each is kept once. */
export class FileNotes {
  readonly #assumptions = new Set<string>();
  readonly #doubts = new Set<string>();

  /** What was assumed because parameters were left out. */
  get assumptions(): readonly string[] {
    return [...this.#assumptions];
  }

  /** Why the records may not be what the files hold. */
  get doubts(): readonly string[] {
    return [...this.#doubts];
  }

  /** Adds an assumption; dropped beyond the maximum, because the files of one source are mostly alike. */
  assume(sentence: string): void {
    if (this.#assumptions.size < maxSentences) this.#assumptions.add(sentence);
  }

  /** Adds a doubt; dropped beyond the maximum. */
  doubt(sentence: string): void {
    if (this.#doubts.size < maxSentences) this.#doubts.add(sentence);
  }
}
