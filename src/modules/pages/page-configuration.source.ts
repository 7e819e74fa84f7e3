import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { source, typeNameSql } from '#api/reading/declare-source.ts';
import { equalTo, listCriteria, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { anyTitleMatches } from '#api/reading/title-search.ts';
import { requireCaller } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { userRelation } from '#identity/index.ts';
import {
  CodeEditorPageConfiguration,
  PageConfiguration,
  StudioPageConfiguration,
  PageRuleset,
} from './page-configuration.type.ts';
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
export const pageConfigurations = source<PageConfiguration, PageConfigurationRow>(PageConfiguration, {
  table: 'portal_page',
  key: 'uid',
  columns: {
    __typename: (page) => typeNameSql(sql`${page}.kind`, typeNames),
    canManage: (page, session) => pageRights.manage(session, page),
    title: 'title',
    description: 'description',
    content: 'content',
    translations: (page) => sql`(
      select coalesce(jsonb_agg(jsonb_build_object(
        'language', titles.key,
        'title', titles.value,
        'html', coalesce(${page}.content -> 'html' ->> titles.key, ''),
        'css', coalesce(${page}.content -> 'css' ->> titles.key, '')) order by titles.key), '[]')
      from jsonb_each_text(${page}.titles) titles)`,
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
const pageRulesets = source(PageRuleset, {
  table: 'page_ruleset',
  key: 'id',
  columns: {
    user: (ruleset) =>
      sql`case when ${ruleset}.username is not null then jsonb_build_object('username', ${ruleset}.username) end`,
    group: (ruleset) =>
      sql`case when ${ruleset}.group_uid is not null then jsonb_build_object('uid', ${ruleset}.group_uid) end`,
  },
  order: { by: [{ column: 'id', type: 'integer' }] },
  visible: () => sqlText('true'),
});

relation({
  from: pageConfigurations,
  field: 'rulesets',
  to: pageRulesets,
  on: ['uid', 'page_uid'],
  returns: 'page',
  authorizedByParent: true,
  description: 'The rulesets of users and groups, by creation.',
});
userRelation(pageConfigurations, 'createdBy', 'Who created the page; null when that user was deleted.');

/** How editors find one of their pages. */
const pageConfigurationList = listCriteria({
  source: pageConfigurations,
  name: 'PageConfiguration',
  items: 'pages',
  filter: {
    // a studio page has a single title, without a language; the search reads it under an empty language
    title: titleWords((words, page) =>
      anyTitleMatches(sql`coalesce(${page}.titles, jsonb_build_object('', ${page}.title))`, words),
    ),
    slug: equalTo('slug', () => ID, 'The slug in URLs.'),
    isPublished: {
      type: () => Boolean,
      description: 'Whether the page is published; false: it is only a draft.',
      where: (isPublished, page) => sql`(${page}.published_at is not null) = ${isPublished}::boolean`,
    },
    isRestricted: equalTo('is_restricted', () => Boolean, 'Whether only users with a ruleset see the page.'),
    createdBy: equalTo('created_by', () => String, 'The username of the creator.'),
    createdAt: timeRange('created_at', 'When the page was created.'),
    updatedAt: timeRange('updated_at', 'When the draft was last changed.'),
  },
  orders: {
    TITLE: {
      column: 'title',
      type: 'text',
      collation: titleCollation,
      description: 'The title of the draft, in the order of languages; of a code editor page, in its first language.',
    },
    SLUG: { column: 'slug', type: 'text', description: 'The slug in URLs.' },
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the page was created.' },
    UPDATED_AT: { column: 'updated_at', type: 'timestamptz', description: 'When the draft was last changed.' },
  },
});

/** The root fields that read pages as their editors see them. */
export const pageConfigurationRoots = [
  root({
    field: 'pageConfigurations',
    source: pageConfigurations,
    returns: 'page',
    authorize: requireCaller,
    list: pageConfigurationList,
    description:
      'The pages of both kinds that you may edit, by default by the title of the draft, then slug. A filter finds the title in any language. Needs a key, else null with an error.',
  }),
  root({
    field: 'pageConfiguration',
    source: pageConfigurations,
    returns: 'one',
    authorize: requireCaller,
    description:
      'The configuration of the page of either kind with this uid; null when you may not edit it. Needs a key, else null with an error.',
    keys: { uid: [ID, 'The uid of the page.'] },
  }),
];
