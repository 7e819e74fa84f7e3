import { timestamp } from '../../api/reading/declare/source.ts';
import type { TypeSource } from '../../api/reading/declare/type-source.ts';
import { sql } from '../../kernel/sql.ts';
import type { PageKind } from './page.entity.ts';
import { pageRights } from './page-rights.ts';

/** The published pages of a kind that the caller may see. */
export const publishedOfKind =
  (kind: PageKind): TypeSource['visible'] =>
  (session, page) =>
    sql`${page}.kind = ${kind} and ${pageRights.see(session, page)}`;

/** By title, then slug (docs/contract/rest.md 4, Orders). */
export const byPublishedTitle = {
  by: [
    { column: 'published_title', type: 'text' },
    { column: 'slug', type: 'text' },
  ],
} as const;

/** The columns of a published page of any kind. */
export const publishedColumns = {
  uid: 'uid',
  slug: 'slug',
  content: 'published_content',
  updatedAt: timestamp('published_at'),
  isRestricted: 'is_restricted',
} as const;
