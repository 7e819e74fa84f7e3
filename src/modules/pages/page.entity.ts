import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '#kernel/json.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import type { CodeEditorPageContent, PageKind, StudioPageContent } from './page.type.ts';
import type { PagePermission } from './page-rights.ts';

/** The content of a page of either kind. */
type PageContent = { readonly [Part in keyof (StudioPageContent & CodeEditorPageContent)]?: JsonObject };

/** The collation of titles in lists of pages, the root of Unicode: the order of languages, and not of bytes. */
export const titleCollation = 'und-x-icu';

/** A title in that order, as the indexes of lists have it. */
const inTitleOrder = (column: string): string => `"${column}" collate "${titleCollation}"`;

const [title, publishedTitle] = [inTitleOrder('title'), inTitleOrder('published_title')];

/** An index in the order of lists. */
const pageIndex = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on "portal_page" ${definition}`,
});

/**
 * A page of the portal: its draft, and separately its published state. Columns that a kind of page does not use are null. A studio page has
 * a `title` and a `description` in one language. A code editor page has `titles` by language; lists sort it by its `title`.
 */
const pageSchema = defineEntity({
  name: 'Page',
  tableName: 'portal_page',
  properties: {
    uid: p.string().primary(),
    kind: p.string().$type<PageKind>(),
    slug: p.string(),
    isRestricted: p.boolean().default(false),
    /** Whether the page is kept for its editors alone: the portal does not show it, and its draft does not change. */
    isArchived: p.boolean().default(false),
    revision: p.integer().default(0),
    title: p.text(),
    titles: p.json<TextByLanguage>().nullable(),
    description: p.text().nullable(),
    content: p.json<PageContent>(),
    /** The name of the template that other editors render a code editor page with; null for the default. */
    template: p.text().nullable(),
    tags: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** The last change of the draft; null where it is that of the page. */
    draftUpdatedAt: p.datetime().nullable(),
    draftUpdatedBy: () =>
      p.manyToOne(UserEntity).joinColumn('draft_updated_by').nullable().deleteRule('set null').index(),
    publishedTitle: p.text().nullable(),
    publishedTitles: p.json<TextByLanguage>().nullable(),
    publishedDescription: p.text().nullable(),
    publishedContent: p.json<PageContent>().nullable(),
    /** Null while the page is not published. */
    publishedAt: p.datetime().nullable(),
    publishedBy: () => p.manyToOne(UserEntity).joinColumn('published_by').nullable().deleteRule('set null').index(),
    /** Null until the first publication. */
    firstPublishedAt: p.datetime().nullable(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    updatedBy: () => p.manyToOne(UserEntity).joinColumn('updated_by').nullable().deleteRule('set null').index(),
  },
  uniques: [{ properties: ['kind', 'slug'] }],
  indexes: [
    pageIndex('portal_page_kind_published_title_slug_index', `("kind", ${publishedTitle}, "slug")`),
    pageIndex('portal_page_title_slug_uid_index', `(${title}, "slug", "uid")`),
    pageIndex('portal_page_created_by_title_slug_uid_index', `("created_by", ${title}, "slug", "uid")`),
    pageIndex(
      'portal_page_public_index',
      `("kind", ${publishedTitle}, "slug", "uid") where "published_at" is not null and not "is_restricted"`,
    ),
    pageIndex(
      'portal_page_restricted_index',
      `("created_by", "kind", ${publishedTitle}, "slug", "uid") where "published_at" is not null and "is_restricted"`,
    ),
  ],
});
export class PageEntity extends pageSchema.class {}
pageSchema.setClass(PageEntity);

/** An index from which lists read the pages of a grantee in the order of their titles. */
const rulesetIndex = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on "page_ruleset" ${definition}`,
});

/** The rights of a user or a group on one page. */
const rulesetSchema = defineEntity({
  name: 'PageRuleset',
  tableName: 'page_ruleset',
  properties: {
    id: p.integer().primary().autoincrement(),
    page: () => p.manyToOne(PageEntity).joinColumn('page_uid').deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).joinColumn('username').nullable().deleteRule('cascade').index(),
    group: () => p.manyToOne(GroupEntity).joinColumn('group_uid').nullable().deleteRule('cascade').index(),
    permissions: p.array().$type<PagePermission[]>().columnType('text[]'),
    /** Copies of the page that triggers maintain; `restrictedTitle` is the published title of a restricted page. */
    pageKind: p.text().nullable(),
    pageSlug: p.text().nullable(),
    pageTitle: p.text().nullable(),
    restrictedTitle: p.text().nullable(),
  },
  indexes: (['username', 'group_uid'] as const).flatMap((grantee) => [
    rulesetIndex(
      `page_ruleset_${grantee}_editing_index`,
      `("${grantee}", ${inTitleOrder('page_title')}, "page_slug", "page_uid")
      where "${grantee}" is not null and "permissions" && '{edit_page,manage_page}'`,
    ),
    rulesetIndex(
      `page_ruleset_${grantee}_restricted_index`,
      `("${grantee}", "page_kind", ${inTitleOrder('restricted_title')}, "page_slug", "page_uid")
      where "${grantee}" is not null and "restricted_title" is not null`,
    ),
  ]),
  uniques: [{ properties: ['page', 'user'] }, { properties: ['page', 'group'] }],
  checks: [{ name: 'page_ruleset_names_one_grantee', expression: 'num_nonnulls(username, group_uid) = 1' }],
});
export class PageRulesetEntity extends rulesetSchema.class {}
rulesetSchema.setClass(PageRulesetEntity);

/** The slug of a deleted page that everyone could see, so that its address says that it is gone, until a page takes the slug or the entry expires. */
const deletedSchema = defineEntity({
  name: 'DeletedPage',
  tableName: 'deleted_page',
  properties: {
    kind: p.string().$type<PageKind>().primary(),
    slug: p.string().primary(),
    deletedAt: p.datetime().index(),
  },
});
export class DeletedPageEntity extends deletedSchema.class {}
deletedSchema.setClass(DeletedPageEntity);

/** A data provider of a studio page that names a dataset. Without a foreign key: readers check whether it exists. */
const providerSchema = defineEntity({
  name: 'DataProvider',
  tableName: 'data_provider',
  properties: {
    page: () => p.manyToOne(PageEntity).primary().joinColumn('page_uid').deleteRule('cascade'),
    name: p.text().primary(),
    dataset: p.text().index(),
  },
});
export class DataProviderEntity extends providerSchema.class {}
providerSchema.setClass(DataProviderEntity);
