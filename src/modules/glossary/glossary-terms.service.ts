import type { RequestContext } from '#api/context.ts';
import { LockMode } from '@mikro-orm/core';
import { requirePermission } from '#api/session.ts';
import { requireRevision } from '#api/require-revision.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { withAuditEntry } from '#identity/index.ts';
import type {
  CreateGlossaryTermInput,
  DeleteGlossaryTermInput,
  UpdateGlossaryTermInput,
} from './glossary-term.inputs.ts';
import { maxTerms, normalizeSearchText, parseTerm } from './glossary-term.rules.ts';
import { GlossaryTermEntity } from './glossary-term.entity.ts';
import { type Connection, connectionOfList, type PageArgs } from '#api/reading/connection.ts';
import { readRootPage } from '#api/reading/read.ts';
import { rowsQuery } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import { glossaryList, glossaryRoots, glossaryTerms } from './glossary-term.source.ts';
import type { GlossaryTerm } from './glossary-term.type.ts';

/** Adds a term and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED, and INVALID_INPUT, also when the glossary is full. */
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

/** Changes a term and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED, NOT_FOUND, REVISION_MISMATCH and INVALID_INPUT. */
export async function updateGlossaryTerm(ctx: RequestContext, input: UpdateGlossaryTermInput): Promise<string> {
  const { uid, expectedRevision, ...texts } = input;
  requirePermission(ctx.session, 'edit_page');
  return withAuditEntry(ctx, { action: 'updateGlossaryTerm', type: 'GlossaryTerm', input }, async ({ em }) => {
    const term =
      (await em.findOne(GlossaryTermEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('NOT_FOUND');
    requireRevision(term, expectedRevision);
    const { name = term.name, aliases = term.aliases, description = term.description } = parseTerm(texts);
    em.assign(term, {
      name,
      aliases: [...aliases],
      description,
      searchName: normalizeSearchText(name),
      searchAliases: aliases.map(normalizeSearchText),
      revision: term.revision + (Object.keys(texts).length > 0 ? 1 : 0),
    });
    return uid;
  });
}

/** Deletes a term and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and NOT_FOUND. */
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

/** The filter and the order of the glossary. */
interface GlossaryCriteria {
  readonly filter?: { readonly text?: string | null } | null;
  readonly orderBy?: readonly object[] | null;
}

/** A page of terms: those that contain a text by their rank, unless another order is given, otherwise by name. */
export async function readTerms(
  ctx: RequestContext,
  page: PageArgs,
  criteria: GlossaryCriteria,
): Promise<Connection<Row<GlossaryTerm>>> {
  const wanted = normalizeSearchText(criteria.filter?.text ?? '');
  const isRanked = wanted !== '' && !criteria.orderBy?.length;
  return isRanked
    ? pageByRank(ctx, page, wanted)
    : readRootPage(ctx, glossaryRoots.glossaryTerms, page, { ...criteria });
}

/** A page of the terms that contain a text, the best matches first, then by name. */
async function pageByRank(ctx: RequestContext, page: PageArgs, wanted: string): Promise<Connection<Row<GlossaryTerm>>> {
  const where = glossaryList.where({ 'filter.text': [wanted] }, sqlText('t'));
  const found = await ctx.db.rows<Row<GlossaryTerm>>(
    sql`${rowsQuery(glossaryTerms, { session: ctx.session, where })} order by t.search_name, t.uid`,
  );
  const ranked = found
    .map((term) => ({ term, rank: rankTerm(term, wanted) }))
    .sort((one, other) => one.rank - other.rank);
  return connectionOfList(
    ranked.map(({ term }) => term),
    page,
    ({ uid }) => uid,
  );
}

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
