import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller, requirePermission } from '#api/session.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { GroupEntity, UserEntity, withAuditEntry, withCurrentRights, withValidKey } from '#identity/index.ts';
import type {
  CreateCodeEditorPageInput,
  CreateStudioPageInput,
  PageActionInput,
  ReplacePageRulesetInput,
  UpdateCodeEditorPageInput,
  UpdateStudioPageInput,
} from './page.inputs.ts';
import { PageEntity, PageRulesetEntity } from './page.entity.ts';
import type { PageKind } from './page.type.ts';
import { pageRights } from './page-rights.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { newUid } from '#kernel/ids.ts';
import {
  checkPageSlug,
  checkStudioPage,
  completeContent,
  findNamedDatasets,
  parseCodeEditorPage,
  slugFromTitle,
  sortTitleOf,
} from './page.rules.ts';
import { findMissingGrantees, namedGrantee, type NamedGrantee } from '#access/index.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { pageConfigurations } from './page-configuration.source.ts';
import { codeEditorPages, studioPages } from './page.source.ts';

/** What a change of a page requires. */
interface PageChange {
  /** The name of the mutation. */
  readonly action: string;
  /** The right to edit, or to manage when the change affects who sees the page. */
  readonly right: 'edit' | 'manage';
  /** The kind that the page must have; any kind when omitted. */
  readonly kind?: PageKind;
  /** Whether the input changes nothing; the revision then stays the same. */
  readonly isEmpty?: boolean;
}

/**
 * Changes a page in one transaction and returns its uid: locks the page, checks the right and the revision, increments the revision,
 * sets `updated_at`, calls `apply` and records the change in the audit log. All changes of pages go through this function. Fails UNAUTHORIZED, NOT_FOUND, PERMISSION_DENIED,
 * REVISION_MISMATCH in this order.
 */
function changePage(
  ctx: RequestContext,
  input: PageActionInput,
  change: PageChange,
  apply: (tx: RequestContext, page: PageEntity) => unknown,
): Promise<string> {
  requireCaller(ctx.session);
  const { uid, expectedRevision } = input;
  return withValidKey(ctx, async (tx) => {
    const page = await lockPage(tx, uid, change);
    if (expectedRevision != null && expectedRevision !== page.revision)
      fail('REVISION_MISMATCH', { revision: page.revision });
    tx.state.changedUid = change.right === 'manage' ? undefined : uid;
    if (change.isEmpty) return uid;
    page.revision += 1;
    page.updatedAt = tx.app.clock.now();
    await apply(tx, page);
    await recordChange(tx, { action: change.action, type: 'Page', input }, uid);
    return uid;
  });
}

/** Locks a page until the transaction ends. The caller's rights are read again with the lock held: they may have changed during the wait. */
async function lockPage(tx: RequestContext, uid: string, change: PageChange): Promise<PageEntity> {
  await findPage(tx, uid, change, sqlText('for update of t'));
  return tx.em.map(PageEntity, await findPage(await withCurrentRights(tx), uid, change, sqlText('')));
}

/** Reads a page with a locking clause. Fails NOT_FOUND when the caller may not edit the page, PERMISSION_DENIED without the required right. */
async function findPage(
  { db, session }: RequestContext,
  uid: string,
  { right, kind }: PageChange,
  lock: Sql,
): Promise<object> {
  const t = sqlText('t');
  const { isAllowed, ...row } =
    (await firstRow<{ isAllowed: boolean }>(
      db,
      sql`
    select ${pageRights[right](session, t)} as "isAllowed", t.* from portal_page t
    where t.uid = ${uid} and t.kind = coalesce(${kind ?? null}::text, t.kind) and ${pageRights.edit(session, t)} ${lock}`,
    )) ?? fail('NOT_FOUND');
  if (!isAllowed) fail('PERMISSION_DENIED', { permission: right === 'manage' ? 'manage_page' : 'edit_page' });
  return row;
}

/** Creates a studio page as a draft and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export const createStudioPage = (ctx: RequestContext, input: CreateStudioPageInput): Promise<string> =>
  createPage(ctx, 'studio_page', input, () => {
    const { title, description, content } = input;
    const draft = { title, description: description ?? '', content: completeContent(content ?? {}) };
    checkStudioPage(draft);
    return { ...draft, titles: null };
  });

/** Creates a code editor page as a draft and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export const createCodeEditorPage = (ctx: RequestContext, input: CreateCodeEditorPageInput): Promise<string> =>
  createPage(ctx, 'code_editor_page', input, () => {
    const draft = parseCodeEditorPage(input.translations);
    return { ...draft, title: sortTitleOf(draft.titles), description: null };
  });

type Draft = Pick<PageEntity, 'title' | 'titles' | 'description' | 'content'>;
type CommonInput = Pick<CreateStudioPageInput, 'slug' | 'isRestricted'>;

/** Creates a page as a draft and returns its uid. A taken slug reveals nothing: its callers see all pages. */
function createPage(ctx: RequestContext, kind: PageKind, input: CommonInput, parseDraft: () => Draft): Promise<string> {
  requirePermission(ctx.session, 'create_page', 'edit_page', 'manage_page');
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

/** Changes the draft of a studio page and returns its uid. Fails as `changePage` does, and with INVALID_INPUT when a value is invalid. */
export const updateStudioPage = (ctx: RequestContext, input: UpdateStudioPageInput): Promise<string> =>
  changePage(ctx, input, { action: 'updateStudioPage', kind: 'studio_page', ...pageChangeFor(input) }, (_tx, page) => {
    const { title, description, content } = input;
    const draft = {
      title: title === undefined ? page.title : (title ?? ''),
      description: description === undefined ? (page.description ?? '') : (description ?? ''),
      content: completeContent(content === undefined ? page.content : (content ?? {})),
    };
    checkStudioPage(draft);
    Object.assign(page, draft);
    setRestriction(page, input);
  });

/** Changes the draft of a code editor page and returns its uid. Fails as `changePage` does, and with INVALID_INPUT when a value is invalid. */
export const updateCodeEditorPage = (ctx: RequestContext, input: UpdateCodeEditorPageInput): Promise<string> =>
  changePage(
    ctx,
    input,
    { action: 'updateCodeEditorPage', kind: 'code_editor_page', ...pageChangeFor(input) },
    (_tx, page) => {
      if (input.translations !== undefined) {
        const draft = parseCodeEditorPage(input.translations ?? []);
        Object.assign(page, { ...draft, title: sortTitleOf(draft.titles) });
      }
      setRestriction(page, input);
    },
  );

/** The requirements of an update. Changing who sees a page needs the right to manage it. */
const pageChangeFor = ({
  uid: _uid,
  expectedRevision: _revision,
  ...given
}: UpdateStudioPageInput | UpdateCodeEditorPageInput): Omit<PageChange, 'action'> => ({
  right: given.isRestricted === undefined ? 'edit' : 'manage',
  isEmpty: Object.values(given).every((value) => value === undefined),
});

function setRestriction(page: PageEntity, { isRestricted }: Pick<UpdateStudioPageInput, 'isRestricted'>): void {
  if (isRestricted !== undefined) page.isRestricted = isRestricted ?? false;
}

/** Publishes the current draft of a page and returns its uid. Fails as `changePage` does. */
export const publishPage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'publishPage', right: 'edit' }, async (tx, page) => {
    Object.assign(page, {
      publishedTitle: page.title,
      publishedTitles: page.titles,
      publishedDescription: page.description,
      publishedContent: page.content,
      publishedAt: page.updatedAt,
    });
    await deleteProviders(tx, page.uid);
    await storeProviders(tx, page);
  });

/** Unpublishes a page, whose draft stays, and returns its uid. Fails as `changePage` does. */
export const unpublishPage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'unpublishPage', right: 'edit' }, async (tx, page) => {
    Object.assign(page, {
      publishedTitle: null,
      publishedTitles: null,
      publishedDescription: null,
      publishedContent: null,
      publishedAt: null,
    });
    await deleteProviders(tx, page.uid);
  });

const deleteProviders = ({ db }: RequestContext, uid: string): Promise<unknown> =>
  db.rows(sql`delete from data_provider where page_uid = ${uid}`);

async function storeProviders({ db }: RequestContext, { uid, kind, content }: PageEntity): Promise<void> {
  if (kind !== 'studio_page') return;
  await db.rows(sql`
    insert into data_provider (page_uid, name, dataset)
    select ${uid}::text, name, dataset
    from jsonb_to_recordset(${JSON.stringify(findNamedDatasets(completeContent(content)))}::jsonb) p(name text,
      dataset text)`);
}

/** Deletes a page with its rulesets, published or not, and returns its uid. Fails as `changePage` does. */
export const deletePage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'deletePage', right: 'edit' }, ({ em }, page) => {
    em.remove(page);
  });

/**
 * Replaces the rights of a user or a group on a page, and returns the page's uid. An empty list deletes the ruleset. Fails as `changePage`
 * does, and with INVALID_INPUT when the input repeats a permission, or names a user or a group that does not exist.
 */
export const replacePageRuleset = (ctx: RequestContext, input: ReplacePageRulesetInput): Promise<string> =>
  changePage(ctx, input, { action: 'replacePageRuleset', right: 'manage' }, async (tx, page) => {
    const { permissions } = input;
    const [, grantee] = await checkAllAsync(
      () => {
        if (new Set(permissions).size < permissions.length) failFields({ permissions: ['Name each permission once.'] });
      },
      () => findGrantee(tx, input),
    );
    const { username: user, groupUid: group } = grantee;
    const current = await tx.em.findOne(PageRulesetEntity, { page, user, group });
    if (current && permissions.length === 0) tx.em.remove(current);
    else if (current) current.permissions = permissions;
    else if (permissions.length > 0)
      tx.em.create(PageRulesetEntity, { page, permissions, ...referencesTo(tx, grantee) });
  });

/** Finds and locks the user or group that the input names. Fails INVALID_INPUT when there is none. */
async function findGrantee(tx: RequestContext, input: ReplacePageRulesetInput): Promise<NamedGrantee> {
  const grantee = namedGrantee(input.grantee);
  const { username, groupUid, field } = grantee;
  const missing = await findMissingGrantees(tx, {
    users: username === null ? [] : [username],
    groups: groupUid === null ? [] : [groupUid],
  });
  if (missing.length > 0) failFields({ [field]: missing.map((name) => `There is no ${name}.`) });
  return grantee;
}

const referencesTo = ({ em }: RequestContext, { username, groupUid }: NamedGrantee) => ({
  user: username === null ? null : em.getReference(UserEntity, username),
  group: groupUid === null ? null : em.getReference(GroupEntity, groupUid),
});

/** The payload of every change of a page. Each part is read only when it is selected. */
export const pagePayload = (ctx: RequestContext, uid: string) =>
  lazyObject({
    configuration: lazyRow(ctx, pageConfigurations, { uid }),
    configurationEdge: lazyEdge(ctx, pageConfigurations, { uid }),
    studioPage: lazyRow(ctx, studioPages, { uid }),
    codeEditorPage: lazyRow(ctx, codeEditorPages, { uid }),
  });
