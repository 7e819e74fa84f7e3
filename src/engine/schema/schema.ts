import { casts } from './cast.ts';
import { maxFields } from '../records/columns.ts';
import { compareRanks, type FieldDraft } from '../field-steps/field-draft.ts';
import type { FieldPlan } from '../field-steps/field-plan.ts';
import { castAsConfigured } from '../field-steps/configured-cast.ts';
import type { Field, FieldType } from '../records/field.ts';
import { Inference, widenType, type Declaration } from './inference.ts';
import { LimitReached } from '../records/limit-reached.ts';
import type { DataRecord, Value } from '../records/record.ts';
import { isStorable, isStorableJson, toStorableText } from '../records/storable.ts';

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
export type KnownField = Pick<Field, 'name' | 'type'>;

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
