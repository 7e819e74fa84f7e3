import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '#identity/index.ts';
import type { FormAccessType, FormContent } from './form-content.ts';

/** The draft of a form, and the settings that all its versions share. */
const formSchema = defineEntity({
  name: 'Form',
  tableName: 'form',
  properties: {
    slug: p.string().primary(),
    revision: p.integer().default(1),
    content: p.json<FormContent>(),
    accessType: p.text().$type<FormAccessType>(),
    isModerated: p.boolean(),
    isEditingEnabled: p.boolean(),
    submissionsQuota: p.integer().nullable(),
    /** The number of submissions that count towards the quota; updated under the form's lock. */
    countedSubmissions: p.integer().default(0),
    /** The number of the last version; 0 before the first. */
    lastVersion: p.integer().default(0),
    /** The version that the portal shows; null while it shows none. */
    publishedVersion: p.integer().nullable(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    updatedBy: () => p.manyToOne(UserEntity).joinColumn('updated_by').nullable().deleteRule('set null').index(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export class FormEntity extends formSchema.class {}
formSchema.setClass(FormEntity);

/** A published version of a form; never changes. */
const versionSchema = defineEntity({
  name: 'FormVersion',
  tableName: 'form_version',
  properties: {
    form: () => p.manyToOne(FormEntity).primary().joinColumn('form_slug').deleteRule('cascade'),
    number: p.integer().primary().autoincrement(false),
    content: p.json<FormContent>(),
    publishedAt: p.datetime(),
  },
});
export class FormVersionEntity extends versionSchema.class {}
versionSchema.setClass(FormVersionEntity);
