import { odsql, sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { FacetSort } from '../tree.ts';
import type { SqlField } from './scope.ts';
import type { ScopeField } from '../scope.ts';
import type { FieldType } from '#engine/records/record.ts';
import { timezoneSql } from './expression-sql.ts';

/** A facet to count. */
export interface SqlFacet extends BoundFacet<SqlField> {
  /** Selects the rows to count: the matches of the query, but a disjunctive facet ignores its own refinements. Null counts all rows. */
  readonly condition: Sql | null;
}

/** Where facets are counted. */
interface FacetTable {
  /** The table with its alias. */
  readonly from: Sql;
  readonly timezone: string;
  /**
   * Whether the conditions are tested only once for facets with the same condition, whose values are then copied. Testing a condition of
   * plain comparisons again costs the column engine less than the copy (`isCostly`).
   */
  readonly sharesRows: boolean;
}

/** One statement that counts the values of all facets. `facetTree` builds a tree from its rows. */
export function facetsStatement(facets: readonly SqlFacet[], { from, timezone, sharesRows }: FacetTable): Sql {
  const keys = facets.map(({ condition }) => condition && JSON.stringify(condition.render()));
  const shared = [...new Set(keys)].flatMap((key, number) => {
    const sharing = facets.filter((_, index) => key !== null && keys[index] === key);
    const condition = sharing[0]?.condition;
    return condition && sharesRows && sharing.length > 1
      ? [{ key, condition, name: sqlText(`found${number}`), facets: sharing }]
      : [];
  });
  const tables = shared.map(({ condition, name, facets: sharing }) => {
    const columns = sharing.map((facet) => sql`${facet.field.value} as ${columnOf(facet, facets)}`);
    return sql`${name} as materialized (select ${sqlJoin(columns, ', ')} from ${from} where ${condition})`;
  });
  const counts = facets.map((facet, index) => {
    const table = shared.find(({ key }) => key === keys[index]);
    const source = table
      ? { from: table.name, condition: sqlText('true'), value: columnOf(facet, facets) }
      : { from, condition: facet.condition ?? sqlText('true'), value: facet.field.value };
    return facetSql(facet, index, facetTexts(facet, source, timezone));
  });
  const tablesSql = tables.length > 0 ? sql`with ${sqlJoin(tables, ', ')} ` : sqlText('');
  return sql`${tablesSql}select facet, parent, value, count::int as count from (${sqlJoin(counts, ' union all ')}) as counted
    order by facet, parent, number`;
}

const columnOf = (facet: SqlFacet, facets: readonly SqlFacet[]): Sql => sqlText(`f${facets.indexOf(facet)}`);

/** The values of a facet in their order, up to its limit, and those that stay listed beyond it. */
function facetSql(facet: SqlFacet, index: number, texts: Sql): Sql {
  const limit = Math.trunc(facet.limit);
  const kept = [...new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))])];
  const isKept =
    kept.length > 0
      ? sql`value in (${sqlJoin(
          kept.map((value) => sql`${value}::text`),
          ', ',
        )})`
      : sqlText('false');
  // Only the values that can be listed are numbered: sorting all values of a field costs more than finding the first.
  const first =
    facet.shown.length === 0
      ? sql` order by case when ${isKept} then 0 else 1 end, ${sortSql(facet)} limit ${sqlText(String(limit + kept.length))}`
      : sqlText('');
  return sql`(select ${sqlText(String(index))} as facet, parent, value, count, number from (
    select parent, value, count, row_number() over (partition by parent order by ${sortSql(facet)}) as number
    from (select * from (${texts}) as texts${first}) as first) as numbered
    where number <= ${sqlText(String(limit))} or ${isKept})`;
}

const text = sqlText('value collate "C"');

/** A text that is a number, so that its conversion to a double cannot fail. */
const numberPattern = '^[+-]?[0-9]{1,200}(\\.[0-9]{1,200})?([eE][+-]?[0-9]{1,2})?$';

/** The sort order of a facet's values. Equal counts are sorted by value: numbers as numbers, other values as text. */
function sortSql({ field, sort }: SqlFacet): Sql {
  const isTime = field.type === 'date' || field.type === 'datetime';
  const isNumber = field.type === 'int' || field.type === 'double';
  const number = isNumber
    ? sqlText('value::double precision')
    : sqlText(`case when value ~ '${numberPattern}' then value::double precision end`);
  const byValue = isNumber ? sql`${number}, ${text}` : text;
  const chosen: FacetSort = sort ?? (isTime ? 'alphanum' : '-count');
  switch (chosen) {
    case 'count':
      return sql`count, ${byValue}`;
    case '-count':
      return sql`count desc, ${byValue}`;
    case 'alphanum':
      return text;
    case '-alphanum':
      return sql`${text} desc`;
    case 'num':
      return sql`${number} nulls last, ${text}`;
    case '-num':
      return sql`${number} desc nulls last, ${text}`;
  }
}

/** A facet with its options. */
export interface BoundFacet<F extends ScopeField = ScopeField> {
  readonly name: string;
  readonly field: F;
  /** The separator between the levels of a text; null for a text without levels. A date always has the levels year, month and day. */
  readonly separator: string | null;
  /** Null for the default: by count, the most frequent first; dates by time. */
  readonly sort: FacetSort | null;
  /** The maximum number of values on each level. */
  readonly limit: number;
  /** The values that the query refines, in the form that `facetValue` returns. */
  readonly refined: readonly string[];
  /** The values that the query excludes, in the same form as `refined`. */
  readonly excluded: readonly string[];
  /** The values whose next level is shown: `shownValues(facet)`. */
  readonly shown: readonly string[];
}

/** A value and its count, as `facetsStatement` returns them: sorted, and only for the first level and the levels below `shown` values. */
export interface FacetRow {
  /** The index of the facet. */
  readonly facet: number;
  /** The value of the level above; empty on the first level. */
  readonly parent: string;
  readonly value: string;
  readonly count: number;
}

/** A value of a facet. */
export interface FacetNode {
  /** The full path of the value. */
  readonly value: string;
  /** The last part of `value`. */
  readonly label: string;
  /** Null for an excluded value. */
  readonly count: number | null;
  readonly state: 'displayed' | 'refined' | 'excluded';
  readonly children: readonly FacetNode[];
}

type Levels = Pick<BoundFacet, 'field' | 'separator'>;

/** The separator between the levels of a facet's values; null for values without levels. */
export const levelSeparator = ({ field, separator }: Levels): string | null =>
  field.type === 'date' || field.type === 'datetime' ? '/' : separator;

/** Converts a value of `refine` or `exclude` to the form of facet values: `2026-1` becomes `2026/01` for a date. */
export const facetValue = ({ type }: ScopeField, value: string): string =>
  type === 'date' || type === 'datetime'
    ? value
        .split(/[/-]/)
        .map((part, index) => part.padStart(index === 0 ? 4 : 2, '0'))
        .join('/')
    : value;

/** The values above a value, beginning with the first level. */
export function ancestorsOf(value: string, facet: Levels): string[] {
  const separator = levelSeparator(facet);
  if (separator === null) return [];
  const parts = value.split(separator);
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(separator));
}

/** The values whose next level is shown: refined values, and all values above a refined or excluded value. */
export function expandedValues(facet: Levels & Pick<BoundFacet, 'refined' | 'excluded'>): string[] {
  if (levelSeparator(facet) === null) return [];
  const above = [...facet.refined, ...facet.excluded].flatMap((value) => ancestorsOf(value, facet));
  return Array.from(new Set([...facet.refined, ...above]));
}

/** Builds the tree of a facet's values. A refined value is listed even when no row has it, an excluded value without its count. */
export function facetTree(facet: BoundFacet, rows: readonly Omit<FacetRow, 'facet'>[]): FacetNode[] {
  const separator = levelSeparator(facet);
  const refined = new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))]);
  const excluded = new Set(facet.excluded);
  const parentOf = (value: string): string => ancestorsOf(value, facet).at(-1) ?? '';
  const labelOf = (value: string): string => (separator === null ? value : (value.split(separator).at(-1) ?? value));
  const childrenOf = (parent: string): FacetNode[] => {
    const counted = rows.filter((row) => row.parent === parent && !excluded.has(row.value));
    const uncounted = [...refined].filter(
      (value) => parentOf(value) === parent && !excluded.has(value) && counted.every((row) => row.value !== value),
    );
    const listed = [...counted, ...uncounted.map((value) => ({ value, count: 0 }))];
    return [
      ...listed.map(({ value, count }) => ({
        value,
        label: labelOf(value),
        count,
        state: refined.has(value) ? ('refined' as const) : ('displayed' as const),
        children: facet.shown.includes(value) ? childrenOf(value) : [],
      })),
      ...facet.excluded
        .filter((value) => parentOf(value) === parent)
        .map((value) => ({ value, label: labelOf(value), count: null, state: 'excluded' as const, children: [] })),
    ];
  };
  return childrenOf('');
}

/** The table, the condition on its rows, and the value that a facet counts. */
interface FacetSource {
  readonly from: Sql;
  readonly condition: Sql;
  readonly value: Sql;
}

type ShownLevels = Pick<BoundFacet<SqlField>, 'field' | 'separator' | 'shown'>;

/**
 * Selects the texts of all shown levels of a facet, each with its `parent`, its `value` and its `count`. A record counts once for each
 * text. Equal values are counted first, so that texts and levels are computed only once for each value.
 */
function facetTexts(facet: ShownLevels, { from, condition, value }: FacetSource, timezone: string): Sql {
  const { field } = facet;
  const counted = sql`select ${groupedValueSql(field.type, value, timezone)} as value, count(*) as count from ${from}
    where ${condition} and ${value} is not null group by 1`;
  const separator = levelSeparator(facet);
  return separator === null ? flatTexts(field, counted) : nestedTexts(facet, counted, separator);
}

/** The value by which rows are first grouped: the day of a datetime, the whole list of a multivalued field. */
const groupedValueSql = (type: FieldType, value: Sql, timezone: string): Sql =>
  type === 'datetime' ? sql`${odsql}clock(${value}, ${timezoneSql(timezone)})::date` : value;

const flatTexts = (field: SqlField, counted: Sql): Sql =>
  field.isMultivalued
    ? sql`select '' as parent, value, sum(count) as count from (
        select unnest(${odsql}distinct_values(value)) as value, count from (${counted}) as counted) as items
        where value is not null group by 2`
    : sql`select '' as parent, ${textSql(field.type)} as value, count from (${counted}) as counted`;

function textSql(type: FieldType): Sql {
  switch (type) {
    case 'date':
    case 'datetime':
      return sql`replace(${odsql}date_text(value), '-', '/')`;
    case 'int':
      return sqlText('value::text');
    case 'double':
      return sql`${odsql}number_text(value)`;
    case 'text':
    case 'file':
    case 'geo_point_2d':
    case 'geo_shape':
      return sqlText('value');
  }
}

/** The text of each level that is shown: the first, and those below the shown values. */
function nestedTexts({ field, shown }: ShownLevels, counted: Sql, separator: string): Sql {
  const parents = ['', ...shown].map((parent) => {
    const depth = parent === '' ? 0 : parent.split(separator).length;
    return sql`(${parent}::text, ${sqlText(String(depth))})`;
  });
  // a list is kept next to its items, so that a record with several items below the same value counts once
  const texts = field.isMultivalued
    ? sql`select value as list, unnest(value) as value, count from (${counted}) as counted`
    : sql`select ${textSql(field.type)} as value, count from (${counted}) as counted`;
  const level = sql`array_to_string((string_to_array(texts.value, ${separator}::text))[:parents.depth + 1], ${separator}::text)`;
  const columns = sql`
    parents.value as parent, ${level} as value,
      texts.count as count${sqlText(field.isMultivalued ? ', texts.list as list' : '')}`;
  return sql`select parent, value, sum(count) as count from (
    select ${sqlText(field.isMultivalued ? 'distinct ' : '')}${columns} from (${texts}) as texts
      join (values ${sqlJoin(parents, ', ')}) as parents (value, depth)
        on parents.depth = 0 or starts_with(texts.value, parents.value || ${separator}::text)) as levels group by 1, 2`;
}
