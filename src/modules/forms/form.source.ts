import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { TitleSearchArgs, parseTitleSearch, titleMatches } from '#api/reading/title-search.ts';
import { requireCaller } from '#api/session.ts';
import { sql, sqlAnd, sqlName, sqlText } from '#kernel/sql.ts';
import { userRelation } from '#identity/index.ts';
import { acceptsSubmissions, formRights } from './form-rights.ts';
import { DeletedForm, Form, FormConfiguration } from './form.type.ts';
import { latestDeletionFirst, mayRestore } from '#deletions/index.ts';

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
    parse: { search: parseTitleSearch },
    where: ({ search }, session) =>
      sqlAnd(
        sql`exists (select 1 from form f where f.slug = t.form_slug and ${acceptsSubmissions(session, sqlText('f'))})`,
        titleMatches(sql`(t.content ->> 'title')`, search),
      ),
    description:
      'The published forms that you may submit to now, by slug: open ones, with a key authenticated ones, with `submit_private_form` restricted ones. Forms that reached their quota are left out. Needs no key.',
    args: TitleSearchArgs,
  }),
  root({
    field: 'formConfigurations',
    source: formConfigurations,
    returns: 'page',
    authorize: requireCaller,
    parse: { search: parseTitleSearch },
    where: ({ search }) => titleMatches(sql`(t.content ->> 'title')`, search),
    description:
      'The forms that you may change, by slug: all with `edit_form`, otherwise those that you created. Without a key, the field is null with an error.',
    args: TitleSearchArgs,
  }),
  root({
    field: 'formConfiguration',
    source: formConfigurations,
    returns: 'one',
    authorize: requireCaller,
    description:
      'The configuration of the form with this slug; null when you may not change it or it does not exist. Without a key, the field is null with an error.',
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
    description:
      'The deleted forms that the caller may restore, the latest first: all with `edit_form`, otherwise those that the caller deleted. Needs a key: without one, the field is null with an error.',
  }),
];

userRelation(deletedForms, 'deletedBy', 'The user who deleted the form; null when that user was deleted.');
