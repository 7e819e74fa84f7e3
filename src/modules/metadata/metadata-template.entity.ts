import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '#identity/index.ts';
import type { ChoiceLabels, MetadataTemplate, TemplateField } from './template.ts';

/** A field of a custom template. */
export interface StoredTemplateField extends Pick<TemplateField, 'name' | 'type' | 'label'> {
  readonly helpText: string | null;
  readonly choices: readonly string[] | null;
  readonly labels: ChoiceLabels | null;
  readonly requirementLevel: NonNullable<TemplateField['requirementLevel']>;
  readonly hasSelfSuggestions: boolean;
  readonly isFilter: boolean;
  readonly isTranslated: boolean;
}

/** A custom metadata template. A template that every portal has is a row, without title, type and fields, once someone has activated or deactivated it. */
const schema = defineEntity({
  name: 'MetadataTemplate',
  tableName: 'metadata_template',
  properties: {
    name: p.string().primary(),
    title: p.text().nullable(),
    type: p.text().$type<MetadataTemplate['type']>().nullable(),
    isActive: p.boolean(),
    fields: p.json<readonly StoredTemplateField[]>().nullable(),
    createdAt: p.datetime().nullable(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    updatedAt: p.datetime(),
    updatedBy: () => p.manyToOne(UserEntity).joinColumn('updated_by').nullable().deleteRule('set null').index(),
  },
});
export class MetadataTemplateEntity extends schema.class {}
schema.setClass(MetadataTemplateEntity);
