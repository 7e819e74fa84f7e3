import { ID } from 'type-graphql';
import { CodeEditorPageConfiguration, StudioPageConfiguration } from './page-configuration.type.ts';
import { computed, relation, root } from '#api/reading/declare-fields.ts';
import { source, timestampColumn } from '#api/reading/declare-source.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { titleCollation } from './page.entity.ts';
import { pageRights, pathsToPublished } from './page-rights.ts';
import { equalTo, listCriteria, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { anyTitleMatches, titleMatches } from '#api/reading/title-search.ts';
import { datasetRights } from '#access/index.ts';
import { catalogDatasets } from '#datasets/index.ts';
import { pageConfigurations } from './page-configuration.source.ts';
import { CodeEditorPage, CodeEditorPageTranslation, DataProvider, StudioPage, type PageKind } from './page.type.ts';
import { failFields } from '#kernel/fail.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import { sortTitleOf } from './page.rules.ts';

/** Condition: the page is of a kind, is published, and the caller may see it. */
const isPublishedOfKind =
  (kind: PageKind): TypeSource['visible'] =>
  (session, page) =>
    sql`${page}.kind = ${kind} and ${pageRights.see(session, page)}`;

/** The order of published pages: by title, then slug (docs/contract/rest.md 4, Orders). */
const byPublishedTitle = {
  by: [
    { column: 'published_title', type: 'text', collation: titleCollation },
    { column: 'slug', type: 'text' },
  ],
} as const;

/** The columns of a published page of any kind. */
const publishedColumns = {
  uid: 'uid',
  slug: 'slug',
  content: 'published_content',
  updatedAt: timestampColumn('published_at'),
  isRestricted: 'is_restricted',
} as const;

/** The conditions on published pages of any kind besides their titles. */
const publishedConditions = {
  isRestricted: equalTo('is_restricted', () => Boolean, 'Whether only users with a ruleset see the page.'),
  updatedAt: timeRange('published_at', 'When the page was last published.'),
};

/** The orders of published pages of any kind. */
const publishedOrders = {
  TITLE: {
    ...byPublishedTitle.by[0],
    description: 'The title, in the order of languages; of a code editor page, in its first language.',
  },
  SLUG: { column: 'slug', type: 'text', isUnique: true, description: 'The slug in URLs.' },
  UPDATED_AT: { column: 'published_at', type: 'timestamptz', description: 'When the page was last published.' },
} as const;

/** The published studio pages that the caller may see. */
export const studioPages = source(StudioPage, {
  table: 'portal_page',
  key: 'uid',
  entityKeys: ['uid', 'slug'],
  columns: {
    ...publishedColumns,
    title: 'published_title',
    description: 'published_description',
  },
  order: byPublishedTitle,
  visible: isPublishedOfKind('studio_page'),
  accessPaths: pathsToPublished('studio_page'),
});

/**
 * The data providers of published pages whose dataset the caller may see. They are reached only through a visible page. The view
 * `data_provider_dataset` joins each provider with the dataset that it names.
 */
const dataProviders = source(DataProvider, {
  table: 'data_provider_dataset',
  key: 'name',
  order: { by: [{ column: 'name', type: 'text' }] },
  visible: (session, provider) => sql`exists (
    select 1 from dataset d where d.uid = ${provider}.dataset_uid and ${datasetRights.see(session, sqlText('d'))})`,
});

relation({
  from: studioPages,
  field: 'dataProviders',
  to: dataProviders,
  on: ['uid', 'page_uid'],
  returns: 'page',
  description: 'The data providers whose datasets are visible to you, by name.',
});
relation({
  from: dataProviders,
  field: 'dataset',
  to: catalogDatasets,
  on: ['dataset_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  description: 'The dataset that the provider uses.',
  isRequired: true,
});
relation({
  from: studioPages,
  field: 'configuration',
  to: pageConfigurations,
  on: ['uid', 'uid'],
  returns: 'one',
  type: StudioPageConfiguration,
  description: 'The draft of the page; null without the right to edit the page.',
});

/** The root fields that read published studio pages. */
export const studioPageRoots = [
  root({
    field: 'studioPages',
    source: studioPages,
    returns: 'page',
    list: listCriteria({
      source: studioPages,
      name: 'StudioPage',
      items: 'studio pages',
      filter: {
        title: titleWords((words, page) => titleMatches(sql`${page}.published_title`, words)),
        ...publishedConditions,
      },
      orders: publishedOrders,
    }),
    description: 'The published studio pages that are visible to you, by default by title, then slug. Needs no key.',
  }),
  root({
    field: 'studioPage',
    source: studioPages,
    returns: 'one',
    description: 'The published studio page with this slug; null when none is visible to you.',
    keys: { slug: [ID, 'The slug in URLs.'] },
  }),
];

/** The published code editor pages that the caller may see. */
export const codeEditorPages = source(CodeEditorPage, {
  table: 'portal_page',
  key: 'uid',
  entityKeys: ['uid', 'slug'],
  columns: { ...publishedColumns, titles: 'published_titles' },
  order: byPublishedTitle,
  visible: isPublishedOfKind('code_editor_page'),
  accessPaths: pathsToPublished('code_editor_page'),
});

relation({
  from: codeEditorPages,
  field: 'configuration',
  to: pageConfigurations,
  on: ['uid', 'uid'],
  returns: 'one',
  type: CodeEditorPageConfiguration,
  description: 'The draft of the page; null without the right to edit the page.',
});

computed({
  source: codeEditorPages,
  field: 'translation',
  type: () => CodeEditorPageTranslation,
  nullable: true,
  description: 'The texts in one language; null without any in it.',
  args: { language: { type: String, description: 'Two letters, as in ISO 639-1.' } },
  needs: ['titles', 'content'],
  value: (page, { language }: { readonly language: string }) => translationOf(page, language),
});
computed({
  source: codeEditorPages,
  field: 'translations',
  type: () => [CodeEditorPageTranslation],
  description: 'The texts in all languages.',
  needs: ['titles', 'content'],
  value: translationsOf,
});

/** The texts of a page in one language, or null. Fails INVALID_INPUT unless that is two letters (docs/contract/rest.md 3). */
export function translationOf(
  { titles, content }: Pick<CodeEditorPage, 'titles' | 'content'>,
  language: string,
): CodeEditorPageTranslation | null {
  if (!/^[a-z]{2}$/i.test(language)) failFields({ language: ['Use an ISO 639-1 language code, such as en.'] });
  const isOfPage = Object.hasOwn(titles, language) || Object.hasOwn(content.html, language);
  return isOfPage ? toTranslation(language, { titles, content }) : null;
}

/** The texts of a page in each of its languages, which have a title or HTML. */
function translationsOf(page: Pick<CodeEditorPage, 'titles' | 'content'>): CodeEditorPageTranslation[] {
  const languages = new Set([...Object.keys(page.titles), ...Object.keys(page.content.html)]);
  return [...languages].map((language) => toTranslation(language, page));
}

/** The texts in one language. A language without a title has the one by which lists sort the page. */
function toTranslation(
  language: string,
  { titles, content: { html, css } }: Pick<CodeEditorPage, 'titles' | 'content'>,
): CodeEditorPageTranslation {
  const textIn = (texts: TextByLanguage): string | undefined =>
    Object.hasOwn(texts, language) ? texts[language] : undefined;
  return { language, title: textIn(titles) ?? sortTitleOf(titles), html: textIn(html) ?? '', css: textIn(css) ?? '' };
}

/** The root fields that read published code editor pages. */
export const codeEditorPageRoots = [
  root({
    field: 'codeEditorPages',
    source: codeEditorPages,
    returns: 'page',
    list: listCriteria({
      source: codeEditorPages,
      name: 'CodeEditorPage',
      items: 'code editor pages',
      filter: {
        title: titleWords((words, page) => anyTitleMatches(sql`${page}.published_titles`, words)),
        ...publishedConditions,
      },
      orders: publishedOrders,
    }),
    description:
      'The published code editor pages that are visible to you, by default by the title in their first language, then slug. A filter finds the title in any language. Needs no key.',
  }),
  root({
    field: 'codeEditorPage',
    source: codeEditorPages,
    returns: 'one',
    description: 'The published code editor page with this slug; null when none is visible to you.',
    keys: { slug: [ID, 'The slug in URLs.'] },
  }),
];
