import { casts, isFile } from './cast.ts';
import type { FieldType, Value } from '../records/record.ts';

/** What a source declares about a column: its type, or `by value` when each value has its own type. In a column `by value`, no text is inferred as a number. */
export type Declaration = FieldType | 'by value';

/** The types that can be inferred, the narrowest first. Every value fits the last one. */
const inferredTypes: readonly FieldType[] = [
  'int',
  'double',
  'date',
  'datetime',
  'geo_point_2d',
  'geo_shape',
  'file',
  'text',
];

/** The next wider type of each type. All values of the type fit it. */
const widerType: Readonly<Record<FieldType, FieldType>> = {
  int: 'double',
  double: 'text',
  date: 'datetime',
  datetime: 'text',
  geo_point_2d: 'text',
  geo_shape: 'text',
  file: 'text',
  text: 'text',
};

/** Field names that suggest a location. */
const locationNames = /geo|coord|gps|lat.*l(on|ng)|location|localisation|position/;

/** Widens a type to the narrowest one that all its values and one more value fit. */
export function widenType(type: FieldType, value: Exclude<Value, null>): FieldType {
  let candidate = type;
  while (casts[candidate](value) === undefined && candidate !== 'text') candidate = widerType[candidate];
  return candidate;
}

/** Infers the type of one field: the narrowest that all its values fit, and none narrower than the declared type. */
export class Inference {
  readonly #name: string;
  readonly #declaration: Declaration | undefined;
  #hasValues = false;
  #types: readonly FieldType[];

  /** The name of the field, and its declaration by the source. */
  constructor(name: string, declaration: Declaration | undefined) {
    this.#name = name;
    this.#declaration = declaration;
    this.#types =
      declaration === undefined || declaration === 'by value'
        ? inferredTypes
        : inferredTypes.filter((type) => type === declaration || isWider(type, declaration));
  }

  /** Takes a value into account. Null and the empty text fit every type. */
  observe(value: Value): void {
    if (value === null || value === '') return;
    this.#hasValues = true;
    if (this.#types.length > 1) this.#types = this.#types.filter((type) => this.#accepts(type, value));
  }

  /** The inferred type; text where there was no value and no declaration. */
  get type(): FieldType {
    const isUnknown = !this.#hasValues && this.#types.length === inferredTypes.length;
    return isUnknown ? 'text' : (this.#types[0] ?? 'text');
  }

  /** Whether a value fits a type. Two decimal numbers are a point only where the field's name suggests a location; text is never a file. */
  #accepts(type: FieldType, value: Exclude<Value, null>): boolean {
    if (typeof value === 'string' && this.#declaration !== type) {
      if (type === 'geo_point_2d' && !locationNames.test(this.#name)) return false;
      if (this.#declaration === 'by value' && (type === 'int' || type === 'double')) return false;
    }
    return (type !== 'file' || isFile(value)) && casts[type](value) !== undefined;
  }
}

const isWider = (type: FieldType, declared: FieldType): boolean =>
  type === widerType[declared] || (declared !== 'text' && isWider(type, widerType[declared]));
