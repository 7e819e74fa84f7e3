import type { Json } from '#kernel/json.ts';

/** The types of blocks (docs/contract/specification.md 2.13, Form). */
export const blockTypes = [
  'text',
  'number',
  'contact',
  'choice',
  'advanced_choice',
  'autofill',
  'boolean',
  'location_picker',
  'location_search',
  'date_time',
  'url',
  'image',
  'legal',
  'keywords',
  'siret',
  'linked_datasets',
] as const;
/** The type of a block. */
export type BlockType = (typeof blockTypes)[number];

/** The sub-fields that a form can ask of a contact (docs/contract/objects.md, Forms). */
export type ContactPart = 'first_name' | 'last_name' | 'email' | 'phone' | 'organization' | 'job_title' | 'address';

/** The settings of the types of blocks that have settings of their own; the names are those in the graph. */
export interface BlockSettings {
  /** A short text has at most 255 characters, a long one 2000. */
  readonly text: { readonly isLong: boolean };
  readonly number: { readonly isInteger: boolean; readonly min: number | null; readonly max: number | null };
  /** `defaultCountry`: ISO 3166-1, for phone numbers without a country's prefix. */
  readonly contact: {
    readonly subFields: readonly { readonly name: ContactPart; readonly required: boolean }[];
    readonly defaultCountry: string | null;
  };
  readonly choice: { readonly options: readonly string[]; readonly isMultiple: boolean; readonly allowsOther: boolean };
  /** The options are the values of a field of a dataset. */
  readonly advancedChoice: { readonly datasetUid: string; readonly field: string; readonly isMultiple: boolean };
  /** `min` and `max` are ISO 8601 texts, like the values of the block. */
  readonly dateTime: { readonly hasTime: boolean; readonly min: string | null; readonly max: string | null };
}
/** The property of a block that holds the settings of its type. */
export type SettingsName = keyof BlockSettings;

/** How a condition compares the value of a block. */
export type ConditionOperator =
  'equals' | 'not_equals' | 'contains' | 'not_contains' | 'less_than' | 'greater_than' | 'is_empty' | 'is_not_empty';

/** A condition on the value of another block. */
export interface BlockCondition {
  readonly fieldId: string;
  readonly operator: ConditionOperator;
  /** The value to compare with; null when the operator takes none. */
  readonly value: Json;
}

/** The effect on a block when its conditions hold. */
export type ConditionsAction = 'show' | 'hide';
/** Whether all conditions must hold, or at least one. */
export type ConditionsMatch = 'and' | 'or';

/** The settings of a block. A block has only the settings of its own type. */
export type PartialBlockSettings = { readonly [Name in SettingsName]?: BlockSettings[Name] | null };

/** One question of a form. */
export interface Block extends PartialBlockSettings {
  /** Names the block in its form, and the part of a submission that answers it. */
  readonly fieldId: string;
  readonly type: BlockType;
  readonly label: string;
  readonly placeholder: string;
  readonly helpText: string;
  readonly required: boolean;
  /** Whether the value must differ from the values in all earlier submissions. */
  readonly unique: boolean;
  readonly conditionsAction: ConditionsAction;
  readonly conditionsMatch: ConditionsMatch;
  /** The conditions for showing or hiding the block. Without conditions, the block is always shown. */
  readonly conditions: readonly BlockCondition[];
}

/** A section of a form: blocks under a title. */
export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}
