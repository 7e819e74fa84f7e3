/** A limit on the bytes that several temporary files have together. */
export class DiskBudget {
  readonly #maxBytes: number;
  #takenBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes that the files have now. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  /** Takes bytes, and returns whether there were enough. The caller frees them. */
  take(bytes: number): boolean {
    if (this.#takenBytes + bytes > this.#maxBytes) return false;
    this.#takenBytes += bytes;
    return true;
  }

  /** Returns bytes that were taken. */
  free(bytes: number): void {
    this.#takenBytes -= bytes;
  }
}
