import { isJsonObject, type Json } from '../kernel/json.ts';
import type { RestInput } from './rest-input.ts';

/** A query parameter as a whole number where it is one; else as it came, for the graph to refuse. */
export const integer = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** A query parameter as a boolean where it is one, `true` and `false` in any case, 1 and 0; else as it came. */
export const boolean = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^(true|false|[01])$/i.test(value)) return value;
  return value === '1' || value.toLowerCase() === 'true';
};

/** A query parameter that may be repeated, as a list; undefined where it is not said. */
export const list = (value: string | readonly string[] | undefined): readonly string[] | undefined =>
  value === undefined ? undefined : [value].flat();

/** How a list is sorted, in the graph's word: `-created_at` → `created_at_desc`, which is itself no word of the wire; what is no text stays as it came. */
export const sortKey = (value: unknown): unknown =>
  typeof value !== 'string' ? value : value.endsWith('_desc') ? `-${value}` : value.replace(/^-(\w+)$/, '$1_desc');

/** The same as the wire has it: `created_at_desc` → `-created_at`. */
export const sortName = (key: string): string => key.replace(/^(\w+)_desc$/, '-$1');

/** The variables of every list: `limit` and `offset`, with the contract's defaults. */
export const pageVariables = ({ query: { limit = '20', offset = '0' } }: Pick<RestInput, 'query'>) => ({
  limit: integer(limit),
  offset: integer(offset),
});

/** A name of the graph as the wire has it: `isDataVisible` → `is_data_visible`. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of the wire that clients use for a field of the graph's inputs beside its own (docs/contract/objects.md). */
const otherNames: Readonly<Record<string, string>> = Object.freeze({
  'ConnectionAuthInput.tokenUrl': 'token_endpoint',
  'OrderFieldsInput.order': 'args',
});

/** The names that the wire has for a field of an input type; its own first. */
export const wireNamesOf = (type: string, field: string): readonly string[] =>
  [snake(field), otherNames[`${type}.${field}`] ?? []].flat();

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

/** An object without what it does not say: some parts are left out on the wire and never null. */
export const withoutNulls = (body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** An extractor, or a type of processor, whose parameters leave out what they do not say. */
export const kindBody = (kind: { readonly parameters: readonly object[] }): object => ({
  ...kind,
  parameters: kind.parameters.map(withoutNulls),
});
