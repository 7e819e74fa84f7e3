import { nodeId } from '#api/node.type.ts';
import { relation, root, source, timestampColumn, typeNameSql } from '#api/reading/declare-source.ts';
import { anyTitleMatches, parseTitleSearch } from '#api/reading/title-search.ts';
import { requireCaller } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { relatedUsers } from '#identity/index.ts';
import { CodeEditorPageConfiguration, StudioPageConfiguration, type PageRuleset } from './page-configuration.type.ts';
import { titleCollation } from './page.entity.ts';
import type { PageKind } from './page.type.ts';
import { pageRights, pathsToEdit } from './page-rights.ts';

/** A page of either kind, with the fields of both; `__typename` is the name of its type. */
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
    __typename: (page) => typeNameSql(sql`${page}.kind`, typeNames),
    uid: 'uid',
    slug: 'slug',
    revision: 'revision',
    isRestricted: 'is_restricted',
    publishedAt: timestampColumn('published_at'),
    createdAt: timestampColumn('created_at'),
    updatedAt: timestampColumn('updated_at'),
    mayManage: (page, session) => pageRights.manage(session, page),
    title: 'title',
    description: 'description',
    titles: 'titles',
    content: 'content',
  },
  order: {
    by: [
      { column: 'title', type: 'text', collation: titleCollation },
      { column: 'slug', type: 'text' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: pageRights.edit,
  accessPaths: pathsToEdit,
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

/** The root fields that read pages as their editors see them. */
export const pageRoots = Object.freeze({
  pages: root({
    field: 'pages',
    source: pageConfigurations,
    returns: 'page',
    authorize: requireCaller,
    parse: { search: parseTitleSearch },
    // a studio page has a single title, without a language; the search reads it under an empty language
    where: ({ search }) => anyTitleMatches(sql`coalesce(t.titles, jsonb_build_object('', t.title))`, search),
  }),
  page: root({
    field: 'page',
    source: pageConfigurations,
    returns: 'one',
    authorize: requireCaller,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
