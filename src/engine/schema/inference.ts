import { casts, isFile } from './cast.ts';
import type { FieldType } from '../records/field.ts';
import type { Value } from '../records/record.ts';

/** What a source declares about a column: its type, or `by value` when each value has its own type, so that no text is a number. */
export type Declaration = FieldType | 'by value';

/** The types that can be inferred, the narrowest first; every value fits the last. */
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

/** The next wider type, which all values of a type fit. */
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

const locationNames = /geo|coord|gps|lat.*l(on|ng)|location|localisation|position/;

/** The narrowest type that all values of a type and one more value fit. */
export function widenType(type: FieldType, value: Exclude<Value, null>): FieldType {
  let wide = type;
  while (casts[wide](value) === undefined && wide !== 'text') wide = widerType[wide];
  return wide;
}

/** Infers the type of one field: the narrowest that all its values fit, and no narrower than what is declared. */
export class Inference {
  readonly #name: string;
  readonly #declaration: Declaration | undefined;
  #isUnobserved = true;
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
    this.#isUnobserved = false;
    if (this.#types.length > 1) this.#types = this.#types.filter((type) => this.#accepts(type, value));
  }

  /** The inferred type; text where there was no value and no declaration. */
  get type(): FieldType {
    const isUnknown = this.#isUnobserved && this.#types.length === inferredTypes.length;
    return isUnknown ? 'text' : (this.#types[0] ?? 'text');
  }

  /** Two decimal numbers are a point only where the field's name suggests a location; text is never a file. */
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
