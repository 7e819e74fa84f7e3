import type { FieldErrors } from '../../kernel/fail.ts';
import { checkParameters, requireParameters } from '../check-parameters.ts';
import type { Parameter, ParamsOf } from '../parameters.ts';
import type { Row } from '../row.ts';

/** Notes that a value could not be treated; the row goes on. */
export type Report = (problem: { readonly field: string | null; readonly message: string }) => void;

/** Treats one row: the row (changed in place or new), several rows, or null to drop it. */
export type Step = (row: Row, report: Report) => Row | Row[] | null;

/** A transformation of all rows of a dataset. Parameters are checked wherever they come in. */
export interface Processor {
  readonly type: string;
  readonly label: string;
  readonly parameters: readonly Parameter[];
  /** What is wrong with the parameters, by name; empty when nothing is. */
  check(params: unknown): FieldErrors;
  /** The work on one row, with everything that depends on the parameters alone done before. */
  prepare(params: unknown): Step;
}

interface ProcessorSpec<Parameters extends readonly Parameter[]> {
  readonly type: string;
  readonly label: string;
  readonly parameters: Parameters;
  check?(params: ParamsOf<Parameters>): FieldErrors;
  prepare(params: ParamsOf<Parameters>): Step;
}

/** A processor whose own functions see checked, typed parameters. */
export function defineProcessor<const Parameters extends readonly Parameter[]>(spec: ProcessorSpec<Parameters>): Processor {
  const furtherCheck = (params: ParamsOf<Parameters>): FieldErrors => spec.check?.(params) ?? {};
  return Object.freeze({
    type: spec.type,
    label: spec.label,
    parameters: spec.parameters,
    check(input: unknown) {
      const { params, errors } = checkParameters(spec.parameters, input);
      return Object.keys(errors).length > 0 ? errors : furtherCheck(params);
    },
    prepare: (input: unknown) => spec.prepare(requireParameters(spec.parameters, input, furtherCheck)),
  });
}
