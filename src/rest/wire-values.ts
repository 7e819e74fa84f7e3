import { toSnakeCase } from '#kernel/text.ts';

/** Parses a query parameter that is a whole number. Any other value is returned unchanged, so that the graph reports it. */
export const parseInteger = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** Parses a query parameter that is a boolean: `true` and `false` in any case, 1 and 0. Any other value is returned unchanged. */
export const parseBoolean = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^(true|false|[01])$/i.test(value)) return value;
  return value === '1' || value.toLowerCase() === 'true';
};

/** A query parameter that may be repeated, as a list; undefined without the parameter. */
export const parseList = (value: string | readonly string[] | undefined): readonly string[] | undefined =>
  value === undefined ? undefined : [value].flat();

/** Parses a query parameter with names separated by commas. Any other value is returned unchanged, so that the graph reports it. */
export const parseNames = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : value;

/**
 * The graph's name of a sort order: `-created_at` → `created_at_desc`. The graph's name itself is not valid in a request, so it
 * becomes a name that the graph refuses. A value that is not a text is returned unchanged.
 */
export function parseSort(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.endsWith('_desc') ? `-${value}` : value.replace(/^-(\w+)$/, '$1_desc');
}

/** The wire name of a sort order: `created_at_desc` → `-created_at`. */
export const sortName = (key: string): string => key.replace(/^(\w+)_desc$/, '-$1');

/** Other wire names that clients use for fields of the graph's inputs (docs/contract/objects.md). */
const otherNames: Readonly<Record<string, string>> = Object.freeze({
  'ConnectionAuthInput.tokenUrl': 'token_endpoint',
  'OrderFieldsInput.order': 'args',
});

/** The wire names of a field of an input type; the primary one first. */
export const wireNamesOf = (type: string, field: string): readonly string[] =>
  [toSnakeCase(field), otherNames[`${type}.${field}`] ?? []].flat();

/**
 * The wire name of a field's path: `defaultSecurity.isDataVisible` → `default_security.is_data_visible`. Names that the
 * client chose stay unchanged.
 */
export function wireName(field: string): string {
  if (field === 'first') return 'limit';
  return /^(metadata|params|datasource\.parameters)\./.test(field)
    ? field
    : field.split('.').map(toSnakeCase).join('.');
}
