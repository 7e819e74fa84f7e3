import { type FieldErrors, requiredMessage } from '#kernel/fail.ts';
import { maxFields } from './records/columns.ts';
import {
  type Annotation,
  type DataRecord,
  type FieldType,
  isStorable,
  toNumber,
  unstorableMessage,
  type Value,
} from './records/record.ts';
import { casts } from './schema/inference.ts';

/** The names of annotations (docs/contract/objects.md, Field configurations). */
export type AnnotationName =
  'id' | 'timeserie_precision' | 'unit' | 'decimals' | 'sortable' | 'multivalued' | 'hierarchical';

interface AnnotateParams {
  readonly field: string;
  readonly annotation: AnnotationName;
  readonly args: readonly (string | number)[];
}

const maxArgs = 100;
const maxArgLength = 1_000;

/** Adds an annotation to a field. It replaces an annotation of the same name. */
const annotate: FieldStep<AnnotateParams> = {
  check: ({ field, args }) => problemsOf({ field: nameProblem(field), args: argsProblem(args) }),
  transform:
    ({ field: name, annotation, args }) =>
    (field) =>
      field.name === name
        ? {
            ...field,
            annotations: [
              ...field.annotations.filter((existing) => existing.name !== annotation),
              { name: annotation, args },
            ],
          }
        : field,
};

function argsProblem(args: readonly (string | number)[]): string | undefined {
  if (args.length > maxArgs) return `Give at most ${maxArgs} texts or whole numbers.`;
  return args.map((arg) => textProblem(String(arg), maxArgLength)).find((problem) => problem !== undefined);
}

interface TypeParams {
  readonly field: string;
  readonly typeParam: FieldType;
}

/** Sets the type of a field instead of inferring it; the last step applies. A value that does not fit becomes null. */
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
const createTransform = <Type extends FieldStepType>({
  type: kind,
  params,
  uid,
}: PlannedFieldStep<Type>): FieldTransform => steps[kind].transform(params, uid);

/** The names of the fields that a step is about; none for a step that is about all fields. */
export const fieldsOfStep = ({ params }: TypedFieldStep): readonly string[] => {
  if ('fromName' in params) return [params.fromName];
  return 'field' in params ? [params.field] : [];
};

/** Applies a step to a field: returns a changed draft, the same draft when the step is about other fields, or null to delete the field. */
type FieldTransform = (field: FieldDraft) => FieldDraft | null;

/**
 * One type of field configuration. It refers to fields by the names that earlier steps gave them. An unknown name
 * is not an error and has no effect, because only the data determines which fields exist.
 */
interface FieldStep<Params extends object> {
  /** The errors of the parameters by name; empty when they are valid. */
  check(params: Params): FieldErrors;
  /** `uid` identifies the configuration; null for a step of a source. */
  transform(params: Params, uid: string | null): FieldTransform;
}

type TextParser = (text: string) => Value | undefined;

/** Parsers of texts that inference does not assign to a type, but that are valid once the type is configured. */
const textParsers: Readonly<Partial<Record<FieldType, TextParser>>> = {
  int: (text) => (/^[+-]?\d+$/.test(text) ? casts.int(Number(text)) : undefined),
  double: toNumber,
  date(text) {
    const instant = casts.datetime(text);
    return typeof instant === 'string' ? instant.slice(0, 10) : undefined;
  },
  geo_point_2d(text) {
    const [, lat, lon] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
    return lat === undefined ? undefined : casts.geo_point_2d({ lat: Number(lat), lon: Number(lon) });
  },
};

/**
 * Casts a value to the configured type of a field; undefined when it does not fit. In addition to what inference accepts, a
 * text may be a number with leading zeros or a plus sign, an instant, of which a date keeps the day in UTC, or `lat,lon` without decimals.
 */
export const castAsConfigured = (type: FieldType, value: Exclude<Value, null>): Value | undefined =>
  casts[type](value) ?? (typeof value === 'string' ? textParsers[type]?.(value.trim()) : undefined);

const maxNameLength = 250;
const maxLabelLength = 1_000;

/** The error in the name of a field; undefined when it is valid. */
function nameProblem(name: string): string | undefined {
  if (name === '') return requiredMessage;
  // A record is a plain object, so the names of Object.prototype cannot be field names.
  return name in {} ? `A field cannot be named ${name}.` : textProblem(name, maxNameLength);
}

/** The error in a label; undefined when it is valid. */
const labelProblem = (label: string): string | undefined =>
  label.trim() === '' ? requiredMessage : textProblem(label, maxLabelLength);

/** The error in a text that may be empty; undefined when it is valid. */
function textProblem(text: string, maxLength: number): string | undefined {
  if (text.length > maxLength) return `Give at most ${maxLength} characters.`;
  return isStorable(text) ? undefined : unstorableMessage;
}

/** Converts problems by name to field errors; names without a problem are left out. */
const problemsOf = (problems: Readonly<Record<string, string | undefined>>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, [problem]]])),
  );

/** A step of a plan, and whether it has changed a field. */
interface PreparedStep {
  readonly step: PlannedFieldStep;
  readonly transform: FieldTransform;
  isEffective: boolean;
}

/**
 * The fields of a dataset after the steps of its plan. Fields that end up with the same name are merged: the field that
 * appears first provides the configured properties, and a record has the first of their values that is not null.
 */
export class FieldPlan {
  readonly #steps: readonly PreparedStep[];
  /** The drafts by original name; null for a deleted field. */
  readonly #byOriginal = new Map<string, FieldDraft | null>();
  readonly #byName = new Map<string, FieldDraft>();

  /** The steps in their order. */
  constructor(steps: readonly PlannedFieldStep[]) {
    this.#steps = steps.map((step) => ({ step, transform: createTransform(step), isEffective: false }));
  }

  /** The configurations that have changed none of the fields so far; none as long as there is no field. */
  get ineffectiveSteps(): readonly PlannedFieldStep[] {
    if (this.#byOriginal.size === 0) return [];
    return this.#steps.flatMap(({ step, isEffective }) => (step.uid === null || isEffective ? [] : [step]));
  }

  /** The final name of a field; undefined when the field is deleted. */
  nameOf(original: string): string | undefined {
    const known = this.#byOriginal.get(original);
    return (known === undefined ? this.#transform(original) : known)?.name;
  }

  /** The draft of the field with a final name. */
  draftOf(name: string): FieldDraft {
    return this.#byName.get(name) ?? newFieldDraft(name);
  }

  /** The record with final field names; the same object when no name changes. */
  withFinalNames(record: DataRecord): DataRecord {
    if (this.#steps.length === 0) return record;
    for (const original in record) {
      if (this.nameOf(original) !== original) return this.#withRenamedFields(record);
    }
    return record;
  }

  #withRenamedFields(record: DataRecord): DataRecord {
    const renamed: DataRecord = {};
    for (const original in record) {
      const name = this.nameOf(original);
      if (name !== undefined) renamed[name] = renamed[name] ?? record[original] ?? null;
    }
    return renamed;
  }

  #transform(original: string): FieldDraft | null {
    let draft: FieldDraft | null = newFieldDraft(original);
    for (const step of this.#steps) {
      if (!draft) break;
      const changed: FieldDraft | null = step.transform(draft);
      step.isEffective ||= changed !== draft;
      draft = changed;
    }
    this.#byOriginal.set(original, draft);
    if (draft && !this.#byName.has(draft.name)) this.#byName.set(draft.name, draft);
    return draft;
  }
}

/** The configuration of a field, before its values are read. */
export interface FieldDraft {
  /** The name of the field after the processors. */
  readonly original: string;
  /** The final name of the field: its key in the records. */
  readonly name: string;
  /** Undefined when the label of the source is used. */
  readonly label?: string;
  /** Undefined when the type is inferred from the values. */
  readonly type?: FieldType;
  /** The uid of the configuration that set the type, which errors of values name; null when a source did. Undefined when the type is inferred. */
  readonly typedBy?: string | null;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** The sort keys: the rank of the field in each `order` configuration, the latest configuration first. Fields with equal ranks keep their order. */
  readonly ranks: readonly number[];
}

/** A field without configuration. */
const newFieldDraft = (name: string): FieldDraft => ({
  original: name,
  name,
  description: '',
  annotations: [],
  ranks: [],
});

/** Compares two fields of a dataset by their ranks. */
export function compareRanks({ ranks: a }: FieldDraft, { ranks: b }: FieldDraft): number {
  for (const [index, rank] of a.entries()) {
    const difference = rank - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
