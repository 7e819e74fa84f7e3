import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { requireCaller, requirePermission } from '#api/session.ts';
import { checkAll, checkAllAsync } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { lazyObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { UserEntity, withAuditEntry } from '#identity/index.ts';
import { changePage, type PageChange } from './change-page.ts';
import type {
  CreateCodeEditorPageInput,
  CreateStudioPageInput,
  PageActionInput,
  UpdateCodeEditorPageInput,
  UpdateStudioPageInput,
} from './page.inputs.ts';
import { PageEntity } from './page.entity.ts';
import type { PageKind } from './page.type.ts';
import {
  checkPageSlug,
  checkStudioPage,
  checkUnchangedSlug,
  completeContent,
  findNamedDatasets,
  parseCodeEditorPage,
  parsePageNotes,
  parseTextsByLanguage,
  slugFromTitle,
  sortTitleOf,
} from './page.rules.ts';
import { pageConfigurations } from './page-configuration.source.ts';
import { codeEditorPages, studioPages } from './page.source.ts';

/** Creates a studio page as a draft and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export const createStudioPage = (ctx: RequestContext, input: CreateStudioPageInput): Promise<string> =>
  createPage(ctx, 'studio_page', input, () => {
    const { title, slug, description, content } = input;
    const draft = {
      title: title ?? slug ?? failFields({ title: ['Give the page a title or a slug.'] }),
      description: description ?? '',
      content: completeContent(content ?? {}),
    };
    checkStudioPage(draft);
    return { ...draft, titles: null, template: null, tags: [] };
  });

/** Creates a code editor page as a draft and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export const createCodeEditorPage = (ctx: RequestContext, input: CreateCodeEditorPageInput): Promise<string> =>
  createPage(ctx, 'code_editor_page', input, () => {
    const { translations, slug } = input;
    const [texts, notes] = checkAll(
      () => (translations ? parseCodeEditorPage(translations) : parseTextsByLanguage(input, {}, slug)),
      () => parsePageNotes(input),
    );
    return { ...texts, ...notes, title: sortTitleOf(texts.titles) };
  });

type Draft = Pick<PageEntity, 'title' | 'titles' | 'description' | 'content' | 'template' | 'tags'>;
type CommonInput = Pick<CreateStudioPageInput, 'slug' | 'isRestricted' | 'isPublic'> &
  Pick<CreateCodeEditorPageInput, 'isPublished'>;

/** Creates a page as a draft and returns its uid. */
function createPage(ctx: RequestContext, kind: PageKind, input: CommonInput, parseDraft: () => Draft): Promise<string> {
  requirePermission(ctx.session, 'create_page', 'edit_page', 'manage_page');
  const { slug } = input;
  const action = kind === 'studio_page' ? 'createStudioPage' : 'createCodeEditorPage';
  return withAuditEntry(ctx, { action, type: 'Page', input }, async (tx) => {
    const [draft] = await checkAllAsync(parseDraft, () => (slug == null ? undefined : requireFreeSlug(tx, kind, slug)));
    const uid = newUid(kind === 'studio_page' ? 'studioPage' : 'codeEditorPage');
    const now = tx.app.clock.now();
    const creator = tx.em.getReference(UserEntity, requireCaller(tx.session));
    const page = tx.em.create(PageEntity, {
      ...draft,
      uid,
      kind,
      isRestricted: restrictionOf(input) ?? false,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      draftUpdatedAt: now,
      slug: slug ?? (await findFreeSlug(tx, kind, draft.title, uid)),
      createdBy: creator,
      updatedBy: creator,
      draftUpdatedBy: creator,
    });
    if (input.isPublished) publishDraft(page);
    tx.state.changedUid = uid;
    await tx.db.send(sql`delete from deleted_page where kind = ${kind} and slug = ${page.slug}`);
    return uid;
  });
}

/** Whether an input restricts its page; undefined where it does not say so. */
const restrictionOf = ({ isRestricted, isPublic }: CommonInput): boolean | undefined => {
  if (isPublic !== undefined) return !isPublic;
  return isRestricted === undefined ? undefined : (isRestricted ?? false);
};

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
    const { title, description, content, slug } = input;
    const draft = {
      title: title === undefined ? page.title : (title ?? ''),
      description: description === undefined ? (page.description ?? '') : (description ?? ''),
      content: completeContent(content === undefined ? page.content : (content ?? {})),
    };
    checkAll(
      () => {
        checkUnchangedSlug(slug, page.slug);
      },
      () => {
        checkStudioPage(draft);
      },
    );
    if (title !== undefined || description !== undefined || content !== undefined) changeDraft(page, draft);
    page.isRestricted = restrictionOf(input) ?? page.isRestricted;
  });

/** Changes the draft of a code editor page and returns its uid. Fails as `changePage` does, and with INVALID_INPUT when a value is invalid. */
export const updateCodeEditorPage = (ctx: RequestContext, input: UpdateCodeEditorPageInput): Promise<string> =>
  changePage(
    ctx,
    input,
    { action: 'updateCodeEditorPage', kind: 'code_editor_page', ...pageChangeFor(input) },
    (_tx, page) => {
      const { translations, slug, isPublished } = input;
      const [texts, notes] = checkAll(
        () =>
          translations === undefined
            ? parseTextsByLanguage(input, page, page.slug)
            : parseCodeEditorPage(translations ?? []),
        () =>
          parsePageNotes(input, {
            description: page.description ?? '',
            template: page.template ?? null,
            tags: page.tags,
          }),
        () => {
          checkUnchangedSlug(slug, page.slug);
        },
      );
      changeDraft(page, { ...texts, ...notes, title: sortTitleOf(texts.titles) });
      page.isRestricted = restrictionOf(input) ?? page.isRestricted;
      if (isPublished) publishDraft(page);
    },
  );

/** Changes the draft of a page, by the user and at the time of its last change. */
function changeDraft(page: PageEntity, draft: Partial<Draft>): void {
  Object.assign(page, { ...draft, draftUpdatedAt: page.updatedAt, draftUpdatedBy: page.updatedBy });
}

/** The requirements of an update. Changing who sees a page needs the right to manage it. An update without a value changes nothing. */
const pageChangeFor = (input: UpdateStudioPageInput | UpdateCodeEditorPageInput): Omit<PageChange, 'action'> => {
  const { uid: _uid, expectedRevision: _revision, canBeArchived: _archived, ...given } = input;
  const { isPublished: _published, ...values } = { isPublished: undefined, ...given };
  const isEmpty = Object.values(values).every((value) => value === undefined);
  return { right: 'edit', isRestricted: restrictionOf(given), isEmpty: () => isEmpty };
};

/** Publishes the current draft of a page and returns its uid. Fails as `changePage` does. */
export const publishPage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'publishPage', right: 'edit', isEmpty: isDraftPublished }, async (tx, page) => {
    publishDraft(page);
    await deleteProviders(tx, page.uid);
    await storeProviders(tx, page);
  });

/** What a publication copies from the draft of a page. */
const publishedParts = (page: PageEntity) => ({
  publishedTitle: page.title,
  publishedTitles: page.titles ?? null,
  publishedDescription: page.description ?? null,
  publishedContent: page.content,
});

/** Publishes the draft of a page, by the user and at the time of its last change. */
function publishDraft(page: PageEntity): void {
  Object.assign(page, {
    ...publishedParts(page),
    publishedAt: page.updatedAt,
    publishedBy: page.updatedBy,
    firstPublishedAt: page.firstPublishedAt ?? page.publishedAt ?? page.updatedAt,
  });
}

/** Whether the draft is what is published, so that publishing it changes nothing. */
const isDraftPublished = (page: PageEntity): boolean =>
  page.publishedAt != null &&
  Object.entries(publishedParts(page)).every(([name, value]) =>
    isDeepStrictEqual(Reflect.get(page, name) ?? null, value),
  );

const unpublished = {
  publishedTitle: null,
  publishedTitles: null,
  publishedDescription: null,
  publishedContent: null,
  publishedAt: null,
  publishedBy: null,
} as const;

/** Unpublishes a page, whose draft stays, and returns its uid. Fails as `changePage` does. */
export const unpublishPage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(
    ctx,
    input,
    { action: 'unpublishPage', right: 'edit', isEmpty: ({ publishedAt }) => publishedAt == null },
    async (tx, page) => {
      Object.assign(page, { ...unpublished, firstPublishedAt: page.firstPublishedAt ?? page.publishedAt });
      await deleteProviders(tx, page.uid);
    },
  );

/** Archives a page, or brings it back as it was, and returns its uid. Fails as `changePage` does. */
const setArchived =
  (action: 'archivePage' | 'unarchivePage', isArchived: boolean) =>
  (ctx: RequestContext, input: PageActionInput): Promise<string> =>
    changePage(
      ctx,
      input,
      { action, right: 'edit', isForArchived: true, isEmpty: (page) => page.isArchived === isArchived },
      (_tx, page) => {
        page.isArchived = isArchived;
      },
    );

export const archivePage = setArchived('archivePage', true);
export const unarchivePage = setArchived('unarchivePage', false);

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

/** The payload of every change of a page. Each part is read only when it is selected. */
export const pagePayload = (ctx: RequestContext, uid: string) =>
  lazyObject({
    configuration: lazyRow(ctx, pageConfigurations, { uid }),
    configurationEdge: lazyEdge(ctx, pageConfigurations, { uid }),
    studioPageConfiguration: lazyRow(ctx, pageConfigurations, { uid, kind: 'studio_page' }),
    codeEditorPageConfiguration: lazyRow(ctx, pageConfigurations, { uid, kind: 'code_editor_page' }),
    studioPage: lazyRow(ctx, studioPages, { uid }),
    codeEditorPage: lazyRow(ctx, codeEditorPages, { uid }),
  });
