import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { RecordPosition } from './record-cursor.ts';

/** The number of matches that are ranked by relevance: the first in the order of publication. An offset reaches only these. */
const maxRanked = 10_000;
/** The number of records that are tested one after the other. The index of words finds the matches beyond them. */
const rankedWindow = 100_000;
const laterWindow = 20_000;

/** Records that match words, ordered by relevance or in the order of publication. */
export interface MatchPage {
  /** The table, under the alias `t`. */
  readonly from: Sql;
  readonly condition: Sql;
  /** The position of a record: a whole number from 0, without gaps. */
  readonly position: Sql;
  /** Null for the order of publication. */
  readonly relevance: Sql | null;
  /** The position that the page starts after. Its relevance is null for a record that is not ranked. */
  readonly after: RecordPosition | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The places of a page of matches: rows of `relevance`, null for records that are not ranked, and `position`, in order.
 *
 * The cost does not grow with the number of matches. The index of words finds all matches when they are few. When they are many,
 * only the first are found: in a window of the table when they are dense, otherwise by the index.
 */
export function matchPositions(page: MatchPage): Sql {
  const { relevance, after, limit, offset } = page;
  const wanted = sql`${limit + offset}::bigint`;
  const isRanked = relevance !== null && after?.keys[0] !== null;
  const ctes = isRanked
    ? [
        ...rankedCtes(page, relevance),
        sql`listed as materialized (select position, relevance from ranked where ${afterSql(after)}
          order by relevance desc, position limit ${wanted})`,
        ...laterCtes(
          page,
          sqlText('(select max(position) from ranked)'),
          // nothing is read beyond the ranked records unless the page reaches there
          sql`case when (select count(*) from ranked) < ${maxRanked}::bigint then 0 else ${wanted} - (select count(*) from listed) end`,
        ),
      ]
    : laterCtes(page, sql`${after?.position ?? '-1'}::bigint`, wanted);
  const places = isRanked ? 'select * from listed union all select * from later' : 'select * from later';
  return sql`with ${sqlJoin(ctes, ', ')} ${sqlText(places)}
    order by relevance desc nulls last, position limit ${limit}::bigint offset ${offset}::bigint`;
}

/** The table expression `ranked`: all matches when they are few, otherwise the first. */
function rankedCtes(page: MatchPage, relevance: Sql): Sql[] {
  const { from, condition, position } = page;
  const isMany = sql`(select count(*) from few) > ${maxRanked}::bigint`;
  return [
    sql`few as materialized (select ${position} as position, ${relevance} as relevance
      from (select t.* from ${from} where ${condition} offset 0) t limit ${maxRanked + 1}::bigint)`,
    ...firstMatches(page, {
      name: 'first',
      relevance,
      after: sqlText('-1::bigint'),
      window: rankedWindow,
      limit: sql`case when ${isMany} then ${maxRanked}::bigint else 0 end`,
    }),
    sql`ranked as materialized (select * from few where not ${isMany} union all select * from first)`,
  ];
}

/** The table expression `later`: matches that are not ranked. */
const laterCtes = (page: MatchPage, after: Sql, limit: Sql): Sql[] =>
  firstMatches(page, {
    name: 'later',
    relevance: sqlText('null::double precision'),
    after,
    window: laterWindow,
    limit,
  });

/**
 * The first matches after a position. Dense matches are found in a window of the table; the index finds the others, and would take long
 * to find dense ones. `offset 0` makes PostgreSQL plan a subquery separately. PostgreSQL does not run a subquery with a limit of 0.
 */
function firstMatches(
  { from, condition, position }: MatchPage,
  {
    name,
    relevance,
    after,
    window,
    limit,
  }: {
    readonly name: string;
    readonly relevance: Sql;
    readonly after: Sql;
    readonly window: number;
    readonly limit: Sql;
  },
): Sql[] {
  const [all, near, far] = [name, `${name}_near`, `${name}_far`].map(sqlText);
  const end = sql`${after} + ${window}::bigint`;
  const found = sql`select ${position} as position, ${relevance} as relevance`;
  return [
    sql`${near} as materialized (${found}
      from (select t.* from ${from} where ${position} > ${after} and ${position} <= ${end} offset 0) t
      where ${condition} order by position limit ${limit})`,
    sql`${far} as materialized (${found}
      from (select t.* from ${from} where ${sqlAnd(condition, sql`${position} > ${end}`)} offset 0) t
      order by position limit (${limit}) - (select count(*) from ${near}))`,
    sql`${all} as (select * from ${near} union all select * from ${far})`,
  ];
}

function afterSql(after: RecordPosition | undefined): Sql {
  if (!after) return sqlText('true');
  const relevance = sql`${after.keys[0] ?? null}::text::double precision`;
  return sql`(relevance < ${relevance} or (relevance = ${relevance} and position > ${after.position}::bigint))`;
}
