import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import type { RestInput } from './rest-input.ts';

/** A query parameter as a whole number where it is one; else as it came, for the graph to refuse. */
export const integer = (value: unknown): unknown => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value);

/** A query parameter as a boolean where it is one; else as it came. */
export const boolean = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** A query parameter that may be repeated, as a list; undefined where it is not said. */
export const list = (value: string | readonly string[] | undefined): readonly string[] | undefined => (value === undefined ? undefined : [value].flat());

/** How a list is sorted, in the graph's word: `-created_at` → `created_at_desc`, which is itself no word of the wire; what is no text stays as it came. */
export const sortKey = (value: unknown): unknown =>
  (typeof value !== 'string' ? value : value.endsWith('_desc') ? `-${value}` : value.replace(/^-(\w+)$/, '$1_desc'));

/** The same as the wire has it: `created_at_desc` → `-created_at`. */
export const sortName = (key: string): string => key.replace(/^(\w+)_desc$/, '-$1');

/** The variables of every list: `limit` and `offset`, with the contract's defaults. */
export const pageVariables = ({ query: { limit = '20', offset = '0' } }: Pick<RestInput, 'query'>) =>
  ({ limit: integer(limit), offset: integer(offset) });

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A closed shape of the wire with the graph's names, at every depth. */
export function camelCased(value: Json | undefined): unknown {
  if (Array.isArray(value)) return value.map((each: Json) => camelCased(each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), camelCased(inner)]));
}

/** A field's path as the wire names it: `defaultSecurity.isDataVisible` → `default_security.is_data_visible`; names in an open map stay. */
export function wireName(field: string): string {
  if (field === 'first') return 'limit';
  return /^(metadata|params|datasource\.parameters)\./.test(field) ? field : field.split('.').map(snake).join('.');
}

/** An object with the names of one of its properties beside its own, which win: open parameters stand at the top level. */
export function spread(body: object | null | undefined, name: string): object | null | undefined {
  if (!body) return body;
  const { [name]: inner, ...own }: Record<string, unknown> = { ...body };
  return isJsonObject(inner) ? { ...own, ...inner, ...own } : own;
}

/** A body without some names, which leaves its open parameters. */
export const without = (body: Readonly<Record<string, Json>>, ...names: readonly string[]): Record<string, Json> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Some names of a body, as far as it has them. */
export const picked = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));

/** An object without what it does not say: some parts are left out on the wire and never null. */
export const withoutNulls = (body: object): object => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
