import type { FieldErrors } from '../../kernel/fail.ts';
import { checkParameters, requireParameters } from '../parameters/check-parameters.ts';
import type { Parameter, ParamsOf } from '../parameters/parameter.ts';
import type { DatasetReference, Referenced } from '../pipeline/dataset-reference.ts';
import type { DataRecord } from '../records/record.ts';

/** Notes that a value could not be treated; the row goes on. */
export type Report = (problem: { readonly field: string | null; readonly message: string }) => void;

/** The most rows that processors may make of one. */
export const maxRowsOfOne = 10_000;

/** Treats one row: the row (changed in place or new), several rows, or null to drop it. */
export type Step = (row: DataRecord, report: Report) => DataRecord | DataRecord[] | null;

/** A transformation of all rows of a dataset. Parameters are checked wherever they come in. */
export interface Processor {
  readonly type: string;
  readonly label: string;
  readonly parameters: readonly Parameter[];
  /** The errors of the parameters by name; empty when they are valid. */
  check(params: unknown): FieldErrors;
  /** The records of another dataset that the work needs; undefined for most types. Fails INVALID_INPUT as `prepare` does. */
  reference(params: unknown): DatasetReference | undefined;
  /** The work on one row, with everything done before that depends on the parameters and on the records referred to alone. */
  prepare(params: unknown, referenced?: Referenced<readonly DataRecord[]>): Step;
}

interface ProcessorSpec<Parameters extends readonly Parameter[]> {
  readonly type: string;
  readonly label: string;
  readonly parameters: Parameters;
  check?(params: ParamsOf<Parameters>): FieldErrors;
  reference?(params: ParamsOf<Parameters>): DatasetReference;
  prepare(params: ParamsOf<Parameters>, referenced: Referenced<readonly DataRecord[]>): Step;
}

const nothing: Referenced<readonly DataRecord[]> = Object.freeze({ fields: [], rows: [] });

/** A processor whose own functions see checked, typed parameters. */
export function defineProcessor<const Parameters extends readonly Parameter[]>(
  spec: ProcessorSpec<Parameters>,
): Processor {
  const furtherCheck = (params: ParamsOf<Parameters>): FieldErrors => spec.check?.(params) ?? {};
  const checked = (input: unknown) => requireParameters(spec.parameters, input, furtherCheck);
  return Object.freeze({
    type: spec.type,
    label: spec.label,
    parameters: spec.parameters,
    check: (input: unknown) => checkParameters(spec.parameters, input, furtherCheck).errors,
    reference: (input: unknown) => spec.reference?.(checked(input)),
    prepare: (input: unknown, referenced = nothing) => spec.prepare(checked(input), referenced),
  });
}
