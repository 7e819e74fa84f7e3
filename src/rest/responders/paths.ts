/** The dotted paths in an answer that lead to a value of a type; lists and open objects are not entered. */
export type PathTo<Data, Target> = Data extends readonly unknown[]
  ? never
  : Data extends object
    ? string extends keyof Data
      ? never
      : { [Name in keyof Data & string]: PathBelow<NonNullable<Data[Name]>, Target, Name> }[keyof Data & string]
    : never;
type PathBelow<Value, Target, Name extends string> =
  (Value extends Target ? Name : never) | `${Name}.${PathTo<Value, Target>}`;

/** Reads the value at a path; null or undefined where a part of the path has no value. */
export const valueAt = <Data, Target>(data: Data, path: PathTo<Data, Target>): Target | null | undefined =>
  // The cast is safe, because the type of the path guarantees the type of the value.
  path.split('.').reduce<unknown>((value, name) => (isNamed(value) ? value[name] : value), data) as
    Target | null | undefined;

const isNamed = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
