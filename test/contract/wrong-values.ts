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
import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';

/** A body in which one value is another than in the sample. */
export interface Variant {
  /** Where: names and places, as the wire has them. */
  readonly path: readonly string[];
  /** What stands there. */
  readonly what: string;
  readonly body: JsonObject;
  /** Whether no rule of the operation could accept it; else it may be accepted, or refused. */
  readonly isWrong: boolean;
}

const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** What nobody can keep, wherever it stands. */
const unkeepable: readonly (readonly [string, Json])[] = [
  ['NUL', 'a\0b'],
  ['half a surrogate pair', '\ud800'],
  ['deep nesting', nested(70)],
];

/** What may be wrong, by the type of the field. */
const odd: readonly (readonly [string, Json | undefined])[] = [
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

/** The same for numbers, and where the graph takes any JSON. */
const oddNumbers: readonly (readonly [string, Json])[] = [
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a number that no Int holds', 2 ** 31],
  ['a huge number', 1e300],
  ['an empty list', []],
  ['a list of null', [null]],
  ['a list of lists', [['x']]],
  ['an empty object', {}],
];

/** The name that the graph has for one of the wire. */
const camel = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The type of a part of a value of a type; undefined where the graph takes any JSON. */
function typeBelow(type: GraphQLInputType | undefined, name: string): GraphQLInputType | undefined {
  const own = isNonNullType(type) ? type.ofType : type;
  if (isListType(own)) return own.ofType;
  return isInputObjectType(own) ? own.getFields()[camel(name)]?.type : undefined;
}

function hasDefault(type: GraphQLInputType | undefined, name: string): boolean {
  const own = type && getNullableType(type);
  return isInputObjectType(own) && own.getFields()[camel(name)]?.defaultValue !== undefined;
}

/** Whether a value is none of a type. */
function isWrong(type: GraphQLInputType | undefined, value: Json | undefined): boolean {
  if (type === undefined) return false;
  if (isNonNullType(type)) return value === undefined || value === null || isWrong(type.ofType, value);
  if (value === undefined || value === null) return false;
  if (isListType(type)) return !Array.isArray(value) || value.some((each: Json) => isWrong(type.ofType, each));
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

/** Every variant of a body, each wrong in one place; `input` is the type that the body is of, as far as the graph has one. */
export function variantsOf(body: JsonObject, input: GraphQLInputType | undefined): readonly Variant[] {
  const variants: Variant[] = [];
  for (const { path, type, mayGo } of placesIn(body, input)) {
    for (const [what, value] of unkeepable)
      variants.push({ path, what, body: withValue(body, path, value), isWrong: true });
    for (const [what, value] of takesNumbers(type) ? [...odd, ...oddNumbers] : odd)
      variants.push({
        path,
        what,
        body: withValue(body, path, value),
        isWrong: !(mayGo && value === undefined) && isWrong(type, value),
      });
  }
  return variants;
}

const takesNumbers = (type: GraphQLInputType | undefined): boolean =>
  !type || /^(Int|Float|JSON)/.test(getNamedType(type).name);

export interface Place {
  readonly path: readonly string[];
  readonly value: Json;
  readonly type: GraphQLInputType | undefined;
  /** Whether what it is in may do without it: a list, or an object for which it has a default. */
  readonly mayGo: boolean;
}

/** Every place in a value: each name of an object, the first of each list. */
export function placesIn(
  value: Json,
  type: GraphQLInputType | undefined,
  path: readonly string[] = [],
): readonly Place[] {
  const parts: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? value.slice(0, 1).map((each: Json) => ['0', each] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return parts.flatMap(([name, part]) => {
    const place = {
      path: [...path, name],
      value: part,
      type: typeBelow(type, name),
      mayGo: Array.isArray(value) || hasDefault(type, name),
    };
    return [place, ...placesIn(part, place.type, place.path)];
  });
}

/** A body with another value in one place; undefined takes what is there away. */
/** A body with another value in one place; undefined for none. */
export function withValue(body: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce<object>((inner, name) => Reflect.get(inner, name) as object, copy);
  const last = path.at(-1) ?? '';
  if (value !== undefined) Reflect.set(parent, last, value);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return copy;
}
