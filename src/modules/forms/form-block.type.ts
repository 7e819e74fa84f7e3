import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { StoredAs } from '#api/stored-as.ts';
import { JsonValue } from '#api/types/scalars.ts';
import type {
  Block,
  BlockSettings,
  BlockType,
  ConditionOperator,
  ConditionsAction,
  ConditionsMatch,
  ContactPart,
  Section,
} from '#engine/blocks/block.ts';
import type { Json } from '#kernel/json.ts';

/** The operators of conditions, as the graph's enum. */
const conditionOperatorEnum: { readonly [Operator in ConditionOperator]: Operator } = {
  equals: 'equals',
  not_equals: 'not_equals',
  contains: 'contains',
  not_contains: 'not_contains',
  less_than: 'less_than',
  greater_than: 'greater_than',
  is_empty: 'is_empty',
  is_not_empty: 'is_not_empty',
};
registerEnumType(conditionOperatorEnum, {
  name: 'FormConditionOperator',
  description: 'How a condition compares the value of a block.',
  valuesConfig: {
    equals: {
      description: 'The value is equal (texts, numbers, booleans, dates; a day equals every instant of it).',
    },
    not_equals: { description: 'The value differs or is missing.' },
    contains: { description: 'The value contains this text, as a part or as an item of its list.' },
    not_contains: { description: 'The value does not contain this text, as a part or as an item of its list.' },
    less_than: { description: 'The value is smaller or earlier (numbers, dates).' },
    greater_than: { description: 'The value is larger or later (numbers, dates).' },
    is_empty: { description: 'There is no value (all types).' },
    is_not_empty: { description: 'There is a value (all types).' },
  },
});

/** What conditions do with a block, as the graph's enum. */
const conditionsActionEnum: { readonly [Action in ConditionsAction]: Action } = { show: 'show', hide: 'hide' };
registerEnumType(conditionsActionEnum, {
  name: 'FormConditionsAction',
  description: 'Whether the conditions show or hide a block.',
  valuesConfig: {
    show: { description: 'The block is shown when its conditions hold, otherwise hidden.' },
    hide: { description: 'The block is hidden when its conditions hold, otherwise shown.' },
  },
});

/** How many conditions must hold, as the graph's enum. */
const conditionsMatchEnum: { readonly [Match in ConditionsMatch]: Match } = { and: 'and', or: 'or' };
registerEnumType(conditionsMatchEnum, {
  name: 'FormConditionsMatch',
  description: 'How many conditions must hold.',
  valuesConfig: { and: { description: 'All of them.' }, or: { description: 'At least one of them.' } },
});

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
class FormTextSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether the limit is 2000 characters instead of 255.' })
  isLong!: boolean;
}

@ObjectType({ description: 'The accepted numbers.' })
@InputType('FormNumberSettingsInput', { description: 'The accepted numbers.' })
class FormNumberSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether only whole numbers are accepted.' })
  isInteger!: boolean;

  @Field(() => Float, { nullable: true, defaultValue: null, description: 'The smallest number; null for any.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, defaultValue: null, description: 'The largest number; null for any.' })
  max!: number | null;
}

@ObjectType({ description: 'A part of a contact.' })
@InputType('FormContactSubFieldInput', { description: 'A part of a contact.' })
class FormContactSubField {
  @Field(() => contactPartEnum, { description: 'The sub-field.' })
  name!: ContactPart;

  @StoredAs('required')
  @Field(() => Boolean, { defaultValue: false, description: 'Whether the sub-field is required.' })
  isRequired!: boolean;
}

@ObjectType({ description: 'The sub-fields of a contact.' })
@InputType('FormContactSettingsInput', { description: 'The sub-fields of a contact.' })
class FormContactSettings {
  @Field(() => [FormContactSubField], { description: 'The sub-fields, each once.' })
  subFields!: FormContactSubField[];

  @Field(() => String, {
    nullable: true,
    defaultValue: null,
    description: 'The country of phone numbers without a prefix (ISO 3166-1); null where every number needs one.',
  })
  defaultCountry!: string | null;
}

@ObjectType({ description: 'The options of a choice.' })
@InputType('FormChoiceSettingsInput', { description: 'The options of a choice.' })
class FormChoiceSettings {
  @Field(() => [String], { description: 'The options: 1 to 1000 different texts of 255 characters at most.' })
  options!: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'Whether several options may be chosen.' })
  isMultiple!: boolean;

  @StoredAs('allowsOther')
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the block also accepts a text that is not an option.',
  })
  hasOther!: boolean;
}

@ObjectType({
  description:
    'The field of a dataset that holds the options. Each submitter sees only values that are visible to them.',
})
@InputType('FormAdvancedChoiceSettingsInput', {
  description: 'The field of a dataset that holds the options; it must be visible to you.',
})
class FormAdvancedChoiceSettings {
  @Field(() => ID, { description: 'The uid of a published dataset.' })
  datasetUid!: string;

  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether several options may be chosen.' })
  isMultiple!: boolean;
}

@ObjectType({ description: 'The accepted days or instants.' })
@InputType('FormDateTimeSettingsInput', { description: 'The accepted days or instants.' })
class FormDateTimeSettings {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether the block asks for instants instead of days.' })
  hasTime!: boolean;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The earliest, in ISO 8601; null for any.' })
  min!: string | null;

  @Field(() => String, { nullable: true, defaultValue: null, description: 'The latest, in ISO 8601; null for any.' })
  max!: string | null;
}

/** The types of blocks, as the graph's enum. */
const blockTypeEnum: { readonly [Type in BlockType]: Type } = {
  text: 'text',
  number: 'number',
  contact: 'contact',
  choice: 'choice',
  advanced_choice: 'advanced_choice',
  autofill: 'autofill',
  boolean: 'boolean',
  location_picker: 'location_picker',
  location_search: 'location_search',
  date_time: 'date_time',
  url: 'url',
  image: 'image',
  legal: 'legal',
  keywords: 'keywords',
  siret: 'siret',
  linked_datasets: 'linked_datasets',
};
registerEnumType(blockTypeEnum, {
  name: 'FormBlockType',
  description: 'The type of a block, which determines the answer that it asks for.',
  valuesConfig: {
    text: { description: 'A text.' },
    number: { description: 'A number.' },
    contact: { description: 'An object of sub-fields that identify a person.' },
    choice: { description: 'A list of the chosen options.' },
    advanced_choice: { description: 'A list of values of a dataset field.' },
    autofill: { description: 'Any JSON that a front end fills in itself; 10,000 characters at most.' },
    boolean: { description: 'True or false.' },
    location_picker: { description: '`{lat, lon, …}`, picked on a map.' },
    location_search: { description: '`{lat, lon, …}`, found by name.' },
    date_time: { description: 'A day or an instant.' },
    url: { description: 'An http or https address.' },
    image: { description: 'An image, sent as a multipart part.' },
    legal: { description: 'Consent: true where it is required.' },
    keywords: { description: 'A list of words.' },
    siret: { description: 'The SIRET of an establishment in France.' },
    linked_datasets: { description: 'A list of uids of datasets that are visible to the submitter.' },
  },
});

@ObjectType({ description: 'A condition on the answer of another block.' })
@InputType('FormConditionInput', { description: 'A condition on the answer of another block.' })
class FormCondition {
  @Field(() => String, { description: 'The other block, by its `fieldId`.' })
  fieldId!: string;

  @Field(() => conditionOperatorEnum, {
    description: 'How the condition compares the value; the block types support different operators.',
  })
  operator!: ConditionOperator;

  @Field(() => JsonValue, {
    nullable: true,
    defaultValue: null,
    description: 'The value to compare with; null for `is_empty` and `is_not_empty`.',
  })
  value!: Json;
}

@ObjectType({ description: 'One question of a form.' })
@InputType('FormBlockInput', {
  description: 'One question of a form. Only the settings of its own type are allowed.',
})
class FormBlock {
  @Field(() => String, {
    description:
      'The name of the block in its form and in answers: a letter, then at most 99 letters, digits, `_` and `-`.',
  })
  fieldId!: string;

  @Field(() => blockTypeEnum, { description: 'The type of the block, which determines the answer that it asks for.' })
  type!: BlockType;

  @Field(() => String, { description: 'The question; 1 to 1000 characters.' })
  label!: string;

  @Field(() => String, {
    defaultValue: '',
    description: 'The placeholder of the empty field; may be empty.',
  })
  placeholder!: string;

  @Field(() => String, {
    defaultValue: '',
    description: 'The help text; may be empty, 10,000 characters at most.',
  })
  helpText!: string;

  @StoredAs('required')
  @Field(() => Boolean, { defaultValue: false, description: 'Whether the block requires an answer while it is shown.' })
  isRequired!: boolean;

  @StoredAs('unique')
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the value must differ from those of all submissions that are not rejected.',
  })
  isUnique!: boolean;

  @Field(() => conditionsActionEnum, {
    defaultValue: 'show',
    description: 'Whether the block is shown or hidden when its conditions hold.',
  })
  conditionsAction!: ConditionsAction;

  @Field(() => conditionsMatchEnum, { defaultValue: 'and', description: 'How many of the conditions must hold.' })
  conditionsMatch!: ConditionsMatch;

  @Field(() => [FormCondition], {
    defaultValue: [],
    description: 'When the block is shown or hidden, at most 20 conditions; without any it is always shown.',
  })
  conditions!: FormCondition[];

  @Field(() => FormTextSettings, { nullable: true, defaultValue: null, description: 'How long a text may be.' })
  text!: FormTextSettings | null;

  @Field(() => FormNumberSettings, { nullable: true, defaultValue: null, description: 'The accepted numbers.' })
  number!: FormNumberSettings | null;

  @Field(() => FormContactSettings, {
    nullable: true,
    defaultValue: null,
    description: 'The sub-fields of a contact; required for a `contact` block.',
  })
  contact!: FormContactSettings | null;

  @Field(() => FormChoiceSettings, {
    nullable: true,
    defaultValue: null,
    description: 'The options; required for a `choice` block.',
  })
  choice!: FormChoiceSettings | null;

  @Field(() => FormAdvancedChoiceSettings, {
    nullable: true,
    defaultValue: null,
    description: 'The source of the options; required for an `advanced_choice` block.',
  })
  advancedChoice!: FormAdvancedChoiceSettings | null;

  @Field(() => FormDateTimeSettings, {
    nullable: true,
    defaultValue: null,
    description: 'The accepted days or instants.',
  })
  dateTime!: FormDateTimeSettings | null;
}

@ObjectType({ description: 'A group of blocks under a title.' })
@InputType('FormSectionInput', { description: 'A group of blocks under a title.' })
export class FormSection {
  @Field(() => String, { defaultValue: '', description: 'The title; may be empty, 1000 characters at most.' })
  title!: string;

  @Field(() => [FormBlock], { description: 'The blocks, in order; 200 in the whole form at most.' })
  blocks!: FormBlock[];
}

/** Sections as they are stored, which have the fields under their stored names. */
export const storedSections = (sections: readonly FormSection[]): Section[] =>
  sections.map(({ title, blocks }) => ({ title, blocks: blocks.map(storedBlock) }));

const storedBlock = ({ isRequired, isUnique, contact, choice, ...block }: FormBlock): Block => ({
  ...block,
  required: isRequired,
  unique: isUnique,
  contact: contact && storedContact(contact),
  choice: choice && storedChoice(choice),
});

const storedContact = ({ subFields, ...contact }: FormContactSettings): BlockSettings['contact'] => ({
  ...contact,
  subFields: subFields.map(({ name, isRequired }) => ({ name, required: isRequired })),
});

const storedChoice = ({ hasOther, ...choice }: FormChoiceSettings): BlockSettings['choice'] => ({
  ...choice,
  allowsOther: hasOther,
});
