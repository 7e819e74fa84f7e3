import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { ContactPart } from '../../../engine/blocks/block.ts';

/** What a contact can be asked for, as the graph's enum. */
const contactPartEnum: { readonly [Part in ContactPart]: Part } = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  organization: 'organization',
  job_title: 'job_title',
  address: 'address',
};
registerEnumType(contactPartEnum, {
  name: 'FormContactPart',
  description: 'What a contact can be asked for.',
  valuesConfig: {
    first_name: { description: 'The given name.' },
    last_name: { description: 'The family name.' },
    email: { description: 'An e-mail address.' },
    phone: { description: 'A phone number, stored in international format.' },
    organization: { description: 'The employer.' },
    job_title: { description: 'The position.' },
    address: { description: 'A postal address.' },
  },
});

@ObjectType({ description: 'How long a text may be.' })
@InputType('FormTextSettingsInput', { description: 'How long a text may be.' })
export class FormTextSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether the limit is 2000 characters instead of 255.' })
  isLong!: boolean;
}

@ObjectType({ description: 'Which numbers are accepted.' })
@InputType('FormNumberSettingsInput', { description: 'Which numbers are accepted.' })
export class FormNumberSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether only whole numbers are accepted.' })
  isInteger!: boolean;

  @Field(() => Float, { nullable: true, defaultValue: null, description: 'The smallest number; null for any.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, defaultValue: null, description: 'The largest number; null for any.' })
  max!: number | null;
}

@ObjectType({ description: 'A part of a contact.' })
@InputType('FormContactSubFieldInput', { description: 'A part of a contact.' })
export class FormContactSubField {
  @Field(() => contactPartEnum, { description: 'Which one.' })
  name!: ContactPart;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether a contact needs it.' })
  required!: boolean;
}

@ObjectType({ description: 'What a contact is asked for.' })
@InputType('FormContactSettingsInput', { description: 'What a contact is asked for.' })
export class FormContactSettings {
  @Field(() => [FormContactSubField], { description: 'The sub-fields, each once.' })
  subFields!: FormContactSubField[];

  @Field(() => String, {
    nullable: true,
    defaultValue: null,
    description:
      'The country of phone numbers without a prefix, two letters of ISO 3166-1; null where every number needs its prefix.',
  })
  defaultCountry!: string | null;
}

@ObjectType({ description: 'What is chosen from.' })
@InputType('FormChoiceSettingsInput', { description: 'What is chosen from.' })
export class FormChoiceSettings {
  @Field(() => [String], { description: 'The options: 1 to 1000 different texts of 255 characters at most.' })
  options!: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'Whether several may be chosen.' })
  isMultiple!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether a text that is no option is accepted.' })
  allowsOther!: boolean;
}

@ObjectType({
  description: 'The field of a dataset that holds the options. Each submitter is offered the values that they may see.',
})
@InputType('FormAdvancedChoiceSettingsInput', {
  description: 'The field of a dataset that holds the options; it must be visible to you.',
})
export class FormAdvancedChoiceSettings {
  @Field(() => ID, { description: 'The uid of a published dataset.' })
  datasetUid!: string;

  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether several may be chosen.' })
  isMultiple!: boolean;
}

@ObjectType({ description: 'Which days or instants are accepted.' })
@InputType('FormDateTimeSettingsInput', { description: 'Which days or instants are accepted.' })
export class FormDateTimeSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether instants are asked for; else days.' })
  hasTime!: boolean;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The earliest, in ISO 8601; null for any.' })
  min!: string | null;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The latest, in ISO 8601; null for any.' })
  max!: string | null;
}
