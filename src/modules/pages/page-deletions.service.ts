import type { RequestContext } from '#api/context.ts';
import { recordChange } from '#api/record-change.ts';
import { requireCaller } from '#api/session.ts';
import { failFields } from '#kernel/fail.ts';
import { allInOrder } from '#kernel/concurrency.ts';
import { toNodeId } from '#kernel/ids.ts';
import { odsql, sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { foldText } from '#kernel/text.ts';
import { withCurrentRights, withValidKey } from '#identity/index.ts';
import { changePage } from './change-page.ts';
import type { DeleteCodeEditorPagesInput, PageActionInput } from './page.inputs.ts';
import { pageRights } from './page-rights.ts';
import type { PageEntity } from './page.entity.ts';
import type { PageKind } from './page.type.ts';
import { searchedText } from './page-configuration.source.ts';

/** Deletes a page with its rulesets, published or not, and returns its uid. Fails as `changePage` does. */
export const deletePage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'deletePage', right: 'edit', isForArchived: true }, async (tx, page) => {
    tx.em.remove(page);
    await recordGone(tx, page.kind, isPublic(page) ? [page.slug] : []);
  });

const isPublic = ({ publishedAt, isRestricted, isArchived }: PageEntity): boolean =>
  publishedAt != null && !isRestricted && !isArchived;

/** The maximum number of pages that one change deletes. */
const maxDeleted = 1_000;
const maxSearchLength = 200;

/**
 * Deletes the code editor pages that are among the given slugs and match the search, whichever is given, as far as the caller may edit them, in
 * one transaction. Fails UNAUTHORIZED, and INVALID_INPUT when neither is given or more pages match than one change deletes.
 */
export async function deleteCodeEditorPages(
  ctx: RequestContext,
  input: DeleteCodeEditorPagesInput,
): Promise<{ slugs: readonly string[]; ids: readonly string[] }> {
  requireCaller(ctx.session);
  const slugs = input.slugs ?? undefined;
  const search = input.search?.trim() === '' ? undefined : (input.search ?? undefined);
  if (slugs === undefined && search === undefined) failFields({ slugs: ['Name slugs, or give a search.'] });
  if (slugs && slugs.length > maxDeleted) failFields({ slugs: [`Name at most ${String(maxDeleted)} slugs.`] });
  if (search !== undefined && search.length > maxSearchLength)
    failFields({ search: [`Use ${String(maxSearchLength)} characters at most.`] });
  const t = sqlText('t');
  const isNamed = sqlAnd(
    sqlText(`t.kind = 'code_editor_page'`),
    slugs && sql`t.slug = any(${slugs}::text[])`,
    search === undefined ? undefined : sql`strpos(${odsql}fold(${searchedText(t)}), ${foldText(search)}) > 0`,
  );
  return withValidKey(ctx, async (tx) => {
    const found = await tx.db.rows<{ uid: string }>(sql`
      select t.uid from portal_page t where ${isNamed} and ${pageRights.edit(tx.session, t)}
      order by t.slug limit ${maxDeleted + 1} for update of t`);
    if (found.length > maxDeleted)
      failFields({ search: [`More than ${String(maxDeleted)} pages match. Give a longer part of their title.`] });
    const { session } = await withCurrentRights(tx);
    const uids = found.map(({ uid }) => uid);
    const deleted = await tx.db.rows<{ uid: string; slug: string; isPublic: boolean }>(sql`
      with deleted as (
        delete from portal_page t where t.uid = any(${uids}::text[]) and ${pageRights.edit(session, t)}
        returning t.uid, t.slug, t.published_at is not null and not t.is_restricted and not t.is_archived as "isPublic")
      select * from deleted order by slug`);
    await recordGone(
      tx,
      'code_editor_page',
      deleted.flatMap((page) => (page.isPublic ? [page.slug] : [])),
    );
    await allInOrder(
      deleted.map(({ uid }) => recordChange(tx, { action: 'deleteCodeEditorPages', type: 'Page', input }, uid)),
    );
    return {
      slugs: deleted.map(({ slug }) => slug),
      ids: deleted.map(({ uid }) => toNodeId('CodeEditorPageConfiguration', uid)),
    };
  });
}

/** Makes the addresses of deleted pages say for a while that they are gone; those of earlier ones expire. */
async function recordGone(
  { app: { clock, config }, db }: RequestContext,
  kind: PageKind,
  slugs: readonly string[],
): Promise<void> {
  const now = clock.now();
  const expired = new Date(now.getTime() - config.deletedRetentionDays * dayMs);
  await db.send(sql`delete from deleted_page where deleted_at < ${expired}`);
  if (slugs.length > 0)
    await db.send(sql`
      insert into deleted_page (kind, slug, deleted_at) select ${kind}::text, slug, ${now} from unnest(${slugs}::text[]) slug
      on conflict (kind, slug) do update set deleted_at = excluded.deleted_at`);
}

const dayMs = 24 * 60 * 60 * 1000;
