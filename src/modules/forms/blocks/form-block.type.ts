import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { JsonValue } from '#api/types/scalars.ts';
import type { BlockType, ConditionOperator, ConditionsAction, ConditionsMatch } from '#engine/blocks/block.ts';
import type { Json } from '#kernel/json.ts';
import {
  FormAdvancedChoiceSettings,
  FormChoiceSettings,
  FormContactSettings,
  FormDateTimeSettings,
  FormNumberSettings,
  FormTextSettings,
} from './form-block-settings.type.ts';
import { conditionOperatorEnum, conditionsActionEnum, conditionsMatchEnum } from './form-condition.type.ts';

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
export class FormCondition {
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
export class FormBlock {
  @Field(() => String, {
    description:
      'Names the block in its form, and its value in a submission: a letter, then at most 99 letters, digits, `_` and `-`.',
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

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the block requires an answer while it is shown.' })
  required!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the value must differ from those of all earlier submissions that are not rejected.',
  })
  unique!: boolean;

  @Field(() => conditionsActionEnum, {
    defaultValue: 'show',
    description: 'Whether the block is shown or hidden when its conditions hold; otherwise the opposite.',
  })
  conditionsAction!: ConditionsAction;

  @Field(() => conditionsMatchEnum, { defaultValue: 'and', description: 'How many of the conditions must hold.' })
  conditionsMatch!: ConditionsMatch;

  @Field(() => [FormCondition], {
    defaultValue: [],
    description:
      'The conditions for showing or hiding the block, 20 at most; without conditions the block is always shown.',
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
