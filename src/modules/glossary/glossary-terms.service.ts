import type { RequestContext } from '#api/context.ts';
import { requirePermission } from '#api/session.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { withAuditEntry } from '#identity/index.ts';
import type {
  CreateGlossaryTermInput,
  DeleteGlossaryTermInput,
  UpdateGlossaryTermInput,
} from './glossary-term.inputs.ts';
import { maxTerms, parseTerm } from './glossary-term.rules.ts';
import { GlossaryTermEntity } from './glossary-term.entity.ts';
import { normalizeSearchText } from './normalize-search-text.ts';

/**
 * Adds a term to the glossary and returns its uid. Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `edit_page`, and
 * INVALID_INPUT when a value is invalid or the glossary is full.
 */
export async function createGlossaryTerm(ctx: RequestContext, input: CreateGlossaryTermInput): Promise<string> {
  requirePermission(ctx.session, 'edit_page');
  const { name = '', aliases = [], description = '' } = parseTerm(input);
  return withAuditEntry(ctx, { action: 'createGlossaryTerm', type: 'GlossaryTerm', input }, async (tx) => {
    await requireBelowMaxTerms(tx);
    const uid = newUid('glossaryTerm');
    tx.em.create(GlossaryTermEntity, {
      uid,
      name,
      aliases: [...aliases],
      description,
      searchName: normalizeSearchText(name),
      searchAliases: aliases.map(normalizeSearchText),
    });
    return uid;
  });
}

/** Fails INVALID_INPUT when the glossary already has the maximum number of terms; locks out other additions until the transaction ends. */
async function requireBelowMaxTerms({ db }: RequestContext): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.glossary}::bigint)`);
  const counted = await firstRow<{ count: number }>(db, sql`select count(*)::int as count from glossary_term`);
  if (counted && counted.count >= maxTerms)
    failFields({ name: [`The glossary already has the maximum of ${maxTerms} terms. Delete a term first.`] });
}

/**
 * Changes a term and returns its uid. Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `edit_page`, NOT_FOUND when there is no
 * such term, and INVALID_INPUT when a value is invalid.
 */
export async function updateGlossaryTerm(ctx: RequestContext, input: UpdateGlossaryTermInput): Promise<string> {
  const { uid, ...texts } = input;
  requirePermission(ctx.session, 'edit_page');
  return withAuditEntry(ctx, { action: 'updateGlossaryTerm', type: 'GlossaryTerm', input }, async ({ em }) => {
    const term = (await em.findOne(GlossaryTermEntity, { uid })) ?? fail('NOT_FOUND');
    const { name = term.name, aliases = term.aliases, description = term.description } = parseTerm(texts);
    em.assign(term, {
      name,
      aliases: [...aliases],
      description,
      searchName: normalizeSearchText(name),
      searchAliases: aliases.map(normalizeSearchText),
    });
    return uid;
  });
}

/**
 * Deletes a term and returns its uid. Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `edit_page`, and NOT_FOUND when there is
 * no such term.
 */
export async function deleteGlossaryTerm(ctx: RequestContext, input: DeleteGlossaryTermInput): Promise<string> {
  requirePermission(ctx.session, 'edit_page');
  return withAuditEntry(ctx, { action: 'deleteGlossaryTerm', type: 'GlossaryTerm', input }, async ({ db }) => {
    const deleted = await firstRow<{ uid: string }>(
      db,
      sql`delete from glossary_term where uid = ${input.uid} returning uid`,
    );
    return deleted?.uid ?? fail('NOT_FOUND');
  });
}
