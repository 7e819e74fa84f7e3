import type { FieldErrors } from '#kernel/fail.ts';
import { annotate } from './annotate.ts';
import { deleteField } from './delete-field.ts';
import { description } from './description.ts';
import type { FieldStep, FieldTransform } from './field-step.ts';
import { order } from './order.ts';
import { rename } from './rename.ts';
import { type } from './type.ts';

const registry = { rename, type, annotate, description, order, delete: deleteField };

/** The types of field configurations. */
export const fieldStepTypes = Object.freeze(Object.keys(registry)) as readonly FieldStepType[];
/** The type of a field configuration. */
export type FieldStepType = keyof typeof registry;

/** The parameters of each type of configuration. */
export type FieldStepParams = {
  readonly [Type in FieldStepType]: (typeof registry)[Type] extends FieldStep<infer Params> ? Params : never;
};

/** A type of configuration with its parameters. */
export type TypedFieldStep<Type extends FieldStepType = FieldStepType> = {
  [Each in Type]: { readonly type: Each; readonly params: FieldStepParams[Each] };
}[Type];

/** A field configuration of a dataset. */
export type ConfiguredFieldStep<Type extends FieldStepType = FieldStepType> = TypedFieldStep<Type> & {
  readonly uid: string;
};

/** A step of a field plan: a field configuration, or, without a uid, a step that follows from what a source says of its fields. */
export type PlannedFieldStep<Type extends FieldStepType = FieldStepType> = TypedFieldStep<Type> & {
  readonly uid: string | null;
};

const steps: { readonly [Type in FieldStepType]: FieldStep<FieldStepParams[Type]> } = registry;

/** The errors in the parameters of a configuration, by name; empty when they are valid. */
export const checkFieldStep = <Type extends FieldStepType>({ type: kind, params }: TypedFieldStep<Type>): FieldErrors =>
  steps[kind].check(params);

/** Creates the transformation that a configuration applies to each field. */
export const createTransform = <Type extends FieldStepType>({
  type: kind,
  params,
  uid,
}: PlannedFieldStep<Type>): FieldTransform => steps[kind].transform(params, uid);

/** The names of the fields that a step is about; none for a step that is about all fields. */
export const fieldsOfStep = ({ params }: TypedFieldStep): readonly string[] => {
  if ('fromName' in params) return [params.fromName];
  return 'field' in params ? [params.field] : [];
};
