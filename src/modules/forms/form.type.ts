import { Field, ID, InputType, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import type { Section } from '#engine/blocks/block.ts';
import { FormSection } from './form-block.type.ts';
import type { FormAccessType } from './form.entity.ts';
import { DeletedObject } from '#deletions/index.ts';

/** Who may submit, as the graph's enum. */
export const formAccessTypeEnum: { readonly [Type in FormAccessType]: Type } = {
  open: 'open',
  restricted: 'restricted',
  authenticated: 'authenticated',
};
registerEnumType(formAccessTypeEnum, {
  name: 'FormAccessType',
  description: 'Who may submit a form.',
  valuesConfig: {
    open: { description: 'Everyone, without a key.' },
    restricted: { description: 'Users with `submit_private_form`.' },
    authenticated: { description: 'Every user with a key.' },
  },
});

@ObjectType({ description: 'What the portal shows after a submission: exactly one of these.' })
@InputType('FormEndingInput', { description: 'What the portal shows after a submission: exactly one of these.' })
export class FormEnding {
  @Field(() => String, {
    nullable: true,
    defaultValue: null,
    description: 'Shows a message; 10,000 characters at most.',
  })
  message!: string | null;

  @Field(() => String, {
    nullable: true,
    defaultValue: null,
    description: 'Shows the portal page with this slug.',
  })
  page!: string | null;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'Opens this http or https address.' })
  url!: string | null;
}

@InterfaceType('FormContent', {
  implements: Node,
  description: 'The content of a form, as a draft or as a version.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
abstract class AnyForm extends Node {
  @Field(() => ID, { description: 'The permanent identifier of the form.' })
  slug!: string;

  @Field(() => String, { description: 'The title, in the default language as all its texts.' })
  title!: string;

  @Field(() => String, { description: 'The description of the form; may be empty.' })
  description!: string;

  @Field(() => String, { description: 'The language of its texts (ISO 639-1).' })
  defaultLanguage!: string;

  @Field(() => [String], { description: 'The other languages of the answers.' })
  otherLanguages!: readonly string[];

  @Field(() => [FormSection], { description: 'The questions, in order.' })
  sections!: readonly Section[];

  @Field(() => Boolean, { description: 'Whether submitting requires a reCAPTCHA token.' })
  isRecaptchaEnabled!: boolean;

  @Field(() => FormEnding, { description: 'What the portal shows after a submission.' })
  ending!: FormEnding;

  @Field(() => formAccessTypeEnum, { description: 'Who may submit.' })
  accessType!: FormAccessType;

  @Field(() => Boolean, { description: 'Whether submitters may change their submissions.' })
  isEditingEnabled!: boolean;
}

@ObjectType({
  implements: AnyForm,
  description: 'A form as the portal shows it: its last published version.',
})
export class Form extends AnyForm {
  @Field(() => Int, {
    description: 'The number of the version, from 1, which submissions refer to.',
  })
  version!: number;
}

@ObjectType({ description: 'A page of a list of published forms.' })
export class FormConnection extends ConnectionTypeOf(Form, 'Form') {}

@ObjectType({
  implements: AnyForm,
  description: 'A form as its editors see it: the draft, and the settings that all versions share.',
})
export class FormConfiguration extends AnyForm {
  @Field(() => Boolean, { description: 'Whether submissions and their changes wait for a moderator.' })
  isModerated!: boolean;

  @Field(() => Int, { nullable: true, description: 'The maximum number of submissions; null for no limit.' })
  submissionsQuota!: number | null;

  @Field(() => Int, {
    description: 'Every change increments it; for `expectedRevision`.',
  })
  revision!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of the published version; null while the form is not published.',
  })
  publishedVersion!: number | null;

  @Field(() => DateTime, { description: 'When the form was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the form was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of a list of forms as they are configured.' })
export class FormConfigurationConnection extends ConnectionTypeOf(FormConfiguration, 'FormConfiguration') {}

@ObjectType({ description: 'A form after a change.' })
export class FormPayload {
  @ChangedObject(
    FormConfigurationConnection,
    'formConfigurations',
    'The configuration; null when the form was deleted meanwhile.',
  )
  configuration!: FormConfiguration | null;

  @Field(() => Form, {
    nullable: true,
    description: 'The published version; null while the form is not published.',
  })
  form!: Form | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted form.' })
export class DeleteFormPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The slug of the deleted form.' })
  slug!: string;
}

@ObjectType({ implements: Node, description: 'A deleted form that can be restored.' })
export class DeletedForm extends DeletedObject {
  @Field(() => ID, { description: 'The slug of the form. Several deleted forms may have had the same one.' })
  slug!: string;
}

@ObjectType({ description: 'A page of a list of deleted forms.' })
export class DeletedFormConnection extends ConnectionTypeOf(DeletedForm, 'DeletedForm') {}

@InputType({ description: 'The deleted form to restore or to purge.' })
export class DeletedFormInput {
  @Field(() => ID, { description: 'The uid of the DeletedForm.' })
  uid!: string;
}

@ObjectType({ implements: DeletionPayload, description: 'The purged form.' })
export class PurgeFormPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The uid of the DeletedForm.' })
  uid!: string;
}
