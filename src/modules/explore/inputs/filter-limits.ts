import { failFields } from '#kernel/fail.ts';

/** The limits of a filter: those of an ODSQL clause (docs/contract/explore.md 5), and limits on its size. */
export const filterLimits = Object.freeze({ levels: 20, conditions: 1_000, literals: 1_000, textLength: 10_000 });

/** Counts the conditions of one filter. Fails INVALID_INPUT at the path of the condition or value that is beyond a limit. */
export class FilterBudget {
  #conditions = 0;

  /** Checks the level of a filter; the outermost filter has the level 1. */
  enter(path: string, level: number): void {
    if (level > filterLimits.levels)
      failFields({ [path]: [`Nest filters at most ${String(filterLimits.levels)} levels deep.`] });
  }

  /** Counts a condition. */
  add(path: string): void {
    this.#conditions += 1;
    if (this.#conditions > filterLimits.conditions)
      failFields({ [path]: [`Use at most ${String(filterLimits.conditions)} conditions.`] });
  }
}

/** Checks the length of a list of values. */
export function checkListLength(path: string, values: readonly unknown[]): void {
  if (values.length === 0 || values.length > filterLimits.literals)
    failFields({ [path]: [`Give 1 to ${String(filterLimits.literals)} values.`] });
}

/** Checks the length of a text, and returns it. */
export function checkTextLength(path: string, text: string): string {
  return text.length > filterLimits.textLength
    ? failFields({ [path]: [`Give at most ${String(filterLimits.textLength)} characters.`] })
    : text;
}
