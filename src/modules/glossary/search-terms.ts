import type { RequestContext } from '../../api/context.ts';
import type { Connection } from '../../api/reading/connection.ts';
import { listPage } from '../../api/reading/list-page.ts';
import type { PageArgs } from '../../api/reading/page-args.ts';
import { readRootPage } from '../../api/reading/root.ts';
import { selectRows } from '../../api/reading/select.ts';
import type { Row } from '../../api/reading/type-source.ts';
import { sql } from '../../kernel/sql.ts';
import { glossaryRoots, glossaryTerms } from './glossary-term.source.ts';
import type { GlossaryTerm } from './glossary-term.type.ts';
import { searchText } from './search-text.ts';

/** A page of the terms that hold a text in their name or an alias, the best first; of all terms by name where nothing is searched. */
export async function searchTerms(
  ctx: RequestContext,
  page: PageArgs,
  search: string | null | undefined,
): Promise<Connection<Row<GlossaryTerm>>> {
  const wanted = searchText(search ?? '');
  if (wanted === '') return readRootPage(ctx, glossaryRoots.glossaryTerms, page);
  const found = await termsContaining(ctx, wanted);
  const ranked = found
    .map((term) => ({ term, rank: rankTerm(term, wanted) }))
    .sort((one, other) => one.rank - other.rank);
  return listPage(
    ranked.map(({ term }) => term),
    page,
    ({ uid }) => uid,
  );
}

/** The terms that hold the text, by name. */
const termsContaining = (ctx: RequestContext, wanted: string): Promise<Row<GlossaryTerm>[]> =>
  ctx.db.rows<Row<GlossaryTerm>>(sql`
  ${selectRows(glossaryTerms, {
    session: ctx.session,
    where: sql`strpos(t.search_name, ${wanted}) > 0
    or exists (select from unnest(t.search_aliases) alias where strpos(alias, ${wanted}) > 0)`,
  })}
  order by t.search_name, t.uid`);

/** How well a text fits what is searched; the least fits best. */
const ranks = { exact: 0, prefix: 1, wordPrefix: 2, substring: 3, none: 4 } as const;

/** A character that a word may begin with: no letter or digit is before it. */
const wordStart = /(?<![\p{L}\p{N}])./gu;

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return ranks.exact;
  if (text.startsWith(wanted)) return ranks.prefix;
  if (text.matchAll(wordStart).some(({ index }) => text.startsWith(wanted, index))) return ranks.wordPrefix;
  return text.includes(wanted) ? ranks.substring : ranks.none;
}

/** How well a term fits a text that `searchText` made: by its name, else by the best of its aliases. The least fits best. */
export function rankTerm(
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  wanted: string,
): number {
  const byName = rankOf(searchText(name), wanted);
  if (byName < ranks.none) return byName;
  return ranks.none + Math.min(ranks.none, ...aliases.map((alias) => rankOf(searchText(alias), wanted)));
}
