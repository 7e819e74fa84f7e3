import type { FieldErrors } from '#kernel/fail.ts';
import {
  checkParameters,
  type Parameter,
  type ParameterValue,
  type ParamsOf,
  requireParameters,
} from '../parameters.ts';
import type { DataRecord } from '../records/record.ts';

/** Which data of another dataset a processor reads. */
export interface DatasetReference {
  /** The uid or identifier of the dataset. */
  readonly dataset: string;
  /** The fields that the processor requires. */
  readonly requiredFields: readonly string[];
  /** Whether all other fields are read too. */
  readonly includesAllFields: boolean;
}

/** Published records of another dataset that are visible to the definer of a processor. */
export interface ReferencedRecords<Records> {
  /** The names of the requested fields, in the order of the dataset. */
  readonly fields: readonly string[];
  readonly records: Records;
}

/** Reports that a value could not be processed; the record is kept. */
export type Report = (problem: { readonly field: string | null; readonly message: string }) => void;

/** The maximum number of records that processors may create from one. */
export const maxExpandedRecords = 10_000;

/** Processes one record. Returns the record (changed in place or new), several records, or null to drop it. */
export type Step = (record: DataRecord, report: Report) => DataRecord | DataRecord[] | null;

/** A transformation of all records of a dataset. Every method checks its parameters. */
export interface Processor {
  readonly type: string;
  readonly label: string;
  readonly parameters: readonly Parameter[];
  /** Whether records come out with other fields than they had, so that a field which no record has left is gone. */
  readonly replacesFields: boolean;
  /** The errors of the parameters by name; empty when they are valid. */
  check(params: unknown): FieldErrors;
  /** The dataset whose records the processor reads; undefined for most types. Fails INVALID_INPUT as `prepare` does. */
  reference(params: unknown): DatasetReference | undefined;
  /** The names of the fields that the processor reads, as far as its parameters tell. */
  inputs(params: unknown): readonly string[];
  /** Precomputes what depends only on the parameters and the referenced records, and returns the step for one record. */
  prepare(params: unknown, referenced?: ReferencedRecords<readonly DataRecord[]>): Step;
}

interface ProcessorSpec<Parameters extends readonly Parameter[]> {
  readonly type: string;
  readonly label: string;
  readonly parameters: Parameters;
  readonly replacesFields?: boolean;
  check?(params: ParamsOf<Parameters>): FieldErrors;
  reference?(params: ParamsOf<Parameters>): DatasetReference;
  /** The names of fields in parameters that are not of the type `field` or `fields`. */
  inputs?(params: ParamsOf<Parameters>): readonly string[];
  prepare(params: ParamsOf<Parameters>, referenced: ReferencedRecords<readonly DataRecord[]>): Step;
}

const noRecords: ReferencedRecords<readonly DataRecord[]> = Object.freeze({ fields: [], records: [] });

/** Defines a processor whose functions receive checked, typed parameters. */
export function defineProcessor<const Parameters extends readonly Parameter[]>(
  spec: ProcessorSpec<Parameters>,
): Processor {
  const extraCheck = (params: ParamsOf<Parameters>): FieldErrors => spec.check?.(params) ?? {};
  const checked = (input: unknown) => requireParameters(spec.parameters, input, extraCheck);
  return Object.freeze({
    type: spec.type,
    label: spec.label,
    parameters: spec.parameters,
    replacesFields: spec.replacesFields ?? false,
    check: (input: unknown) => checkParameters(spec.parameters, input, extraCheck).errors,
    reference: (input: unknown) => spec.reference?.(checked(input)),
    inputs: (input: unknown) => {
      const params = checked(input);
      return [...namedFields(spec.parameters, params), ...(spec.inputs?.(params) ?? [])];
    },
    prepare: (input: unknown, referenced = noRecords) => spec.prepare(checked(input), referenced),
  });
}

/** The fields of the processed records that must exist, among the names in parameters. */
const namedFields = (
  parameters: readonly Parameter[],
  params: Readonly<Record<string, ParameterValue>>,
): readonly string[] =>
  parameters
    .filter(({ type, canCreateField, isOfReference }) => /^fields?$/.test(type) && !canCreateField && !isOfReference)
    .flatMap(({ name }) => params[name] ?? [])
    .map(String)
    .filter((name) => name !== '');

/** The parameter for an output field that defaults to the input field. */
export const optionalOutputField = {
  name: 'output_field',
  type: 'field',
  label: 'Output field',
  description: 'Default: the input field.',
  isMandatory: false,
  canCreateField: true,
} as const satisfies Parameter;

/** Computes a value. On a RangeError it reports the message for the field and returns null, so that the record is kept. */
export function reportFailure<Result>(field: string, report: Report, compute: () => Result): Result | null {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report({ field, message: error.message });
    return null;
  }
}
