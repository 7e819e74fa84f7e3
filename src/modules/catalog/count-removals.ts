import type { RequestContext } from '#api/context.ts';
import { foldText } from '#kernel/text.ts';
import { sql, type Sql, sqlAnd, sqlColumns, sqlText } from '#kernel/sql.ts';
import { maySeeIfPublished } from '#access/index.ts';
import type { CatalogFacet } from './parse-facets.ts';
import { refineEntries } from './refine-entries.ts';
import type { CatalogRemoval } from './removal.type.ts';
import { readCachedRows, type Searcher } from './searcher.ts';
import { hasWords, type QueryWord } from './search-words.ts';

/** The maximum number of conditions that are left out, each in turn, and the number up to which datasets are counted without one. */
const maxRemovals = 20;
const maxCounted = 10_000;

/** The conditions of a search. */
interface Conditions {
  readonly query: string;
  readonly words: readonly QueryWord[];
  /** The condition of each given member of the filter. */
  readonly filter: ReadonlyMap<string, Sql> | undefined;
  readonly refined: readonly CatalogFacet[];
}

/** A condition that may be left out. */
interface Removable extends Omit<CatalogRemoval, 'totalCount'> {
  readonly sql: Sql;
}

/** The conditions whose removal finds datasets, those that find the most first. One statement counts them all. */
export async function countRemovals(
  ctx: RequestContext,
  searcher: Searcher,
  conditions: Conditions,
): Promise<readonly CatalogRemoval[]> {
  const { session } = searcher;
  const e = sqlText('e');
  const { words } = conditions;
  const others = [...(await refinements(ctx, searcher, conditions.refined)), ...filterMembers(conditions)];
  const ofWords = words.length === 0 ? [] : [hasWords(session, e, words)];
  const count = (...remaining: readonly Sql[]): Sql =>
    sql`(select count(*)::int from (select from catalog_entry e
      where ${sqlAnd(maySeeIfPublished(session, e), ...remaining)} limit ${maxCounted}::int) found)`;
  const without: readonly (readonly [Omit<CatalogRemoval, 'totalCount'>, Sql])[] = [
    ...others.map((removed) => [removed, count(...ofWords, ...sqlOf(others, removed))] as const),
    ...(words.length === 0
      ? []
      : [[{ condition: 'QUERY', field: null, value: null } as const, count(...sqlOf(others))] as const]),
    ...(words.length < 2
      ? []
      : words.map(
          (removed) =>
            [
              { condition: 'QUERY', field: null, value: writtenAs(conditions.query, removed) } as const,
              count(hasWords(session, e, withoutWord(words, removed)), ...sqlOf(others)),
            ] as const,
        )),
  ].slice(0, maxRemovals);
  if (without.length === 0) return [];
  const counts = Object.fromEntries(without.map(([, counted], index) => [`n${index}`, counted] as const));
  const [row = {}] = await readCachedRows<Readonly<Record<string, number>>>(
    ctx,
    searcher,
    sql`select ${sqlColumns(counts)}`,
  );
  return without
    .map(([removed, _counted], index): CatalogRemoval => ({ ...removed, totalCount: row[`n${index}`] ?? 0 }))
    .filter(({ totalCount }) => totalCount > 0)
    .toSorted((one, other) => other.totalCount - one.totalCount);
}

/** The other words. The last of them is a prefix, as it is in a query that has no more. */
const withoutWord = (words: readonly QueryWord[], removed: QueryWord): readonly QueryWord[] =>
  words
    .filter((word) => word !== removed)
    .map((word, index) => (index === words.length - 2 ? { ...word, isPrefix: true } : word));

const sqlOf = (conditions: readonly Removable[], removed?: Removable): readonly Sql[] =>
  conditions.filter((condition) => condition !== removed).map((condition) => condition.sql);

const filterMembers = ({ filter }: Conditions): readonly Removable[] =>
  [...(filter?.entries() ?? [])].map(([field, condition]) => ({
    condition: 'FILTER',
    field,
    value: null,
    sql: condition,
  }));

/** The refined values, those of a disjunctive facet as one condition, and the excluded ones. */
async function refinements(
  ctx: RequestContext,
  searcher: Searcher,
  facets: readonly CatalogFacet[],
): Promise<readonly Removable[]> {
  const parts = facets.flatMap((facet) => {
    const { refined, excluded, isDisjunctive, name } = facet;
    const isOne = isDisjunctive && refined.length > 1;
    return [
      ...(isOne ? [refined] : refined.map((value) => [value])).map((values) => ({
        removable: { condition: 'REFINE', field: name, value: isOne ? null : (values[0] ?? null) } as const,
        facet: { ...facet, refined: values, excluded: [] },
      })),
      ...excluded.map((value) => ({
        removable: { condition: 'EXCLUDE', field: name, value } as const,
        facet: { ...facet, refined: [], excluded: [value] },
      })),
    ];
  });
  return Promise.all(
    parts.map(async ({ removable, facet }) => ({
      ...removable,
      sql: (await refineEntries(ctx, searcher, [facet])) ?? sqlText('true'),
    })),
  );
}

/** A word as the query writes it. */
const writtenAs = (query: string, { text }: QueryWord): string =>
  query.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((word) => foldText(word) === text) ?? text;
