/** A field of a dataset under the name that GraphQL spells. */
export interface NamedField<Field> {
  /** The name in the typed graph. */
  readonly name: string;
  readonly field: Field;
}

/** The names that records and filters of the typed graph of a dataset have besides those of the fields. */
const namesOfRecords = ['recordId', 'and', 'or', 'not', 'matches'];

/** The fields of a dataset under the names that its typed graph gives them: all that the caller sees, in order. */
export const nameRecordFields = <Field extends { readonly name: string }>(
  fields: readonly Field[],
): readonly NamedField<Field>[] => nameFields(fields, namesOfRecords);

/**
 * Gives each field a name that GraphQL can spell: letters without their accents, digits and `_`, not beginning with a digit or with `__`. A name that
 * is taken, by an earlier field or by `reserved`, gets a number. Fields keep the names that GraphQL can spell.
 */
export function nameFields<Field extends { readonly name: string }>(
  fields: readonly Field[],
  reserved: readonly string[],
): readonly NamedField<Field>[] {
  const taken = new Set([...reserved, ...fields.filter(({ name }) => isSpellable(name)).map(({ name }) => name)]);
  const isReserved = new Set(reserved);
  return fields.map((field) => {
    if (isSpellable(field.name) && !isReserved.has(field.name)) return { name: field.name, field };
    const spelled = spell(field.name);
    let name = spelled;
    for (let number = 2; taken.has(name); number += 1) name = `${spelled}${String(number)}`;
    taken.add(name);
    return { name, field };
  });
}

const isSpellable = (name: string): boolean => /^(?!__)[_A-Za-z]\w*$/.test(name);

/** The name with what GraphQL cannot spell replaced. */
function spell(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\W+/g, '_')
    .replace(/^_{2,}/, '_');
  return /^[_A-Za-z]/.test(plain) ? plain : `_${plain}`;
}

/** The words that are no values of enums. */
const notEnumValues: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** The name of a field as a value of an enum. */
export const enumName = (name: string): string => (notEnumValues.has(name) ? `${name}_` : name);
