import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { source, timestampSql, typeNameSql } from '#api/reading/declare-source.ts';
import { containedIn, equalTo, listCriteria, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { anyTitleMatches } from '#api/reading/title-search.ts';
import { requireCaller } from '#api/session.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { userRelation } from '#identity/index.ts';
import {
  CodeEditorPageConfiguration,
  CodeEditorPageConfigurationConnection,
  PageConfiguration,
  PageRuleset,
  StudioPageConfiguration,
  StudioPageConfigurationConnection,
} from './page-configuration.type.ts';
import { titleCollation } from './page.entity.ts';
import { defaultTemplate } from './page.rules.ts';
import type { PageKind } from './page.type.ts';
import { pageRights, pathsToEdit } from './page-rights.ts';

/** A page of either kind, with the fields of both; `__typename` is the name of its type. */
type PageConfigurationRow = StudioPageConfiguration & CodeEditorPageConfiguration & { readonly __typename: string };

const typeNames: Readonly<Record<PageKind, string>> = {
  studio_page: StudioPageConfiguration.name,
  code_editor_page: CodeEditorPageConfiguration.name,
};

/** The draft of a studio page and, while it is published, what is published of it. */
function versionsOf(page: Sql): Sql {
  const version = (name: string, title: Sql, description: Sql, createdAt: Sql, updatedAt: Sql, updatedBy: Sql): Sql =>
    sql`jsonb_build_object('name', ${sqlText(`'${name}'`)}, 'title', ${title}, 'description', nullif(${description}, ''),
      'createdAt', ${timestampSql(createdAt)}, 'updatedAt', ${timestampSql(updatedAt)},
      'updatedBy', case when ${updatedBy} is not null then jsonb_build_object('username', ${updatedBy}) end)`;
  const column = (name: string): Sql => sql`${page}.${sqlText(name)}`;
  const draft = version(
    'draft',
    column('title'),
    column('description'),
    column('created_at'),
    sql`coalesce(${page}.draft_updated_at, ${page}.updated_at)`,
    column('draft_updated_by'),
  );
  const published = version(
    'published',
    column('published_title'),
    column('published_description'),
    sql`coalesce(${page}.first_published_at, ${page}.published_at)`,
    column('published_at'),
    column('published_by'),
  );
  return sql`(jsonb_build_array(${draft}) || case when ${page}.published_at is null then '[]' else jsonb_build_array(${published}) end)`;
}

/** The texts of a code editor page in all its languages, of the draft or of what is published. */
function translationsOf(page: Sql, prefix: '' | 'published_' = ''): Sql {
  const column = (name: string): Sql => sql`${page}.${sqlText(`${prefix}${name}`)}`;
  const [titles, content] = [column('titles'), column('content')];
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'language', language,
      'title', coalesce(${titles} ->> language, ${column('title')}),
      'html', coalesce(${content} -> 'html' ->> language, ''),
      'css', coalesce(${content} -> 'css' ->> language, '')) order by language), '[]')
    from jsonb_object_keys(${titles} || coalesce(${content} -> 'html', '{}')) language)`;
}

/** The text in which a search for a page looks: its titles, and its slug. */
export const searchedText = (page: Sql): Sql => sql`(
  select string_agg(text, E'\\n') from (
    select ${page}.slug::text as text union all select ${page}.title union all select value from jsonb_each_text(${page}.titles)) texts)`;

/** All pages as their editors see them, by the title of the draft. */
export const pageConfigurations = source<PageConfiguration, PageConfigurationRow>(PageConfiguration, {
  table: 'portal_page',
  key: 'uid',
  columns: {
    __typename: (page) => typeNameSql(sql`${page}.kind`, typeNames),
    canManage: (page, session) => pageRights.manage(session, page),
    title: 'title',
    content: 'content',
    translations: (page) => translationsOf(page),
    publishedTitle: 'published_title',
    publishedDescription: (page) =>
      sql`case when ${page}.published_at is not null then coalesce(${page}.published_description, '') end`,
    publishedContent: 'published_content',
    publishedTranslations: (page) =>
      sql`case when ${page}.published_at is not null then ${translationsOf(page, 'published_')} end`,
    isDraftPublished: (page) =>
      sql`(${page}.published_at is not null and (${page}.published_title, ${page}.published_titles, ${page}.published_description, ${page}.published_content)
        is not distinct from (${page}.title, ${page}.titles, ${page}.description, ${page}.content))`,
    firstPublishedAt: (page) => timestampSql(sql`coalesce(${page}.first_published_at, ${page}.published_at)`),
    template: (page) => sql`coalesce(${page}.template, ${defaultTemplate}::text)`,
    titles: 'titles',
    tags: 'tags',
    description: (page) => sql`coalesce(${page}.description, '')`,
    isPublic: (page) => sql`not ${page}.is_restricted`,
    hasSubdomainCopies: () => sqlText('false'),
    isPushedByParent: () => sqlText('false'),
    versions: versionsOf,
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
userRelation(
  pageConfigurations,
  'updatedBy',
  'Who last changed the page; null when that is not known, or the user was deleted.',
);

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
    isArchived: equalTo('is_archived', () => Boolean, 'Whether the page is archived.'),
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

/** How REST finds pages of one kind. */
const pagesOfKindList = (name: string, items: string) =>
  listCriteria({
    source: pageConfigurations,
    name,
    items,
    filter: { search: containedIn('title, in any language, or the slug', (page) => [searchedText(page)]) },
  });

const isOfKind = (kind: PageKind): Sql => sqlText(`t.kind = '${kind}'`);

/** The root fields that read pages as their editors see them. */
export const pageConfigurationRoots = [
  root({
    field: 'studioPageConfigurations',
    source: pageConfigurations,
    type: StudioPageConfigurationConnection,
    returns: 'page',
    authorize: requireCaller,
    where: () => isOfKind('studio_page'),
    isForRest: true,
    description:
      'The studio pages that you may edit, by the title of the draft, then slug. Needs a key, else null with an error.',
  }),
  root({
    field: 'codeEditorPageConfigurations',
    source: pageConfigurations,
    type: CodeEditorPageConfigurationConnection,
    returns: 'page',
    authorize: requireCaller,
    where: () => isOfKind('code_editor_page'),
    list: pagesOfKindList('CodeEditorPageConfiguration', 'code editor pages'),
    isForRest: true,
    description:
      'The code editor pages that you may edit, by the title of the draft, then slug. Needs a key, else null with an error.',
  }),
  root({
    field: 'studioPageConfiguration',
    source: pageConfigurations,
    type: StudioPageConfiguration,
    returns: 'one',
    authorize: requireCaller,
    where: ({ uid }) => sql`${isOfKind('studio_page')} and t.uid = ${uid}`,
    isForRest: true,
    description:
      'The configuration of the studio page with this uid; null when you may not edit it. Needs a key, else null with an error.',
    keys: { uid: [ID, 'The uid of the page.'] },
  }),
  root({
    field: 'codeEditorPageConfiguration',
    source: pageConfigurations,
    type: CodeEditorPageConfiguration,
    returns: 'one',
    authorize: requireCaller,
    where: ({ slug }) => sql`${isOfKind('code_editor_page')} and t.slug = ${slug}`,
    isForRest: true,
    description:
      'The configuration of the code editor page with this slug; null when you may not edit it. Needs a key, else null with an error.',
    keys: { slug: [ID, 'The slug in URLs.'] },
  }),
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
