import { computed } from '../../api/reading/computed.ts';
import { nodeId } from '../../api/node/node.type.ts';
import { relation } from '../../api/reading/relation.ts';
import { root } from '../../api/reading/root.ts';
import { source, timestamp } from '../../api/reading/source.ts';
import type { TypeSource } from '../../api/reading/type-source.ts';
import { typeNameBy } from '../../api/reading/expressions.ts';
import { callerOf } from '../../api/session.ts';
import { sql, sqlText } from '../../kernel/sql.ts';
import { datasetRights } from '../access/index.ts';
import { catalogDatasets } from '../datasets/index.ts';
import { relatedUsers } from '../identity/index.ts';
import type { CodeEditorPage } from './code-editor/code-editor-page.type.ts';
import { CodeEditorPageConfiguration, StudioPageConfiguration, type PageRuleset } from './page-configuration.type.ts';
import type { PageKind } from './page.entity.ts';
import { pageRights } from './page-rights.ts';
import type { DataProvider, StudioPage } from './studio/studio-page.type.ts';
import { translationOf } from './code-editor/translation-of.ts';

const shownOfKind =
  (kind: PageKind): TypeSource['visible'] =>
  (session, page) =>
    sql`${page}.kind = ${kind} and ${pageRights.see(session, page)}`;

/** By title, then slug (docs/contract/rest.md 4, Orders). */
const byPublishedTitle = {
  by: [
    { column: 'published_title', type: 'text' },
    { column: 'slug', type: 'text' },
  ],
} as const;

const shown = {
  uid: 'uid',
  slug: 'slug',
  content: 'published_content',
  updatedAt: timestamp('published_at'),
  isRestricted: 'is_restricted',
} as const;

/** The published studio pages that the caller may see. */
export const studioPages = source<StudioPage>({
  type: 'StudioPage',
  table: 'portal_page',
  key: 'uid',
  columns: {
    id: nodeId('StudioPage', 'uid'),
    ...shown,
    title: 'published_title',
    description: 'published_description',
  },
  order: byPublishedTitle,
  visible: shownOfKind('studio_page'),
});

/** The published code editor pages that the caller may see. */
export const codeEditorPages = source<CodeEditorPage>({
  type: 'CodeEditorPage',
  table: 'portal_page',
  key: 'uid',
  columns: { id: nodeId('CodeEditorPage', 'uid'), ...shown, titles: 'published_titles' },
  order: byPublishedTitle,
  visible: shownOfKind('code_editor_page'),
});

/** A page of any kind as a row with the name of its type; null for another kind. */
type PageConfigurationRow = StudioPageConfiguration & CodeEditorPageConfiguration & { readonly __typename: string };

const typeNames: Readonly<Record<PageKind, string>> = {
  studio_page: StudioPageConfiguration.name,
  code_editor_page: CodeEditorPageConfiguration.name,
};

/** All pages as their editors see them, by the title of the draft. */
export const pageConfigurations = source<PageConfigurationRow>({
  type: 'PageConfiguration',
  table: 'portal_page',
  key: 'uid',
  columns: {
    id: nodeId('PageConfiguration', 'uid'),
    __typename: (page) => typeNameBy(sql`${page}.kind`, typeNames),
    uid: 'uid',
    slug: 'slug',
    revision: 'revision',
    isRestricted: 'is_restricted',
    publishedAt: timestamp('published_at'),
    createdAt: timestamp('created_at'),
    updatedAt: timestamp('updated_at'),
    mayManage: (page, session) => pageRights.manage(session, page),
    title: 'title',
    description: 'description',
    titles: 'titles',
    content: 'content',
  },
  order: {
    by: [
      { column: 'title', type: 'text' },
      { column: 'slug', type: 'text' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: pageRights.edit,
});

/** The rulesets of a page, by creation. Reached only through a page that the caller may edit. */
const pageRulesets = source<PageRuleset>({
  type: 'PageRuleset',
  table: 'page_ruleset',
  key: 'id',
  columns: {
    user: (ruleset) =>
      sql`case when ${ruleset}.username is not null then jsonb_build_object('username', ${ruleset}.username) end`,
    group: (ruleset) =>
      sql`case when ${ruleset}.group_uid is not null then jsonb_build_object('uid', ${ruleset}.group_uid) end`,
    permissions: 'permissions',
  },
  order: { by: [{ column: 'id', type: 'integer' }] },
  visible: () => sqlText('true'),
});

/** The data providers of published pages whose dataset the caller may see. Reached only through a visible page. */
export const dataProviders = source<DataProvider>({
  type: 'DataProvider',
  table: 'data_provider_dataset',
  key: 'name',
  columns: { name: 'name' },
  order: { by: [{ column: 'name', type: 'text' }] },
  visible: (session, provider) => sql`exists (
    select 1 from dataset d where d.uid = ${provider}.dataset_uid and ${datasetRights.see(session, sqlText('d'))})`,
});

export const providersOfPage = relation({
  from: studioPages,
  field: 'dataProviders',
  to: dataProviders,
  on: ['uid', 'page_uid'],
  returns: 'page',
});
export const datasetOfProvider = relation({
  from: dataProviders,
  field: 'dataset',
  to: catalogDatasets,
  on: ['dataset_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
});
export const configurationOfStudioPage = relation({
  from: studioPages,
  field: 'configuration',
  to: pageConfigurations,
  on: ['uid', 'uid'],
  returns: 'one',
});
export const configurationOfCodeEditorPage = relation({
  from: codeEditorPages,
  field: 'configuration',
  to: pageConfigurations,
  on: ['uid', 'uid'],
  returns: 'one',
});
export const rulesetsOfPage = relation({
  from: pageConfigurations,
  field: 'rulesets',
  to: pageRulesets,
  on: ['uid', 'page_uid'],
  returns: 'page',
  authorizedByParent: true,
});
export const creatorOfPage = relation({
  from: pageConfigurations,
  field: 'createdBy',
  to: relatedUsers,
  on: ['created_by', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});

export const translationOfPage = computed({
  source: codeEditorPages,
  field: 'translation',
  needs: ['titles', 'content'],
  value: (page, { language }: { readonly language: string }) => translationOf(page, language),
});

export const pageRoots = Object.freeze({
  studioPages: root({ field: 'studioPages', source: studioPages, returns: 'page' }),
  studioPage: root({
    field: 'studioPage',
    source: studioPages,
    returns: 'one',
    where: ({ slug }) => sql`t.slug = ${slug}`,
  }),
  codeEditorPages: root({ field: 'codeEditorPages', source: codeEditorPages, returns: 'page' }),
  codeEditorPage: root({
    field: 'codeEditorPage',
    source: codeEditorPages,
    returns: 'one',
    where: ({ slug }) => sql`t.slug = ${slug}`,
  }),
  pages: root({ field: 'pages', source: pageConfigurations, returns: 'page', authorize: callerOf }),
  page: root({
    field: 'page',
    source: pageConfigurations,
    returns: 'one',
    authorize: callerOf,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
