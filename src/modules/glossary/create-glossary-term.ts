import type { RequestContext } from '../../api/context.ts';
import { requirePermission } from '../../api/session.ts';
import { failFields } from '../../kernel/fail.ts';
import { newUid } from '../../kernel/ids.ts';
import { sql } from '../../kernel/sql.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { withValidKey } from '../identity/index.ts';
import type { CreateGlossaryTermInput } from './glossary-term.inputs.ts';
import { mostTerms, readTerm } from './glossary-term.rules.ts';
import { GlossaryTermEntity } from './glossary-term.entity.ts';
import { searchText } from './search-text.ts';

/** Adds a term to the glossary and answers its uid; fails UNAUTHORIZED, PERMISSION_DENIED without `edit_page`, INVALID_INPUT. */
export async function createGlossaryTerm(ctx: RequestContext, input: CreateGlossaryTermInput): Promise<string> {
  requirePermission(ctx.session, 'edit_page');
  const { name = '', aliases = [], description = '' } = readTerm(input);
  return withValidKey(ctx, async (tx) => {
    await requireRoom(tx);
    const uid = newUid('glossaryTerm');
    tx.em.create(GlossaryTermEntity, {
      uid,
      name,
      aliases: [...aliases],
      description,
      searchName: searchText(name),
      searchAliases: aliases.map(searchText),
    });
    return uid;
  });
}

/** Lets terms be added one at a time, as long as there are not too many. */
async function requireRoom({ db }: RequestContext): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.glossary}::bigint)`);
  const counted = await firstRow<{ count: number }>(db, sql`select count(*)::int as count from glossary_term`);
  if (counted && counted.count >= mostTerms)
    failFields({ name: [`The glossary has ${mostTerms} terms, which is the most; delete one first.`] });
}
