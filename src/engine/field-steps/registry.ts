import type { FieldErrors } from '#kernel/fail.ts';
import { annotate } from './annotate.ts';
import type { FieldStep, FieldTransform } from './field-step.ts';
import { labelProblem, nameProblem, problemsOf, textProblem } from './text-rules.ts';
import { maxFields } from '../records/columns.ts';
import type { FieldType } from '../records/field.ts';

interface TypeParams {
  readonly field: string;
  readonly typeParam: FieldType;
}

/**
 * Sets the type of a field instead of inferring it; if several `type` steps name a field, the last one applies. A value that does not fit
 * becomes null and is reported.
 */
const type: FieldStep<TypeParams> = {
  check: ({ field }) => problemsOf({ field: nameProblem(field) }),
  transform:
    ({ field: name, typeParam }, uid) =>
    (field) =>
      field.name === name ? { ...field, type: typeParam, typedBy: uid } : field,
};

interface RenameParams {
  readonly fromName: string;
  readonly toName: string;
  /** The new label of the field. */
  readonly fieldLabel: string;
}

/** Changes the name and label of a field. The name may stay the same. When another field already has the new name, the two fields are merged. */
const rename: FieldStep<RenameParams> = {
  check: ({ fromName, toName, fieldLabel }) =>
    problemsOf({ fromName: nameProblem(fromName), toName: nameProblem(toName), fieldLabel: labelProblem(fieldLabel) }),
  transform:
    ({ fromName, toName, fieldLabel }) =>
    (field) =>
      field.name === fromName ? { ...field, name: toName, label: fieldLabel } : field,
};

interface OrderParams {
  readonly order: readonly string[];
}

/** Puts the named fields first, in this order. The other fields follow and keep their order. */
const order: FieldStep<OrderParams> = {
  check: ({ order: names }) => problemsOf({ order: namesProblem(names) }),
  transform({ order: names }) {
    const ranks = new Map(names.map((name, rank) => [name, rank]));
    return (field) => ({ ...field, ranks: [ranks.get(field.name) ?? names.length, ...field.ranks] });
  },
};

function namesProblem(names: readonly string[]): string | undefined {
  if (names.length === 0) return 'Name at least one field.';
  if (names.length > maxFields) return `Name at most ${maxFields} fields.`;
  if (new Set(names).size < names.length) return 'Name each field once.';
  return names.map(nameProblem).find((problem) => problem !== undefined);
}

interface DescriptionParams {
  readonly field: string;
  /** The new description; "" removes the description. */
  readonly description: string;
}

const maxLength = 10_000;

/** Sets the description of a field. */
const description: FieldStep<DescriptionParams> = {
  check: ({ field, description: text }) =>
    problemsOf({ field: nameProblem(field), description: textProblem(text, maxLength) }),
  transform:
    ({ field: name, description: text }) =>
    (field) =>
      field.name === name ? { ...field, description: text } : field,
};

interface DeleteParams {
  readonly field: string;
}

/** Removes a field from the schema and from every record. */
const deleteField: FieldStep<DeleteParams> = {
  check: ({ field }) => problemsOf({ field: nameProblem(field) }),
  transform:
    ({ field: name }) =>
    (field) =>
      field.name === name ? null : field,
};

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
