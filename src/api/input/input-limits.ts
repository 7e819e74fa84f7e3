/** Upper limits on the JSON of a request, as variables or as a body. */
export interface InputLimits {
  /** The maximum number of values, at all levels together. */
  readonly values: number;
  /** The maximum number of items of one list. */
  readonly items: number;
  /** The maximum number of names in one object. */
  readonly names: number;
  /** The maximum length of a name, in characters. */
  readonly nameLength: number;
  /** The maximum number of levels of objects and lists. */
  readonly depth: number;
}

/** The limits of the service, generous for a sensible body of 1 MiB. */
export const inputLimits: InputLimits = Object.freeze({
  values: 250_000,
  items: 100_000,
  names: 2_000,
  nameLength: 1_000,
  depth: 64,
});
