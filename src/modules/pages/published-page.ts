import { timestampColumn } from '#api/reading/declare-source.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { titleCollation, type PageKind } from './page.entity.ts';
import { pageRights } from './page-rights.ts';

/** Condition: the page is of a kind, is published, and the caller may see it. */
export const isPublishedOfKind =
  (kind: PageKind): TypeSource['visible'] =>
  (session, page) =>
    sql`${page}.kind = ${kind} and ${pageRights.see(session, page)}`;

/** The order of published pages: by title, then slug (docs/contract/rest.md 4, Orders). */
export const byPublishedTitle = {
  by: [
    { column: 'published_title', type: 'text', collation: titleCollation },
    { column: 'slug', type: 'text' },
  ],
} as const;

/** The columns of a published page of any kind. */
export const publishedColumns = {
  uid: 'uid',
  slug: 'slug',
  content: 'published_content',
  updatedAt: timestampColumn('published_at'),
  isRestricted: 'is_restricted',
} as const;
