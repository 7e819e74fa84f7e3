import type { RequestContext } from '../../api/context.ts';
import type { Connection } from '../../api/reading/connection.ts';
import { listPage } from '../../api/reading/list-page.ts';
import type { PageArgs } from '../../api/reading/page-args.ts';
import { readRootPage } from '../../api/reading/root.ts';
import { selectRows } from '../../api/reading/select.ts';
import type { Row } from '../../api/reading/source.ts';
import { sql } from '../../kernel/sql.ts';
import { glossaryRoots, glossaryTerms } from './glossary-term.source.ts';
import type { GlossaryTerm } from './glossary-term.type.ts';
import { rankTerm } from './rank-term.ts';
import { searchText } from './search-text.ts';

/** A page of the terms that hold a text in their name or an alias, the best first; of all terms by name where nothing is searched. */
export async function searchTerms(
  ctx: RequestContext,
  page: PageArgs,
  search: string | null | undefined,
): Promise<Connection<Row<GlossaryTerm>>> {
  const wanted = searchText(search ?? '');
  if (wanted === '') return readRootPage(ctx, glossaryRoots.glossaryTerms, page);
  const found = await holding(ctx, wanted);
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
const holding = (ctx: RequestContext, wanted: string): Promise<Row<GlossaryTerm>[]> =>
  ctx.db.rows<Row<GlossaryTerm>>(sql`
  ${selectRows(glossaryTerms, {
    session: ctx.session,
    where: sql`strpos(t.search_name, ${wanted}) > 0
    or exists (select from unnest(t.search_aliases) alias where strpos(alias, ${wanted}) > 0)`,
  })}
  order by t.search_name, t.uid`);
