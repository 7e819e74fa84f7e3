import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import type { FacetSort } from '../tree.ts';
import { ancestorsOf, type BoundFacet } from './facet-levels.ts';
import { facetTexts } from './facet-texts-sql.ts';
import type { SqlField } from './scope.ts';

/** A facet to count. */
export interface SqlFacet extends BoundFacet<SqlField> {
  /** Selects the rows to count: the matches of the query, but a disjunctive facet ignores its own refinements. Null counts all rows. */
  readonly condition: Sql | null;
}

/** Where facets are counted. */
export interface FacetTable {
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
