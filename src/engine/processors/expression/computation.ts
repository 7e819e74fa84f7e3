import type { DataRecord, Value } from '../../records/record.ts';
import { weightOf } from '../../records/weight.ts';

/** The most characters that one evaluation reads; each operation reads its values again. */
const maxWork = 4_000_000;

const weightOfValue = (value: Value): number =>
  typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? weightOf({ value }) : 1;

/** The evaluation of an expression for one record: what it reads, and how much more it may read. */
export class Evaluation {
  readonly row: DataRecord;
  #left = maxWork;

  constructor(row: DataRecord) {
    this.row = row;
  }

  /** Counts values that are about to be read; throws RangeError when that is too much for one record. */
  spend(...values: readonly Value[]): void {
    for (const value of values) this.#left -= weightOfValue(value);
    if (this.#left < 0) throw new RangeError(`The expression has more than ${maxWork} characters to read.`);
  }
}

/** A compiled part of an expression; throws RangeError with the reason where it has no value. */
export type Computation = (evaluation: Evaluation) => Value;

/** An operator or a function: makes a computation of those of its operands, which it evaluates when it needs them. */
export type Form = (...operands: readonly Computation[]) => Computation;

/** Computes with the values of all operands. */
export const ofValues =
  (compute: (...values: readonly Value[]) => Value): Form =>
  (...operands) =>
  (evaluation) => {
    const values = operands.map((operand) => operand(evaluation));
    evaluation.spend(...values);
    return compute(...values);
  };
