import type { RequestContext } from '#api/context.ts';
import { type Connection, connectionOfList, type PageArgs } from '#api/reading/connection.ts';
import { readRootPage } from '#api/reading/read.ts';
import { rowsQuery } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { glossaryRoots, glossaryTerms } from './glossary-term.source.ts';
import type { GlossaryTerm } from './glossary-term.type.ts';
import { normalizeSearchText } from './normalize-search-text.ts';

/** A page of the terms whose name or alias contains a text, the best matches first; without a text, a page of all terms by name. */
export async function searchTerms(
  ctx: RequestContext,
  page: PageArgs,
  search: string | null | undefined,
): Promise<Connection<Row<GlossaryTerm>>> {
  const wanted = normalizeSearchText(search ?? '');
  if (wanted === '') return readRootPage(ctx, glossaryRoots.glossaryTerms, page);
  const found = await findTermsContaining(ctx, wanted);
  const ranked = found
    .map((term) => ({ term, rank: rankTerm(term, wanted) }))
    .sort((one, other) => one.rank - other.rank);
  return connectionOfList(
    ranked.map(({ term }) => term),
    page,
    ({ uid }) => uid,
  );
}

/** The terms that contain the text, by name. */
const findTermsContaining = (ctx: RequestContext, wanted: string): Promise<Row<GlossaryTerm>[]> =>
  ctx.db.rows<Row<GlossaryTerm>>(sql`
  ${rowsQuery(glossaryTerms, {
    session: ctx.session,
    where: sql`strpos(t.search_name, ${wanted}) > 0
    or exists (select from unnest(t.search_aliases) alias where strpos(alias, ${wanted}) > 0)`,
  })}
  order by t.search_name, t.uid`);

/** The rank of a text for a search; the lowest is the best. */
const ranks = { exact: 0, prefix: 1, wordPrefix: 2, substring: 3, none: 4 } as const;

/** The start of a word: no letter or digit before it. */
const wordStart = /(?<![\p{L}\p{N}])./gu;

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return ranks.exact;
  if (text.startsWith(wanted)) return ranks.prefix;
  if (text.matchAll(wordStart).some(({ index }) => text.startsWith(wanted, index))) return ranks.wordPrefix;
  return text.includes(wanted) ? ranks.substring : ranks.none;
}

/**
 * The rank of a term for a normalized text; the lowest is the best. The rank is that of the name if the name matches, otherwise that of the
 * best alias. Any match of a name ranks before all matches of aliases.
 */
export function rankTerm(
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  wanted: string,
): number {
  const byName = rankOf(normalizeSearchText(name), wanted);
  if (byName < ranks.none) return byName;
  return ranks.none + Math.min(ranks.none, ...aliases.map((alias) => rankOf(normalizeSearchText(alias), wanted)));
}
