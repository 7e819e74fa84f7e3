import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { FieldType } from '../../records/field.ts';
import type { FacetSort } from '../tree.ts';
import { ancestorsOf, levelSeparator, type BoundFacet } from './facet-levels.ts';
import type { SqlField } from './scope.ts';

/** A facet to count. */
export interface SqlFacet extends BoundFacet<SqlField> {
  /** Selects the rows to count: the matches of the query, but a disjunctive facet ignores its own refinements. Null counts all rows. */
  readonly condition: Sql | null;
}

/**
 * One statement that counts the values of all facets. `facetTree` builds a tree from its rows. Facets with the same condition count the
 * rows of one shared subquery.
 */
export function facetsStatement(facets: readonly SqlFacet[], from: Sql, timezone: string): Sql {
  const keys = facets.map(({ condition }) => condition && JSON.stringify(condition.render()));
  const shared = [...new Set(keys)].flatMap((key, number) => {
    const sharing = facets.filter((_, index) => key !== null && keys[index] === key);
    const condition = sharing[0]?.condition;
    return condition && sharing.length > 1
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
    return facetSql(facet, index, source, timezone);
  });
  const tablesSql = tables.length > 0 ? sql`with ${sqlJoin(tables, ', ')} ` : sqlText('');
  return sql`${tablesSql}select facet, parent, value, count::int as count from (${sqlJoin(counts, ' union all ')}) as counted
    order by facet, parent, number`;
}

const columnOf = (facet: SqlFacet, facets: readonly SqlFacet[]): Sql => sqlText(`f${facets.indexOf(facet)}`);

/** The table, the condition on its rows, and the value that a facet counts. */
interface FacetSource {
  readonly from: Sql;
  readonly condition: Sql;
  readonly value: Sql;
}

function facetSql(facet: SqlFacet, index: number, { from, condition, value }: FacetSource, timezone: string): Sql {
  const { field, limit } = facet;
  // Equal values are counted first, so that levels are computed only once for each value.
  const counted = sql`select ${groupedValueSql(field.type, value, timezone)} as value, count(*) as count from ${from}
    where ${condition} and ${value} is not null group by 1`;
  const kept = [...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))];
  return sql`(select ${index}::int as facet, parent, value, count, number from (
    select parent, value, count, row_number() over (partition by parent order by ${sortSql(facet)}) as number
    from (${levelsSql(facet, counted)}) as levels) as numbered
    where number <= ${limit}::bigint or value = any(${kept}::text[]))`;
}

/** The value by which rows are first grouped: the day of a datetime, the whole list of a multivalued field. */
const groupedValueSql = (type: FieldType, value: Sql, timezone: string): Sql =>
  type === 'datetime' ? sql`(${value} at time zone ${timezone}::text)::date` : value;

/** Selects the values of all shown levels, each with its parent and its count. A record counts once for each value. */
function levelsSql(facet: SqlFacet, counted: Sql): Sql {
  const separator = levelSeparator(facet);
  return separator === null ? flatLevelSql(facet, counted) : nestedLevelsSql(facet, counted, separator);
}

/** The values as texts, each with its count, for a field that is not multivalued. */
const singleTextsSql = ({ field }: SqlFacet, counted: Sql): Sql =>
  sql`(select ${textsSql(field)} as value, count from (${counted}) as counted)`;

const flatLevelSql = (facet: SqlFacet, counted: Sql): Sql =>
  facet.field.isMultivalued
    ? sql`select '' as parent, texts.value, sum(count) as count from (${counted}) as counted
        cross join lateral (select distinct value from ${textsSql(facet.field)} as value) as texts group by 2`
    : sql`select '' as parent, value, count from ${singleTextsSql(facet, counted)} as texts`;

function nestedLevelsSql(facet: SqlFacet, counted: Sql, separator: string): Sql {
  const parents = ['', ...facet.shown];
  const depths = parents.map((parent) => depthOf(parent, separator));
  const values = sql`select parents.value as parent, array_to_string((string_to_array(texts.value, ${separator}))[:parents.depth + 1], ${separator}) as value`;
  const shown = sql`unnest(${parents}::text[], ${depths}::int[]) as parents (value, depth)
    on parents.depth = 0 or texts.value ^@ (parents.value || ${separator})`;
  return facet.field.isMultivalued
    ? sql`select level.parent, level.value, sum(count) as count from (${counted}) as counted
        cross join lateral (select distinct * from (${values} from ${textsSql(facet.field)} as texts (value) join ${shown}) as level) as level group by 1, 2`
    : sql`select parent, value, sum(count) as count from (${values}, texts.count from ${singleTextsSql(facet, counted)} as texts join ${shown}) as level group by 1, 2`;
}

/** The number of levels of a value; 0 for the parent of the first level. */
const depthOf = (value: string, separator: string): number => (value === '' ? 0 : value.split(separator).length);

/** The text of a counted value; for a multivalued field, a call that returns the texts as rows. */
function textsSql({ type, isMultivalued }: SqlField): Sql {
  if (isMultivalued) return sqlText('unnest(counted.value)');
  const isTime = type === 'date' || type === 'datetime';
  return sqlText(isTime ? `to_char(counted.value, 'YYYY/MM/DD')` : 'counted.value::text');
}

const text = sqlText('value collate "C"');

/** The sort order of a facet's values. Equal counts are sorted by value: numbers as numbers, other values as text. */
function sortSql({ field, sort }: SqlFacet): Sql {
  const isTime = field.type === 'date' || field.type === 'datetime';
  const isNumber = field.type === 'int' || field.type === 'double';
  const number = isNumber
    ? sqlText('value::double precision')
    : sqlText(`case when pg_input_is_valid(value, 'double precision') then value::double precision end`);
  const byValue = isNumber ? number : text;
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
      return sql`${number}, ${text}`;
    case '-num':
      return sql`${number} desc nulls last, ${text}`;
  }
}
