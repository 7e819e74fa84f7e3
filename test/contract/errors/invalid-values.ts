import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLInputType,
} from 'graphql';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/** A sample in which one value is replaced. */
export interface Variant {
  /** The path of the value: REST names and indexes. */
  readonly path: readonly string[];
  /** The type of the value; undefined for open JSON. */
  readonly type: GraphQLInputType | undefined;
  /** Describes the value. */
  readonly what: string;
  readonly body: JsonObject;
  /** Whether the type forbids the value; otherwise a rule may accept or refuse it. */
  readonly isWrong: boolean;
}

const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** Values that the database cannot store. */
const unstorable: readonly (readonly [string, Json])[] = [
  ['NUL', 'a\0b'],
  ['a lone surrogate', '\ud800'],
  ['deep nesting', nested(70)],
];

/** Values that are invalid for some types. */
const invalidValues: readonly (readonly [string, Json | undefined])[] = [
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['a text', 'x'],
  ['a blank text', ' \n'],
  ['a huge text', 'x'.repeat(100_000)],
  ['a number', 5],
  ['true', true],
  ['a list', [1]],
  ['an object', { unknown_name: 'x' }],
];

/** Further values for numbers and open JSON. */
const invalidNumbers: readonly (readonly [string, Json])[] = [
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a number that no Int holds', 2 ** 31],
  ['a huge number', 1e300],
  ['an empty list', []],
  ['a list of null', [null]],
  ['a list of lists', [['x']]],
  ['an empty object', {}],
];

/** The graph's name of a REST field. */
const camel = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The type of a part of a value; undefined for open JSON. */
function typeBelow(type: GraphQLInputType | undefined, name: string): GraphQLInputType | undefined {
  const own = isNonNullType(type) ? type.ofType : type;
  if (isListType(own)) return own.ofType;
  return isInputObjectType(own) ? own.getFields()[camel(name)]?.type : undefined;
}

function hasDefault(type: GraphQLInputType | undefined, name: string): boolean {
  const own = type && getNullableType(type);
  return isInputObjectType(own) && own.getFields()[camel(name)]?.defaultValue !== undefined;
}

/** Whether a value does not have a type. */
function isWrong(type: GraphQLInputType | undefined, value: Json | undefined): boolean {
  if (type === undefined) return false;
  if (isNonNullType(type)) return value === undefined || value === null || isWrong(type.ofType, value);
  if (value === undefined || value === null) return false;
  if (isListType(type)) return !Array.isArray(value) || value.some((value: Json) => isWrong(type.ofType, value));
  if (isInputObjectType(type))
    return (
      !isJsonObject(value) ||
      Object.values(type.getFields()).some(({ name, type: inner }) => isWrong(inner, value[name]))
    );
  if (isEnumType(type)) return typeof value !== 'string' || !type.getValue(value);
  return isScalarType(type) && !(accepts[type.name]?.(value) ?? true);
}

const accepts: Readonly<Record<string, (value: Json) => boolean>> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string' || Number.isInteger(value),
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  Float: (value) => typeof value === 'number',
  JSONObject: isJsonObject,
};

/** All variants of a body, each with one replaced value; `input` is the type of the body, if the graph has one. */
export function variantsOf(body: JsonObject, input: GraphQLInputType | undefined): readonly Variant[] {
  const variants: Variant[] = [];
  for (const { path, type, isOptional } of placesIn(body, input)) {
    for (const [what, value] of unstorable)
      variants.push({ path, type, what, body: withValue(body, path, value), isWrong: true });
    for (const [what, value] of takesNumbers(type) ? [...invalidValues, ...invalidNumbers] : invalidValues) {
      // GraphQL takes a number for an identifier, which OpenAPI does not offer
      if (type && getNamedType(type).name === 'ID' && typeof value === 'number') continue;
      variants.push({
        path,
        type,
        what,
        body: withValue(body, path, value),
        isWrong: !(isOptional && value === undefined) && isWrong(type, value),
      });
    }
  }
  return variants;
}

const takesNumbers = (type: GraphQLInputType | undefined): boolean =>
  !type || /^(Int|Float|JSON)/.test(getNamedType(type).name);

export interface Place {
  readonly path: readonly string[];
  readonly value: Json;
  readonly type: GraphQLInputType | undefined;
  /** Whether it may be left out: an item of a list, or a field with a default. */
  readonly isOptional: boolean;
}

/** Every place in a value: each key of an object, the first item of each list. */
export function placesIn(
  value: Json,
  type: GraphQLInputType | undefined,
  path: readonly string[] = [],
): readonly Place[] {
  const parts: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? value.slice(0, 1).map((value: Json) => ['0', value] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return parts.flatMap(([name, part]) => {
    const place = {
      path: [...path, name],
      value: part,
      type: typeBelow(type, name),
      isOptional: Array.isArray(value) || hasDefault(type, name),
    };
    return [place, ...placesIn(part, place.type, place.path)];
  });
}

/** A body with one value replaced; undefined removes it. */
export function withValue(body: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce<object>((inner, name) => Reflect.get(inner, name) as object, copy);
  const last = path.at(-1) ?? '';
  if (value !== undefined) Reflect.set(parent, last, value);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return copy;
}
