import { Field, ID, InputType, Int } from 'type-graphql';
import { expectedRevision } from '#api/types/change.inputs.ts';
import { FormSection } from './form-block.type.ts';
import type { FormAccessType } from './form.entity.ts';
import { formAccessTypeEnum, FormEnding } from './form.type.ts';

@InputType({ description: 'The form to create, as a draft.' })
export class CreateFormInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Unique among forms: at most 150 lower-case letters, digits and hyphens; default: from the title. Never changes.',
  })
  slug?: string | null;

  @Field(() => String, { description: 'The title, in the default language as all texts; 1 to 1000 characters.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    defaultValue: '',
    description: 'The description of the form, 10,000 characters at most.',
  })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    defaultValue: 'en',
    description: 'The language of the texts, two letters of ISO 639-1.',
  })
  defaultLanguage?: string | null;

  @Field(() => [String], {
    nullable: true,
    defaultValue: [],
    description: 'Other languages of the answers, each once.',
  })
  otherLanguages?: string[] | null;

  @Field(() => [FormSection], {
    nullable: true,
    defaultValue: [],
    description: 'The questions, in order; 50 sections at most.',
  })
  sections?: FormSection[] | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether submitting requires a reCAPTCHA token.',
  })
  isRecaptchaEnabled?: boolean | null;

  @Field(() => FormEnding, {
    nullable: true,
    description: 'What the portal shows after a submission; an empty message by default.',
  })
  ending?: FormEnding | null;

  @Field(() => formAccessTypeEnum, { nullable: true, defaultValue: 'restricted', description: 'Who may submit.' })
  accessType?: FormAccessType | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether submissions and their changes wait for a moderator.',
  })
  isModerated?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether submitters may change their submissions.',
  })
  isEditingEnabled?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The maximum number of submissions; null, the default, for no limit.',
  })
  submissionsQuota?: number | null;
}

@InputType({
  description:
    'A change of a form; omitted fields stay, null restores the default. Questions, texts and ending change the draft; access, moderation, editing and quota take effect immediately.',
})
export class UpdateFormInput {
  @Field(() => ID, { description: "The form's slug." })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'The new title; cannot be cleared.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'The description of the form, 10,000 characters at most.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'The language of the texts, two letters of ISO 639-1.' })
  defaultLanguage?: string | null;

  @Field(() => [String], { nullable: true, description: 'All other languages; replaces the previous list.' })
  otherLanguages?: string[] | null;

  @Field(() => [FormSection], { nullable: true, description: 'All questions; replaces the previous ones.' })
  sections?: FormSection[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submitting requires a reCAPTCHA token.' })
  isRecaptchaEnabled?: boolean | null;

  @Field(() => FormEnding, { nullable: true, description: 'What the portal shows after a submission.' })
  ending?: FormEnding | null;

  @Field(() => formAccessTypeEnum, { nullable: true, description: 'Who may submit.' })
  accessType?: FormAccessType | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submissions and their changes wait for a moderator.' })
  isModerated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submitters may change their submissions.' })
  isEditingEnabled?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'The maximum number of submissions; null for no limit.' })
  submissionsQuota?: number | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The form to publish, unpublish or delete.' })
export class FormActionInput {
  @Field(() => ID, { description: "The form's slug." })
  slug!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}
