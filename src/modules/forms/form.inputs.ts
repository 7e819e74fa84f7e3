import { Field, ID, InputType, Int } from 'type-graphql';
import { FormSection } from './blocks/form-block.type.ts';
import type { FormAccessType } from './form-content.ts';
import { FormEnding, formAccessTypeEnum } from './form.type.ts';

@InputType({ description: 'A form to be created, as a draft.' })
export class CreateFormInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'At most 150 lower-case letters, digits and hyphens; made from the title when left out. Never changes.',
  })
  slug?: string | null;

  @Field(() => String, { description: 'The title, in the default language as all texts; 1 to 1000 characters.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the form is for; empty by default, 10,000 characters at most.',
  })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The language of the texts, two letters of ISO 639-1; `en` by default.',
  })
  defaultLanguage?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Other languages that answers are welcome in, each once; none by default.',
  })
  otherLanguages?: string[] | null;

  @Field(() => [FormSection], {
    nullable: true,
    description: 'The questions, in order; 50 sections at most, none by default.',
  })
  sections?: FormSection[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether submitting takes a reCAPTCHA token; false by default.',
  })
  isRecaptchaEnabled?: boolean | null;

  @Field(() => FormEnding, {
    nullable: true,
    description: 'What is shown after a submission; an empty message by default.',
  })
  ending?: FormEnding | null;

  @Field(() => formAccessTypeEnum, { nullable: true, description: 'Who may submit; `restricted` by default.' })
  accessType?: FormAccessType | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether submissions and their changes wait for a moderator; true by default.',
  })
  isModerated?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether submissions may be changed by those who sent them; false by default.',
  })
  isEditingEnabled?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many submissions it takes, 0 at least; null, the default, for any number.',
  })
  submissionsQuota?: number | null;
}

@InputType({
  description:
    'A change of a form; what is left out is kept, and null stands for the default. Questions, texts and the ending change the draft; who may submit, moderation, edition and quota hold at once.',
})
export class UpdateFormInput {
  @Field(() => ID, { description: "The form's slug." })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Another title; cannot be cleared.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'What the form is for, 10,000 characters at most.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'The language of the texts, two letters of ISO 639-1.' })
  defaultLanguage?: string | null;

  @Field(() => [String], { nullable: true, description: 'All other languages from now on.' })
  otherLanguages?: string[] | null;

  @Field(() => [FormSection], { nullable: true, description: 'All questions from now on.' })
  sections?: FormSection[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submitting takes a reCAPTCHA token.' })
  isRecaptchaEnabled?: boolean | null;

  @Field(() => FormEnding, { nullable: true, description: 'What is shown after a submission.' })
  ending?: FormEnding | null;

  @Field(() => formAccessTypeEnum, { nullable: true, description: 'Who may submit.' })
  accessType?: FormAccessType | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submissions and their changes wait for a moderator.' })
  isModerated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether submissions may be changed by those who sent them.' })
  isEditingEnabled?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'How many submissions it takes; null for any number.' })
  submissionsQuota?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A form that something is done with.' })
export class FormActionInput {
  @Field(() => ID, { description: "The form's slug." })
  slug!: string;

  @Field(() => Int, { nullable: true, description: 'The revision that you have seen; nothing is done at another one.' })
  expectedRevision?: number | null;
}
