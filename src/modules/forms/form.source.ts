import { relation, root, source } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { parseTitleSearch, titleMatches } from '#api/reading/title-search.ts';
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
export const formRoots = Object.freeze({
  form: root({ field: 'form', source: forms, returns: 'one', where: ({ slug }) => sql`t.form_slug = ${slug}` }),
  forms: root({
    field: 'forms',
    source: forms,
    returns: 'page',
    parse: { search: parseTitleSearch },
    where: ({ search }, session) =>
      sqlAnd(
        sql`exists (select 1 from form f where f.slug = t.form_slug and ${acceptsSubmissions(session, sqlText('f'))})`,
        titleMatches(sql`(t.content ->> 'title')`, search),
      ),
  }),
  formConfigurations: root({
    field: 'formConfigurations',
    source: formConfigurations,
    returns: 'page',
    authorize: requireCaller,
    parse: { search: parseTitleSearch },
    where: ({ search }) => titleMatches(sql`(t.content ->> 'title')`, search),
  }),
  formConfiguration: root({
    field: 'formConfiguration',
    source: formConfigurations,
    returns: 'one',
    authorize: requireCaller,
    where: ({ slug }) => sql`t.slug = ${slug}`,
  }),
});

export const configurationOfForm = relation({
  from: forms,
  field: 'configuration',
  to: formConfigurations,
  on: ['form_slug', 'slug'],
  returns: 'one',
});
export const creatorOfForm = userRelation(formConfigurations, 'createdBy');
export const editorOfForm = userRelation(formConfigurations, 'updatedBy');

/** Deleted forms, visible to callers who may restore them. */
export const deletedForms = source(DeletedForm, {
  table: 'deletion',
  key: 'uid',
  columns: { slug: 'name' },
  order: latestDeletionFirst,
  visible: (session, deletion) => mayRestore('form', session, deletion),
});

/** The root fields that read deleted forms. */
export const deletedFormRoots = Object.freeze({
  deletedForms: root({
    field: 'deletedForms',
    source: deletedForms,
    returns: 'page',
    authorize: requireCaller,
  }),
});

export const deleterOfForm = userRelation(deletedForms, 'deletedBy');
