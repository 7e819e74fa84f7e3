import type { Field, Value } from '#engine/records/record.ts';
import { type Column, wordsSuffix } from '#platform/columns/column-engine.ts';

/** A field as a publication describes it. */
export type PublishedField = Omit<Field, 'originalName'>;

/** A field of a generation of records, and where its values are. */
export interface RecordField extends PublishedField {
  /** Whether a text field holds several values. */
  readonly isMultivalued: boolean;
  /** The name of the column that holds the values, or that the names of its columns begin with (`columnsOf`). */
  readonly column: string;
}

/** The separator between the values of a multivalued text; undefined for other fields. */
export function separatorOf({ type, annotations }: Pick<Field, 'type' | 'annotations'>): string | undefined {
  const separator = annotations.find(({ name }) => name === 'multivalued')?.args[0];
  return type !== 'text' || separator === undefined || separator === '' ? undefined : String(separator);
}

/** The values of a multivalued text, or of a list of texts: trimmed, without empty ones. */
export function valuesOf(value: Value, separator: string): string[] {
  const parts: Value = typeof value === 'string' ? value.split(separator) : value;
  if (!Array.isArray(parts)) return [];
  return parts.map((part) => (typeof part === 'string' ? part.trim() : '')).filter((part) => part !== '');
}

/**
 * The columns of every generation: the position in the order of publication, the identifier (docs/contract/explore.md 4), the size of the
 * values in bytes, when the record was made, and as JSON the values that no column holds exactly.
 */
export const technicalColumns: readonly Column[] = [
  { name: '_position', type: 'BIGINT' },
  { name: '_id', type: 'BLOB' },
  { name: '_size', type: 'BIGINT' },
  { name: '_timestamp', type: 'TIMESTAMPTZ' },
  { name: 'rest', type: 'VARCHAR' },
];

/** The type of the column of each type of field; a point has none, but two for its longitude and its latitude. */
const columnTypes = {
  text: 'VARCHAR',
  int: 'BIGINT',
  double: 'DOUBLE',
  date: 'DATE',
  datetime: 'TIMESTAMPTZ',
  geo_shape: 'VARCHAR',
  file: 'VARCHAR',
} as const satisfies Partial<Record<RecordField['type'], string>>;

/**
 * The columns that hold the values of a field: those of a text also its words, those of a shape also its bounds in degrees, and those of a file also
 * whether its publication stored the bytes.
 */
export function columnsOf({ column, type, isMultivalued }: RecordField): readonly Column[] {
  const doubles = (...suffixes: string[]): Column[] =>
    suffixes.map((suffix) => ({ name: `${column}_${suffix}`, type: 'DOUBLE' }));
  if (type === 'geo_point_2d') return doubles('lon', 'lat');
  const own = { name: column, type: columnTypes[type] };
  if (type === 'geo_shape') return [own, ...doubles('west', 'south', 'east', 'north')];
  if (type === 'file') return [own, { name: `${column}_is_stored`, type: 'BOOLEAN' }];
  if (type !== 'text') return [own];
  return [isMultivalued ? { ...own, type: 'VARCHAR[]' } : own, { name: `${column}${wordsSuffix}`, type: 'VARCHAR' }];
}

/** The columns of a generation with these fields, in the order of its lines. Those of fields that appear later follow. */
export const columnsOfGeneration = (fields: readonly RecordField[]): readonly Column[] => [
  ...technicalColumns,
  ...fields.flatMap(columnsOf),
];

/** Names the columns of fields. Those of `known` keep theirs; the others get the next ones, in their order. */
export function assignColumns(
  fields: readonly PublishedField[],
  known: readonly RecordField[] = [],
): readonly RecordField[] {
  const columns = new Map(known.map(({ name, column }) => [name, column]));
  let next = known.length;
  return fields.map((field) => {
    const { name, label, type, description, annotations } = field;
    const column = columns.get(name) ?? `c${next++}`;
    return { name, label, type, description, annotations, isMultivalued: separatorOf(field) !== undefined, column };
  });
}
