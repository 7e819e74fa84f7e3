import type { RequestContext } from '#api/context.ts';
import { requireCaller, requirePermission } from '#api/session.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { UserEntity, withAuditEntry } from '#identity/index.ts';
import { sortTitleOf, parseCodeEditorPage } from './code-editor/code-editor-page.rules.ts';
import type { CreateCodeEditorPageInput, CreateStudioPageInput } from './page.inputs.ts';
import { PageEntity, type PageKind } from './page.entity.ts';
import { checkPageSlug, slugFromTitle } from './page.rules.ts';
import { checkStudioPage, completeContent } from './studio/studio-page.rules.ts';

/**
 * Creates a studio page as a draft and returns its uid. Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `edit_page` or
 * `manage_page` for the domain, and INVALID_INPUT when a value is invalid.
 */
export const createStudioPage = (ctx: RequestContext, input: CreateStudioPageInput): Promise<string> =>
  createPage(ctx, 'studio_page', input, () => {
    const { title, description, content } = input;
    const draft = { title, description: description ?? '', content: completeContent(content ?? {}) };
    checkStudioPage(draft);
    return { ...draft, titles: null };
  });

/**
 * Creates a code editor page as a draft and returns its uid. Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `edit_page` or
 * `manage_page` for the domain, and INVALID_INPUT when a value is invalid.
 */
export const createCodeEditorPage = (ctx: RequestContext, input: CreateCodeEditorPageInput): Promise<string> =>
  createPage(ctx, 'code_editor_page', input, () => {
    const { titles, content } = input;
    const draft = parseCodeEditorPage({ titles, content: content ?? {} });
    return { ...draft, title: sortTitleOf(draft.titles), description: null };
  });

type Draft = Pick<PageEntity, 'title' | 'titles' | 'description' | 'content'>;
type CommonInput = Pick<CreateStudioPageInput, 'slug' | 'isRestricted'>;

/**
 * Creates a page as a draft and returns its uid. The error for a taken slug reveals no hidden page, because callers who may create pages
 * see all pages.
 */
function createPage(ctx: RequestContext, kind: PageKind, input: CommonInput, parseDraft: () => Draft): Promise<string> {
  requirePermission(ctx.session, 'edit_page', 'manage_page');
  const { slug, isRestricted } = input;
  const action = kind === 'studio_page' ? 'createStudioPage' : 'createCodeEditorPage';
  return withAuditEntry(ctx, { action, type: 'Page', input }, async (tx) => {
    const [draft] = await checkAllAsync(parseDraft, () => (slug == null ? undefined : requireFreeSlug(tx, kind, slug)));
    const uid = newUid(kind === 'studio_page' ? 'studioPage' : 'codeEditorPage');
    const now = tx.app.clock.now();
    tx.em.create(PageEntity, {
      ...draft,
      uid,
      kind,
      isRestricted: isRestricted ?? false,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      slug: slug ?? (await findFreeSlug(tx, kind, draft.title, uid)),
      createdBy: tx.em.getReference(UserEntity, requireCaller(tx.session)),
    });
    return uid;
  });
}

/** Fails INVALID_INPUT when the text is not a slug or another page has that slug. */
async function requireFreeSlug(tx: RequestContext, kind: PageKind, slug: string): Promise<void> {
  checkPageSlug(slug);
  if (await isTaken(tx, kind, slug))
    failFields({ slug: [`A page with the slug ${slug} already exists. Choose another slug.`] });
}

/** The slug of the title. When another page has that slug, a part of the uid is appended. */
async function findFreeSlug(tx: RequestContext, kind: PageKind, title: string, uid: string): Promise<string> {
  const slug = slugFromTitle(title);
  return (await isTaken(tx, kind, slug)) ? `${slug}-${uid.slice(3)}` : slug;
}

/** Whether a page of the kind has the slug. Locks the slug until the transaction ends, so that no other transaction takes it meanwhile. */
async function isTaken({ db }: RequestContext, kind: PageKind, slug: string): Promise<boolean> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${slug}`}::text, 0))`);
  return (await firstRow(db, sql`select 1 from portal_page where kind = ${kind} and slug = ${slug}`)) !== undefined;
}
