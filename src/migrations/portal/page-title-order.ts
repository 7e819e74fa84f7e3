import { Migration } from '@mikro-orm/migrations';

/** The title in the order of languages: by the root collation of Unicode, which the server has where it was built with ICU. */
const inOrder = (column: string): string => `"${column}" collate "und-x-icu"`;

/**
 * Orders the titles of pages as languages do: letters with accents next to those without, small ones next to capitals. By bytes, `about` and
 * `Über uns` followed `Zoo`. The indexes of lists get that order.
 */
export class PageTitleOrder extends Migration {
  override up(): void {
    const replace = (name: string, table: string, definition: string): void => {
      this.addSql(`drop index "${name}"`);
      this.addSql(`create index "${name}" on "${table}" ${definition}`);
    };
    const [title, published] = [inOrder('title'), inOrder('published_title')];
    replace('portal_page_kind_published_title_slug_index', 'portal_page', `("kind", ${published}, "slug")`);
    replace('portal_page_title_slug_uid_index', 'portal_page', `(${title}, "slug", "uid")`);
    replace('portal_page_created_by_title_slug_uid_index', 'portal_page', `("created_by", ${title}, "slug", "uid")`);
    replace(
      'portal_page_public_index',
      'portal_page',
      `("kind", ${published}, "slug", "uid") where "published_at" is not null and not "is_restricted"`,
    );
    replace(
      'portal_page_restricted_index',
      'portal_page',
      `("created_by", "kind", ${published}, "slug", "uid") where "published_at" is not null and "is_restricted"`,
    );
    for (const grantee of ['username', 'group_uid']) {
      replace(
        `page_ruleset_${grantee}_editing_index`,
        'page_ruleset',
        `("${grantee}", ${inOrder('page_title')}, "page_slug", "page_uid") where "${grantee}" is not null and "permissions" && '{edit_page,manage_page}'`,
      );
      replace(
        `page_ruleset_${grantee}_restricted_index`,
        'page_ruleset',
        `("${grantee}", "page_kind", ${inOrder('restricted_title')}, "page_slug", "page_uid") where "${grantee}" is not null and "restricted_title" is not null`,
      );
    }
  }
}
