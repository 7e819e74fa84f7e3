import type { DataRecord, Value } from '#engine/records/record.ts';
import { estimateSize } from '#engine/records/estimate-size.ts';

/** The maximum number of characters that one evaluation may read. Each operation reads its operands. */
const maxWork = 4_000_000;

/** The number of characters that reading a value costs. */
function workFor(value: Value): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? estimateSize({ value }) : 1;
}

/** The evaluation of an expression for one record, with its remaining work budget. */
export class Evaluation {
  readonly record: DataRecord;
  #budget = maxWork;

  constructor(record: DataRecord) {
    this.record = record;
  }

  /** Charges values to the work budget before they are read; throws RangeError when it is exhausted. */
  spend(...values: readonly Value[]): void {
    for (const value of values) this.#budget -= workFor(value);
    if (this.#budget < 0) throw new RangeError(`The expression reads more than ${maxWork} characters.`);
  }
}

/** A compiled part of an expression; throws RangeError with the reason when it has no value. */
export type Computation = (evaluation: Evaluation) => Value;

/** An operator or a function: builds a computation from its operands, which it evaluates lazily. */
export type ComputationBuilder = (...operands: readonly Computation[]) => Computation;

/** Creates the builder of a computation that evaluates all its operands first. */
export const eager =
  (compute: (...values: readonly Value[]) => Value): ComputationBuilder =>
  (...operands) =>
  (evaluation) => {
    const values = operands.map((operand) => operand(evaluation));
    evaluation.spend(...values);
    return compute(...values);
  };
