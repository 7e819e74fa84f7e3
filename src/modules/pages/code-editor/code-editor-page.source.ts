import { nodeId } from '#api/node.type.ts';
import { computed, relation, root, source } from '#api/reading/declare-source.ts';
import { anyTitleMatches, parseTitleSearch } from '#api/reading/title-search.ts';
import { failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { pageConfigurations } from '../configuration/page-configuration.source.ts';
import { pathsToPublished } from '../page-paths.ts';
import { byPublishedTitle, publishedColumns, isPublishedOfKind } from '../published-page.ts';
import type { CodeEditorPage, CodeEditorPageTranslation } from './code-editor-page.type.ts';

/** The published code editor pages that the caller may see. */
export const codeEditorPages = source<CodeEditorPage>({
  type: 'CodeEditorPage',
  table: 'portal_page',
  key: 'uid',
  entityKeys: ['uid', 'slug'],
  columns: { id: nodeId('CodeEditorPage', 'uid'), ...publishedColumns, titles: 'published_titles' },
  order: byPublishedTitle,
  visible: isPublishedOfKind('code_editor_page'),
  accessPaths: pathsToPublished('code_editor_page'),
});

export const configurationOfCodeEditorPage = relation({
  from: codeEditorPages,
  field: 'configuration',
  to: pageConfigurations,
  on: ['uid', 'uid'],
  returns: 'one',
});

/** The texts of a published page in the requested language. */
export const translationOfPage = computed({
  source: codeEditorPages,
  field: 'translation',
  needs: ['titles', 'content'],
  value: (page, { language }: { readonly language: string }) => translationOf(page, language),
});

/** The texts of a published page in all its languages. */
export const translationsOfPage = computed({
  source: codeEditorPages,
  field: 'translations',
  needs: ['titles', 'content'],
  value: translationsOf,
});

/**
 * The texts of a page in one language; null when the page has no title in that language. Fails INVALID_INPUT unless the language is two
 * letters (docs/contract/rest.md 3).
 */
export function translationOf(
  { titles, content }: Pick<CodeEditorPage, 'titles' | 'content'>,
  language: string,
): CodeEditorPageTranslation | null {
  if (!/^[a-z]{2}$/i.test(language)) failFields({ language: ['Use an ISO 639-1 language code, such as en.'] });
  const title = Object.hasOwn(titles, language) ? titles[language] : undefined;
  return title === undefined ? null : toTranslation(language, title, content);
}

/** The texts of a page in each language that has a title, which is every language of the page. */
function translationsOf({ titles, content }: Pick<CodeEditorPage, 'titles' | 'content'>): CodeEditorPageTranslation[] {
  return Object.entries(titles).map(([language, title]) => toTranslation(language, title, content));
}

const toTranslation = (
  language: string,
  title: string,
  { html, css }: CodeEditorPage['content'],
): CodeEditorPageTranslation => ({ language, title, html: html[language] ?? '', css: css[language] ?? '' });

/** The root fields that read published code editor pages. */
export const codeEditorPageRoots = Object.freeze({
  codeEditorPages: root({
    field: 'codeEditorPages',
    source: codeEditorPages,
    returns: 'page',
    parse: { search: parseTitleSearch },
    where: ({ search }) => anyTitleMatches(sql`t.published_titles`, search),
  }),
  codeEditorPage: root({
    field: 'codeEditorPage',
    source: codeEditorPages,
    returns: 'one',
    where: ({ slug }) => sql`t.slug = ${slug}`,
  }),
});
