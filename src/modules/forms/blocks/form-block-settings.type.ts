import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { ContactPart } from '#engine/blocks/block.ts';

/** The sub-fields of a contact, as the graph's enum. */
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
  description: 'A sub-field of a contact.',
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

@ObjectType({ description: 'The accepted numbers.' })
@InputType('FormNumberSettingsInput', { description: 'The accepted numbers.' })
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
  @Field(() => contactPartEnum, { description: 'The sub-field.' })
  name!: ContactPart;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the sub-field is required.' })
  required!: boolean;
}

@ObjectType({ description: 'The sub-fields of a contact.' })
@InputType('FormContactSettingsInput', { description: 'The sub-fields of a contact.' })
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

@ObjectType({ description: 'The options of a choice.' })
@InputType('FormChoiceSettingsInput', { description: 'The options of a choice.' })
export class FormChoiceSettings {
  @Field(() => [String], { description: 'The options: 1 to 1000 different texts of 255 characters at most.' })
  options!: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'Whether several options may be chosen.' })
  isMultiple!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the block also accepts a text that is not an option.',
  })
  allowsOther!: boolean;
}

@ObjectType({
  description:
    'The field of a dataset that holds the options. Each submitter sees only values that are visible to them.',
})
@InputType('FormAdvancedChoiceSettingsInput', {
  description: 'The field of a dataset that holds the options; it must be visible to you.',
})
export class FormAdvancedChoiceSettings {
  @Field(() => ID, { description: 'The uid of a published dataset.' })
  datasetUid!: string;

  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether several options may be chosen.' })
  isMultiple!: boolean;
}

@ObjectType({ description: 'The accepted days or instants.' })
@InputType('FormDateTimeSettingsInput', { description: 'The accepted days or instants.' })
export class FormDateTimeSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether the block asks for instants instead of days.' })
  hasTime!: boolean;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The earliest, in ISO 8601; null for any.' })
  min!: string | null;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The latest, in ISO 8601; null for any.' })
  max!: string | null;
}
