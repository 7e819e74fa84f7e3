/** Upper limits on the JSON of a request, as variables or as a body. */
export interface InputLimits {
  /** All values together, at every level. */
  readonly values: number;
  /** Items of one list. */
  readonly items: number;
  /** Names in one object. */
  readonly names: number;
  /** Characters of a name. */
  readonly nameLength: number;
  /** Levels of objects and lists. */
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
