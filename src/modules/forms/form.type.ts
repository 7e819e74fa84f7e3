import { Field, ID, InputType, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime } from '../../api/types/scalars.ts';
import { FormSection } from './blocks/form-block.type.ts';
import type { FormAccessType } from './form-content.ts';

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
    restricted: { description: 'Who holds `submit_private_form`.' },
    authenticated: { description: 'Everyone with a key.' },
  },
});

@ObjectType({ description: 'What is shown after a submission: exactly one of these.' })
@InputType('FormEndingInput', { description: 'What is shown after a submission: exactly one of these.' })
export class FormEnding {
  @Field(() => String, {
    nullable: true,
    defaultValue: null,
    description: 'A message is shown; 10,000 characters at most.',
  })
  message!: string | null;

  @Field(() => String, {
    nullable: true,
    defaultValue: null,
    description: 'The page of the portal with this slug is shown.',
  })
  page!: string | null;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The http or https address is opened.' })
  url!: string | null;
}

@InterfaceType('FormContent', {
  implements: Node,
  description: 'What a form asks, as a draft or as a version.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
abstract class AnyForm extends Node {
  @Field(() => ID, { description: 'Names the form for life.' })
  slug!: string;

  @Field(() => String, { description: 'The title, in the default language as all its texts.' })
  title!: string;

  @Field(() => String, { description: 'What the form is for; may be empty.' })
  description!: string;

  @Field(() => String, { description: 'The language of its texts: two letters of ISO 639-1.' })
  defaultLanguage!: string;

  @Field(() => [String], { description: 'The other languages that answers are welcome in.' })
  otherLanguages!: readonly string[];

  @Field(() => [FormSection], { description: 'The questions, in order.' })
  sections!: readonly FormSection[];

  @Field(() => Boolean, { description: 'Whether submitting takes a reCAPTCHA token.' })
  isRecaptchaEnabled!: boolean;

  @Field(() => FormEnding, { description: 'What is shown after a submission.' })
  ending!: FormEnding;

  @Field(() => formAccessTypeEnum, { description: 'Who may submit.' })
  accessType!: FormAccessType;

  @Field(() => Boolean, { description: 'Whether submissions may be changed by those who sent them.' })
  isEditingEnabled!: boolean;
}

@ObjectType({
  implements: AnyForm,
  description: 'A form as the portal shows it: its last published version.',
})
export class Form extends AnyForm {
  @Field(() => Int, {
    description: 'The number of the version, from 1 on; submissions belong to the version that was active.',
  })
  version!: number;
}

@ObjectType({
  implements: AnyForm,
  description: 'A form as those see it who configure it: its draft, and what holds at once for all its versions.',
})
export class FormConfiguration extends AnyForm {
  @Field(() => Boolean, { description: 'Whether submissions and their changes wait for a moderator.' })
  isModerated!: boolean;

  @Field(() => Int, { nullable: true, description: 'How many submissions it takes; null for any number.' })
  submissionsQuota!: number | null;

  @Field(() => Int, {
    description: 'Counts the changes; send it as `expectedRevision` to change only what you have seen.',
  })
  revision!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of the version that the portal shows; null while it shows none.',
  })
  publishedVersion!: number | null;

  @Field(() => DateTime, { description: 'When the form was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of a list of forms as they are configured.' })
export class FormConfigurationConnection extends ConnectionOf(FormConfiguration, 'FormConfiguration') {}

@ObjectType({ description: 'A form after a change.' })
export class FormPayload {
  @Field(() => FormConfiguration, {
    nullable: true,
    description: 'The form as it is configured; null when it was deleted in the meantime.',
  })
  configuration!: FormConfiguration | null;

  @Field(() => Form, {
    nullable: true,
    description: 'The form as the portal shows it; null while it is not published.',
  })
  form!: Form | null;
}

@ObjectType({ description: 'A form that is gone.' })
export class DeleteFormPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The slug that it had.' })
  slug!: string;
}
