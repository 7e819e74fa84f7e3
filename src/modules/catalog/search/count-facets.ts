import type { Facet, FacetValue } from '../../../api/types/explore/facet.type.ts';
import type { Session } from '../../../api/session/session.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { AskedFacet } from './parse-facets.ts';

const e = sqlText('e');

/** Condition: a value of the facet is this one, or below it. */
function holds({ field, separator }: AskedFacet, session: Session, value: string): Sql {
  const own = field.value(e, session);
  const is = (each: Sql) =>
    separator === null
      ? sql`${each} = ${value}`
      : sql`(${each} = ${value} or ${each} ^@ ${`${value}${separator}`}::text)`;
  if (!field.isList) return sql`coalesce(${is(own)}, false)`;
  return separator === null
    ? sql`${own} @> array[${value}]::text[]`
    : sql`exists (select from unnest(${own}) each(value) where ${is(sqlText('each.value'))})`;
}

/** Condition on the entry `e`: the values that the facet excludes, and those that it refines unless it is disjunctive. */
export const narrowed = (facet: AskedFacet, session: Session): Sql =>
  sqlAnd(
    ...facet.excluded.map((value) => sql`not ${holds(facet, session, value)}`),
    ...(isApart(facet) ? [] : facet.refined.map((value) => holds(facet, session, value))),
  );

/** Whether the facet counts without its own refinement. */
const isApart = ({ isDisjunctive, refined }: AskedFacet): boolean => isDisjunctive && refined.length > 0;

/** Condition on the entry `e`: one of the refined values of a disjunctive facet. */
const refinedApart = (facet: AskedFacet, session: Session): Sql =>
  sqlJoin(
    facet.refined.map((value) => sql`(${holds(facet, session, value)})`),
    ' or ',
  );

/** Condition on the entry `e`: everything that the facets ask for. */
export const refinedBy = (facets: readonly AskedFacet[], session: Session): Sql =>
  sqlAnd(
    ...facets.map((facet) => narrowed(facet, session)),
    ...facets.filter(isApart).map((facet) => refinedApart(facet, session)),
  );

/** What one statement counts: the entries, and for each facet its values with their counts. */
export interface Counts {
  readonly total: number;
  readonly facets: readonly (readonly (readonly [value: string, count: number])[])[];
}

/** The statement that counts the entries that meet a condition, and the values of facets; it reads each entry once. */
export function countStatement(condition: Sql, facets: readonly AskedFacet[], session: Session): Sql {
  const apart = facets.filter(isApart);
  const counted = facets.filter(({ isCounted }) => isCounted);
  const refinement = (facet: AskedFacet) => sqlName(`refined${String(apart.indexOf(facet))}`);
  const columns = [
    ...counted.map((facet, at) => sql`${facet.field.value(e, session)} as ${sqlName(`value${String(at)}`)}`),
    ...apart.map((facet) => sql`(${refinedApart(facet, session)}) as ${refinement(facet)}`),
  ];
  const others = (own?: AskedFacet) => sqlAnd(...apart.filter((each) => each !== own).map(refinement));
  const values = counted.map(
    (facet, at) =>
      sql`(${valuesOf(facet, sqlName(`value${String(at)}`), others(facet))}) as ${sqlName(`facet${String(at)}`)}`,
  );
  return sql`with found as materialized (select ${sqlJoin([sqlText('1 as one'), ...columns], ', ')} from catalog_entry e
      where ${sqlAnd(condition, ...facets.map((facet) => narrowed(facet, session)))})
    select json_build_object('total', (select count(*) from found where ${others()}),
      'facets', json_build_array(${sqlJoin(
        values.map((_value, at) => sqlName(`facet${String(at)}`)),
        ', ',
      )})) as counts from (select ${values.length === 0 ? sqlText('1') : sqlJoin(values, ', ')}) counted`;
}

/** Each value and its count, in the order of the facet; of each level its first values, and those that are refined. */
function valuesOf(facet: AskedFacet, value: Sql, condition: Sql): Sql {
  const { limit, refined, separator } = facet;
  const order = orderOf(facet);
  const counted =
    separator === null ? countedValues(facet, value, condition) : countedLevels(facet, separator, value, condition);
  return sql`select coalesce(json_agg(json_build_array(value, count) order by ${order}), '[]'::json) from (
    select value, count, row_number() over (partition by parent order by ${order}) as place from (${counted}) counted) placed
    where place <= ${limit}::int or value = any(${refined}::text[])`;
}

const countedValues = ({ field }: AskedFacet, value: Sql, condition: Sql): Sql => {
  const listed = sql`select ${field.isList ? sql`unnest(${value})` : value} as value from found where ${condition}`;
  return sql`select value, null::text as parent, count(*)::int as count from (${listed}) listed where value is not null group by 1`;
};

/** The paths of the first level, and of the levels below refined values. Equal values are counted first, because few of many are different. */
function countedLevels({ field, refined }: AskedFacet, separator: string, value: Sql, condition: Sql): Sql {
  const open = [...new Set(refined.flatMap((each) => ancestors(each, separator)))];
  const depth = 1 + Math.max(0, ...open.map((each) => each.split(separator).length));
  const parts = sql`string_to_array(item, ${separator}::text)`;
  const above = sql`array_to_string((${parts})[:level - 1], ${separator}::text)`;
  const levels = sql`select distinct array_to_string((${parts})[:level], ${separator}::text) as value, ${above} as parent
    from unnest(${field.isList ? sqlText('equal.value') : sqlText('array[equal.value]')}) item, generate_series(1, ${depth}::int) level
    where level <= cardinality(${parts}) and (level = 1 or ${above} = any(${open}::text[]))`;
  const equal = sql`select ${value} as value, count(*) as count from found where ${condition} and ${value} is not null group by 1`;
  return sql`select levels.value, levels.parent, sum(equal.count)::int as count from (${equal}) equal
    cross join lateral (${levels}) levels group by 1, 2`;
}

/** A path and the paths above it. */
const ancestors = (path: string, separator: string): string[] =>
  path.split(separator).map((_part, at, parts) => parts.slice(0, at + 1).join(separator));

const number = sqlText(`case when value ~ '^-?[0-9]{1,100}([.][0-9]{1,100})?$' then value::numeric end`);
const orders: Readonly<Record<AskedFacet['sort'], Sql>> = {
  count: sqlText('count, value collate "C"'),
  count_desc: sqlText('count desc, value collate "C"'),
  alphanum: sqlText('value collate "C"'),
  alphanum_desc: sqlText('value collate "C" desc'),
  num: sql`${number} nulls last, value collate "C"`,
  num_desc: sql`${number} desc nulls last, value collate "C"`,
};
const orderOf = ({ sort }: AskedFacet): Sql => orders[sort];

/** The facets of an answer: those with values, in the order requested. */
export const facetsOf = (asked: readonly AskedFacet[], { facets }: Counts): Facet[] =>
  asked
    .filter(({ isCounted }) => isCounted)
    .map((facet, at) => ({ name: facet.field.name, values: valuesWithStates(facet, facets[at] ?? []) }))
    .filter(({ values }) => values.length > 0);

function valuesWithStates(facet: AskedFacet, counted: readonly (readonly [string, number])[]): FacetValue[] {
  const { separator } = facet;
  const [refined, excluded] = [new Set(facet.refined), new Set(facet.excluded)];
  const counts = new Map(counted);
  for (const value of facet.refined.flatMap((each) => (separator === null ? each : ancestors(each, separator))))
    if (!counts.has(value)) counts.set(value, 0);
  const partsOf = (value: string) => (separator === null ? [value] : value.split(separator));
  const shown = [...counts.keys(), ...facet.excluded.filter((value) => !counts.has(value))].map((value) => {
    const parts = partsOf(value);
    return {
      value,
      label: parts.at(-1) ?? value,
      parent: JSON.stringify(parts.slice(0, -1)),
      path: JSON.stringify(parts),
    };
  });
  const byParent = Map.groupBy(shown, ({ parent }) => parent);
  const below = (parent: string): FacetValue[] =>
    (byParent.get(parent) ?? []).map(({ value, label, path }) => ({
      value,
      label,
      count: excluded.has(value) ? null : (counts.get(value) ?? 0),
      state: refined.has(value) ? 'refined' : excluded.has(value) ? 'excluded' : 'displayed',
      children: below(path),
    }));
  return below('[]');
}
