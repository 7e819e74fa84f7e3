import { casts, type Declaration, Inference, widenType } from './inference.ts';
import { type Columns, maxFields } from '../records/columns.ts';
import { proposeSteps, type StepProposal } from './propose-steps.ts';
import { castAsConfigured, compareRanks, type FieldDraft, type FieldPlan } from '../field-steps.ts';
import {
  type DataRecord,
  type Field,
  type FieldType,
  isStorable,
  isStorableJson,
  LimitReached,
  toStorableText,
  type Value,
} from '../records/record.ts';

/** A value that does not fit its field, or that was altered so that it can be stored. */
export interface Mismatch {
  readonly field: string;
  readonly message: string;
  /** The uid of the configuration that set the type; null when none did. */
  readonly processorUid: string | null;
  /** Whether the value became null. */
  readonly isLost: boolean;
}

type ReportMismatch = (mismatch: Mismatch) => void;

/** A field of earlier records. */
type KnownField = Pick<Field, 'name' | 'type'>;

/** The types that are known before the first record. */
export interface PriorTypes {
  /** Fields of earlier records, which keep their types. */
  readonly known?: readonly KnownField[];
  /** Whether a known int becomes a double with the first number that is not whole. Default: false. */
  readonly widensKnownInts?: boolean;
  /** The types at the end of an earlier run over the same records. */
  readonly types?: ReadonlyMap<string, FieldType> | undefined;
}

interface Column {
  field: Field;
  readonly draft: FieldDraft;
  /** The type that values must fit: the type of the field, until a value widens it. */
  type: FieldType;
  /** Whether earlier records have the field, so that its type is fixed. */
  readonly isKnown: boolean;
}

/**
 * The fields of a dataset. Their types are configured, else declared by the sources or inferred from a sample of records. All
 * values are cast to these types. A value that does not fit an inferred type widens the type. The schema changes records in place.
 * Fails LimitReached when there are too many fields.
 */
export class Schema {
  readonly #columns = new Map<string, Column>();
  readonly #plan: FieldPlan;
  readonly #priorTypes: ReadonlyMap<string, FieldType> | undefined;
  readonly #widensKnownInts: boolean;
  #declarations: ReadonlyMap<string, Declaration | undefined> = new Map();
  #hasWidened = false;
  #proposals: readonly StepProposal[] = [];

  /** `plan` holds the configuration of fields. */
  constructor(plan: FieldPlan, { known = [], types, widensKnownInts = false }: PriorTypes = {}) {
    this.#widensKnownInts = widensKnownInts;
    this.#plan = plan;
    this.#priorTypes = types;
    for (const { name, type } of known) this.#add(name, new Map(), type, true);
  }

  /** The fields so far, in the configured order, else by first appearance, with the types that they had before any type was widened. */
  get fields(): readonly Field[] {
    return [...this.#columns.values()].toSorted((a, b) => compareRanks(a.draft, b.draft)).map(({ field }) => field);
  }

  /** Whether a value has widened a type since the types were inferred. */
  get hasWidened(): boolean {
    return this.#hasWidened;
  }

  /** The current types of all fields, including widened types. */
  get types(): ReadonlyMap<string, FieldType> {
    return new Map([...this.#columns].map(([name, { type }]) => [name, type]));
  }

  /** Steps that would make numbers and dates of texts in the sample. */
  get proposals(): readonly StepProposal[] {
    return this.#proposals;
  }

  /** Infers the type of every field in the sample that is neither configured nor known. Fields come in the order of labels. */
  infer(
    sample: readonly DataRecord[],
    labels: ReadonlyMap<string, string>,
    declarations: ReadonlyMap<string, Declaration | undefined>,
  ): void {
    this.#declarations = declarations;
    const inferences = new Map<string, Inference>();
    for (const record of sample) {
      for (const name of Object.keys(record)) {
        let inference = inferences.get(name);
        if (!inference) {
          inference = new Inference(name, declarations.get(name));
          inferences.set(name, inference);
        }
        inference.observe(record[name] ?? null);
      }
    }
    const ordered = [...labels.keys()].filter((name) => inferences.has(name));
    for (const name of new Set([...ordered, ...inferences.keys()])) {
      if (!this.#columns.has(name)) this.#add(name, labels, inferences.get(name)?.type ?? 'text');
    }
    this.#proposals = proposeSteps(
      sample,
      [...this.#columns.values()].map(({ field: { name }, type, draft }) => {
        return { name, type, original: draft.original, isTyped: draft.type !== undefined };
      }),
    );
  }

  /**
   * Casts the values of a record to the types of their fields. A value that does not fit widens an inferred type; otherwise it becomes null and
   * is reported. A value with characters that cannot be stored is reported too.
   */
  castRecord(record: DataRecord, labels: ReadonlyMap<string, string>, report: ReportMismatch): void {
    for (const name in record) {
      const value: Value = record[name] ?? null;
      const column = this.#columns.get(name) ?? this.#add(name, labels);
      if (value === null) continue;
      const cast =
        column.draft.typedBy === undefined ? casts[column.type](value) : castAsConfigured(column.type, value);
      if (cast === value) continue;
      if (cast === undefined) record[name] = this.#handleMismatch(column, value, report);
      else {
        if (isAltered(value, cast, column.type))
          report({
            field: name,
            message: 'NUL characters or unpaired surrogates were replaced by U+FFFD.',
            processorUid: null,
            isLost: false,
          });
        record[name] = cast;
      }
    }
  }

  /** Adds the columns that no record has used. */
  complete(labels: ReadonlyMap<string, string>): void {
    for (const name of labels.keys()) {
      if (!this.#columns.has(name)) this.#add(name, labels);
    }
  }

  /** Returns the replacement of a value that does not fit: the value itself where the type widens. The empty text becomes null. */
  #handleMismatch(column: Column, value: Exclude<Value, null>, report: ReportMismatch): Value {
    if (value === '') return null;
    const {
      field: { name, type },
      draft: { typedBy },
      isKnown,
    } = column;
    if (this.#widensKnownInts && isKnown && typedBy === undefined && type === 'int') {
      const cast = casts.double(value);
      if (cast !== undefined) {
        column.type = 'double';
        column.field = { ...column.field, type: 'double' };
        return cast;
      }
    }
    if (typedBy !== undefined || isKnown || this.#priorTypes) {
      const advice =
        isKnown && typedBy === undefined ? ' of the earlier records; publish the dataset again to widen the type' : '';
      report({
        field: name,
        message: `The value is not of the type ${type}${advice}.`,
        processorUid: typedBy ?? null,
        isLost: true,
      });
      return null;
    }
    column.type = widenType(column.type, value);
    this.#hasWidened = true;
    return value;
  }

  /** Adds a field. A field that appears after the types are inferred is text, unless its source declares a type. */
  #add(
    name: string,
    labels: ReadonlyMap<string, string>,
    inferred = this.#declaredType(name),
    isKnown = false,
  ): Column {
    if (this.#columns.size >= maxFields) throw new LimitReached('fields', maxFields, this.#columns.size + 1);
    const draft = this.#plan.draftOf(name);
    const originalName = labels.get(name) ?? toStorableText(draft.original);
    const { label = originalName, type = this.#priorTypes?.get(name) ?? inferred, description, annotations } = draft;
    const column = { draft, type, isKnown, field: { name, label, type, description, originalName, annotations } };
    this.#columns.set(name, column);
    return column;
  }

  #declaredType(name: string): FieldType {
    const declaration = this.#declarations.get(name) ?? 'text';
    return declaration === 'by value' ? 'text' : declaration;
  }
}

/** Whether the cast of a value replaced characters. When an object became text, its JSON escapes these characters instead. */
function isAltered(value: Value, cast: Value, type: FieldType): boolean {
  if (typeof cast === 'object') return !isStorableJson(value);
  const isAnyText = type === 'text' || type === 'file';
  return isAnyText && typeof cast === 'string' && typeof value === 'string' && !isStorable(value);
}

/** The types that sources declare for their columns, until a processor changes a value, which may have another type. */
export class Declarations {
  /** The declarations by technical name; undefined where the first source declares nothing, or after a change. */
  readonly #byColumn = new Map<string, Declaration | undefined>();

  /** Adds the new columns of a source. */
  add(columns: Columns): void {
    for (const name of columns.labels.keys())
      if (!this.#byColumn.has(name)) this.#byColumn.set(name, columns.declarationOf(name));
  }

  /** Compares a record with the records that processors made of it, and drops the declarations of columns whose values differ. */
  compare(record: DataRecord, results: readonly DataRecord[]): void {
    for (const [name, declaration] of this.#byColumn) {
      if (declaration === undefined) continue;
      const value = record[name] ?? null;
      if (results.some((result) => (result[name] ?? value) !== value)) this.#byColumn.set(name, undefined);
    }
  }

  /** The declarations by the names of the fields that the columns become. */
  ofFields(plan: FieldPlan): ReadonlyMap<string, Declaration | undefined> {
    const found = new Map<string, Declaration | undefined>();
    for (const [column, declaration] of this.#byColumn) {
      const name = plan.nameOf(column);
      if (name !== undefined && !found.has(name)) found.set(name, declaration);
    }
    return found;
  }
}
