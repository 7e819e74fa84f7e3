import { type FieldErrors, failFields } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { RecordFilter } from './generated/operations.ts';
import { conditionKindOf, type DatasetField } from './value-types.ts';

/** A filter of the main graph, and where each part of it stands in the filter of the caller. */
export interface TranslatedFilter {
  /** Undefined for all records. */
  readonly filter: RecordFilter | undefined;
  /** The paths in the arguments of the caller by those of the main graph. */
  readonly paths: ReadonlyMap<string, string>;
}

type Given = Readonly<Record<string, unknown>>;

/** Writes a part of a filter for its place in the main graph. */
type WritePart = (path: string) => RecordFilter;

/** Translates a filter on the fields of a dataset to one of the main graph. Fails INVALID_INPUT for a filter without conditions below another. */
export function translateFilter(given: unknown, fields: ReadonlyMap<string, DatasetField>): TranslatedFilter {
  const paths = new Map<string, string>();
  if (!isJsonObject(given)) return { filter: undefined, paths };
  const parts = partsOf(given, 'filter');
  return { filter: parts.length === 0 ? undefined : combine('all', parts)('filter'), paths };

  function partsOf(filter: Given, typed: string): WritePart[] {
    return Object.entries(filter).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      const place = `${typed}.${name}`;
      if (name === 'and' || name === 'or') return combineAll(name === 'and' ? 'all' : 'any', value, place);
      if (name === 'not') return [negate(nested(value, place))];
      const field = fields.get(name);
      if (!field) return typeof value === 'string' ? [noted(place, () => ({ matches: value }))] : [];
      return isJsonObject(value) ? conditionsOf(field, value, place) : [];
    });
  }

  function combineAll(combination: 'all' | 'any', filters: unknown, place: string): WritePart[] {
    const given: readonly unknown[] = Array.isArray(filters) ? filters : [];
    if (given.length === 0) return failFields({ [place]: ['Give at least one filter.'] });
    const parts = given.map((each, index) => nested(each, `${place}.${String(index)}`));
    return [noted(place, combine(combination, parts))];
  }

  function nested(filter: unknown, place: string): WritePart {
    const parts = isJsonObject(filter) ? partsOf(filter, place) : [];
    return parts.length === 0 ? failFields({ [place]: ['Give at least one condition.'] }) : combine('all', parts);
  }

  function conditionsOf(field: DatasetField, given: Given, place: string): WritePart[] {
    const { condition, members } = conditionKindOf(field);
    const { isNull, ...others } = given;
    const named = Object.entries(others).flatMap(([member, value]) => {
      const as = members[member]?.as;
      return as === undefined || value === null || value === undefined ? [] : [{ member, as, value }];
    });
    const values = Object.fromEntries(named.map(({ as, value }) => [as, value]));
    return [
      ...(condition !== undefined && named.length > 0
        ? [
            noted(place, (path) => {
              for (const { member, as } of named) paths.set(`${path}.${condition}.${as}`, `${place}.${member}`);
              return { field: field.name, [condition]: values };
            }),
          ]
        : []),
      ...(typeof isNull === 'boolean' ? [noted(`${place}.isNull`, () => ({ field: field.name, isNull }))] : []),
    ];
  }

  function noted(typed: string, write: WritePart): WritePart {
    return (path) => {
      paths.set(path, typed);
      return write(path);
    };
  }
}

const combine =
  (combination: 'all' | 'any', parts: readonly WritePart[]): WritePart =>
  (path) => {
    const [first, ...others] = parts;
    if (first && others.length === 0) return first(path);
    return { [combination]: parts.map((write, index) => write(`${path}.${combination}.${String(index)}`)) };
  };

const negate =
  (part: WritePart): WritePart =>
  (path) => ({ none: [part(`${path}.none.0`)] });

/** The errors of the main graph at the paths of the caller: each at that of the longest part that is known. */
export const translatePaths = (errors: FieldErrors, paths: ReadonlyMap<string, string>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
        const typed = paths.get(path.slice(0, end));
        if (typed !== undefined) return [typed, messages];
      }
      return [path, messages];
    }),
  );
