import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '#kernel/json.ts';
import { UserEntity } from '#identity/index.ts';
import type { CodeEditorPageContent, TextByLanguage } from './code-editor/code-editor-page.type.ts';
import type { StudioPageContent } from './studio/studio-page.type.ts';

/** The kinds of pages. */
export type PageKind = 'studio_page' | 'code_editor_page';

/** The content of a page of either kind. */
type PageContent = { readonly [Part in keyof (StudioPageContent & CodeEditorPageContent)]?: JsonObject };

/** The collation of titles in lists of pages, the root of Unicode: the order of languages, and not of bytes. */
export const titleCollation = 'und-x-icu';

/** A title in that order, as the indexes of lists have it. */
export const inTitleOrder = (column: string): string => `"${column}" collate "${titleCollation}"`;

const [title, publishedTitle] = [inTitleOrder('title'), inTitleOrder('published_title')];

/** An index in the order of lists. */
const index = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on "portal_page" ${definition}`,
});

/**
 * A page of the portal: its draft, and separately its published state. Columns that a kind of page does not use are null. A studio page has
 * a `title` and a `description` in one language. A code editor page has `titles` by language; lists sort it by its `title`.
 */
const schema = defineEntity({
  name: 'Page',
  tableName: 'portal_page',
  properties: {
    uid: p.string().primary(),
    kind: p.string().$type<PageKind>(),
    slug: p.string(),
    isRestricted: p.boolean().default(false),
    revision: p.integer().default(0),
    title: p.text(),
    titles: p.json<TextByLanguage>().nullable(),
    description: p.text().nullable(),
    content: p.json<PageContent>(),
    publishedTitle: p.text().nullable(),
    publishedTitles: p.json<TextByLanguage>().nullable(),
    publishedDescription: p.text().nullable(),
    publishedContent: p.json<PageContent>().nullable(),
    /** Null while the page is not published. */
    publishedAt: p.datetime().nullable(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [{ properties: ['kind', 'slug'] }],
  indexes: [
    index('portal_page_kind_published_title_slug_index', `("kind", ${publishedTitle}, "slug")`),
    index('portal_page_title_slug_uid_index', `(${title}, "slug", "uid")`),
    index('portal_page_created_by_title_slug_uid_index', `("created_by", ${title}, "slug", "uid")`),
    index(
      'portal_page_public_index',
      `("kind", ${publishedTitle}, "slug", "uid") where "published_at" is not null and not "is_restricted"`,
    ),
    index(
      'portal_page_restricted_index',
      `("created_by", "kind", ${publishedTitle}, "slug", "uid") where "published_at" is not null and "is_restricted"`,
    ),
  ],
});
export class PageEntity extends schema.class {}
schema.setClass(PageEntity);
