import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '#identity/index.ts';
import type { Section } from '#engine/blocks/block.ts';

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

/** The settings that all versions of a form share, before any input is applied. */
export const defaultSettings = Object.freeze({
  accessType: 'restricted',
  isModerated: true,
  isEditingEnabled: false,
  submissionsQuota: null,
}) satisfies Partial<FormEntity>;

export type FormSettings = Pick<FormEntity, keyof typeof defaultSettings>;

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

/** What the portal shows after a submission: exactly one of these. */
export interface FormEndingContent {
  readonly message: string | null;
  readonly page: string | null;
  readonly url: string | null;
}

/**
 * The content of a form. Publishing stores a copy of it as a version, which never changes. The properties have their names in the graph.
 */
export interface FormContent {
  readonly title: string;
  readonly description: string;
  readonly defaultLanguage: string;
  readonly otherLanguages: readonly string[];
  readonly sections: readonly Section[];
  readonly isRecaptchaEnabled: boolean;
  readonly ending: FormEndingContent;
}

/** Who may submit a form: everyone, users with a right, or users with a key. */
export type FormAccessType = 'open' | 'restricted' | 'authenticated';

/** A dataset whose values a form offers. Without a foreign key: readers must check whether the dataset exists. */
const optionSchema = defineEntity({
  name: 'OptionDataset',
  tableName: 'form_option_dataset',
  properties: {
    form: () => p.manyToOne(FormEntity).primary().joinColumn('form_slug').deleteRule('cascade'),
    datasetUid: p.text().primary().index(),
  },
});
export class OptionDatasetEntity extends optionSchema.class {}
optionSchema.setClass(OptionDatasetEntity);
