import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { equalTo, listCriteria, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import { requireCaller } from '#api/session.ts';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import { userRelation } from '#identity/index.ts';
import { acceptsSubmissions, formRights } from './form-rights.ts';
import { DeletedForm, Form, formAccessTypeEnum, FormConfiguration } from './form.type.ts';
import { deletionList, latestDeletionFirst, mayRestore } from '#deletions/index.ts';

/** A text of the content as a column. */
const contentText =
  (name: string): ColumnExpression =>
  (row) =>
    sql`(${row}.content ->> ${sqlText(`'${name}'`)})`;
/** Any other value of the content as a column, in JSON. */
const contentJson =
  (name: string): ColumnExpression =>
  (row) =>
    sql`(${row}.content -> ${sqlText(`'${name}'`)})`;

/** The columns that a version and a draft share. */
const contentColumns = {
  title: contentText('title'),
  description: contentText('description'),
  defaultLanguage: contentText('defaultLanguage'),
  otherLanguages: contentJson('otherLanguages'),
  sections: contentJson('sections'),
  isRecaptchaEnabled: contentJson('isRecaptchaEnabled'),
  ending: contentJson('ending'),
} as const;

/** Forms by slug, visible to callers who may change them. */
export const formConfigurations = source(FormConfiguration, {
  table: 'form',
  key: 'slug',
  columns: contentColumns,
  order: { by: [{ column: 'slug', type: 'text' }] },
  visible: formRights.edit,
});

/** A column of the form that a version belongs to: a setting that all its versions share. */
const formColumn =
  (column: string): ColumnExpression =>
  (version) =>
    sql`(select f.${sqlName(column)} from form f where f.slug = ${version}.form_slug)`;

/** The published version of each form. Every caller may read the questions (docs/contract/rest.md 3), even one who may not submit. */
export const forms = source(Form, {
  table: 'form_version',
  key: 'form_slug',
  entityKeys: ['slug'],
  columns: {
    slug: 'form_slug',
    version: 'number',
    ...contentColumns,
  },
  columnOf: formColumn,
  order: { by: [{ column: 'form_slug', type: 'text' }] },
  visible: (_session, version) =>
    sql`exists (select 1 from form f where f.slug = ${version}.form_slug and f.published_version = ${version}.number)`,
});

/** The words of a title, in a version and in a draft. */
const title = titleWords((words, row) => titleMatches(sql`(${row}.content ->> 'title')`, words));
const byTitle = {
  column: 'title',
  within: 'content',
  type: 'text',
  collation: 'und-x-icu',
  description: 'The title, in the order of languages.',
} as const;

/** How people find a form that they may submit to. */
const formList = listCriteria({
  source: forms,
  name: 'Form',
  items: 'forms',
  filter: {
    title,
    accessType: {
      type: () => formAccessTypeEnum,
      description: 'Who may submit the form.',
      where: (accessType, version) => sql`exists (
        select 1 from form f where f.slug = ${version}.form_slug and f.access_type = ${accessType}::text)`,
    },
  },
  orders: {
    SLUG: { column: 'form_slug', type: 'text', isUnique: true, description: 'The slug of the form.' },
    TITLE: byTitle,
  },
});

/** How editors find one of their forms. */
const formConfigurationList = listCriteria({
  source: formConfigurations,
  name: 'FormConfiguration',
  items: 'forms',
  filter: {
    title,
    accessType: equalTo('access_type', () => formAccessTypeEnum, 'Who may submit the form.'),
    isPublished: {
      type: () => Boolean,
      description: 'Whether the portal shows the form; false: it is only a draft.',
      where: (isPublished, form) => sql`(${form}.published_version is not null) = ${isPublished}::boolean`,
    },
    createdBy: equalTo('created_by', () => String, 'The username of the creator.'),
    updatedBy: equalTo('updated_by', () => String, 'The username of the user who last changed the form.'),
    createdAt: timeRange('created_at', 'When the form was created.'),
    updatedAt: timeRange('updated_at', 'When the form was last changed.'),
  },
  orders: {
    SLUG: { column: 'slug', type: 'text', isUnique: true, description: 'The slug of the form.' },
    TITLE: byTitle,
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the form was created.' },
    UPDATED_AT: { column: 'updated_at', type: 'timestamptz', description: 'When the form was last changed.' },
  },
});

/** The root fields that read forms. */
export const formRoots = [
  root({
    field: 'form',
    source: forms,
    returns: 'one',
    where: ({ slug }) => sql`t.form_slug = ${slug}`,
    description: 'The published form with this slug; null when there is none. Needs no key.',
    keys: { slug: [ID, 'The slug of the form.'] },
  }),
  root({
    field: 'forms',
    source: forms,
    returns: 'page',
    list: formList,
    where: (_given, session) =>
      sql`exists (select 1 from form f where f.slug = t.form_slug and ${acceptsSubmissions(session, sqlText('f'))})`,
    description:
      'The published forms that you may submit to now, by default by slug: open ones, with a key authenticated ones, with `submit_private_form` restricted ones. Forms that reached their quota are left out. Needs no key.',
  }),
  root({
    field: 'formConfigurations',
    source: formConfigurations,
    returns: 'page',
    authorize: requireCaller,
    list: formConfigurationList,
    description:
      'The forms that you may change, by default by slug: all with `edit_form`, otherwise those that you created. Needs a key, else null with an error.',
  }),
  root({
    field: 'formConfiguration',
    source: formConfigurations,
    returns: 'one',
    authorize: requireCaller,
    description:
      'The configuration of the form with this slug; null when you may not change it. Needs a key, else null with an error.',
    keys: { slug: [ID, 'The slug of the form.'] },
  }),
];

relation({
  from: forms,
  field: 'configuration',
  to: formConfigurations,
  on: ['form_slug', 'slug'],
  returns: 'one',
  description: 'The configuration; null without the right to change it.',
});
userRelation(formConfigurations, 'createdBy', 'The user who created the form; null when that user was deleted.');
userRelation(formConfigurations, 'updatedBy', 'The user who last changed the form; null when that user was deleted.');

/** Deleted forms, visible to callers who may restore them. */
export const deletedForms = source(DeletedForm, {
  table: 'deletion',
  key: 'uid',
  columns: { slug: 'name' },
  order: latestDeletionFirst,
  visible: (session, deletion) => mayRestore('form', session, deletion),
});

/** The root fields that read deleted forms. */
export const deletedFormRoots = [
  root({
    field: 'deletedForms',
    source: deletedForms,
    returns: 'page',
    authorize: requireCaller,
    list: deletionList(deletedForms, 'deleted forms'),
    description:
      'The deleted forms that the caller may restore, the latest first: all with `edit_form`, otherwise those that the caller deleted. Needs a key, else null with an error.',
  }),
];

userRelation(deletedForms, 'deletedBy', 'The user who deleted the form; null when that user was deleted.');
