import { isRecord } from '#portal-page/json.ts';
import type { AdminMessageName } from '../admin-texts.ts';
import type {
  EditedSectionFragment,
  FormBlockType,
  FormConditionOperator,
  FormContactPart,
  OneChangeFragment,
} from '../generated/operations.ts';

/** The questions of a form under a title. */
export type FormSection = EditedSectionFragment;
/** A question of a form. */
export type Block = FormSection['blocks'][number];
/** A condition under which a question is shown or hidden. */
export type Condition = Block['conditions'][number];

/** The types of questions, in the order in which they are offered. */
export const blockTypes = [
  'text',
  'number',
  'choice',
  'boolean',
  'date_time',
  'contact',
  'location_picker',
  'location_search',
  'image',
  'url',
  'keywords',
  'legal',
  'advanced_choice',
  'linked_datasets',
  'siret',
  'autofill',
] as const satisfies readonly FormBlockType[];

/** The parts of a contact. */
export const contactParts = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'organization',
  'job_title',
  'address',
] as const satisfies readonly FormContactPart[];

const presence = ['is_empty', 'is_not_empty'] as const;
const order = [...presence, 'equals', 'not_equals', 'less_than', 'greater_than'] as const;
const texts = [...presence, 'equals', 'not_equals', 'contains', 'not_contains'] as const;
const lists = [...presence, 'contains', 'not_contains'] as const;
const flags = [...presence, 'equals', 'not_equals'] as const;

/** How a condition can compare the answer to a question of a type, as the service accepts it. */
export const operatorsOf: Readonly<Record<FormBlockType, readonly FormConditionOperator[]>> = {
  advanced_choice: lists,
  autofill: presence,
  boolean: flags,
  choice: lists,
  contact: presence,
  date_time: order,
  image: presence,
  keywords: lists,
  legal: flags,
  linked_datasets: lists,
  location_picker: presence,
  location_search: presence,
  number: order,
  siret: texts,
  text: texts,
  url: texts,
};

/** Whether a comparison takes no value. */
export const isPresence = (operator: FormConditionOperator): boolean => presence.some((each) => each === operator);

/** A new question of a type, with what the type requires. */
export function newBlock(type: FormBlockType, label: string, option: string, taken: readonly string[]): Block {
  let number = taken.length + 1;
  while (taken.includes(`q${number}`)) number += 1;
  return {
    ...{ fieldId: `q${number}`, type, label, placeholder: '', helpText: '', isRequired: type === 'legal' },
    ...{ isUnique: false, conditionsAction: 'show', conditionsMatch: 'and', conditions: [] },
    ...{ text: null, number: null, advancedChoice: null, dateTime: null },
    choice: type === 'choice' ? { options: [option], isMultiple: false, hasOther: false } : null,
    ...(type === 'advanced_choice' && { advancedChoice: { datasetUid: '', field: '', isMultiple: false } }),
    contact: type === 'contact' ? { subFields: [{ name: 'email', isRequired: true }], defaultCountry: null } : null,
  };
}

/** All questions of a form. */
export const blocksOf = (sections: readonly FormSection[]): readonly Block[] =>
  sections.flatMap(({ blocks }) => blocks);

/** Reads questions from the graph or from what this browser kept; undefined where they are none. */
export function sectionsOf(value: unknown): FormSection[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((section: unknown) =>
    isRecord(section) ? [{ title: textOf(section['title']), blocks: listOf(section['blocks']).flatMap(blockOf) }] : [],
  );
}

function blockOf(value: unknown): Block[] {
  if (!isRecord(value)) return [];
  const type = blockTypes.find((each) => each === value['type']);
  if (!type) return [];
  const { text, number, choice, advancedChoice, dateTime, contact } = value;
  return [
    {
      fieldId: textOf(value['fieldId']),
      type,
      label: textOf(value['label']),
      placeholder: textOf(value['placeholder']),
      helpText: textOf(value['helpText']),
      isRequired: value['isRequired'] === true,
      isUnique: value['isUnique'] === true,
      conditionsAction: value['conditionsAction'] === 'hide' ? 'hide' : 'show',
      conditionsMatch: value['conditionsMatch'] === 'or' ? 'or' : 'and',
      conditions: listOf(value['conditions']).flatMap(conditionOf),
      text: isRecord(text) ? { isLong: text['isLong'] === true } : null,
      number: isRecord(number)
        ? { isInteger: number['isInteger'] === true, min: numberOf(number['min']), max: numberOf(number['max']) }
        : null,
      choice: isRecord(choice)
        ? {
            options: listOf(choice['options']).map(textOf),
            isMultiple: choice['isMultiple'] === true,
            hasOther: choice['hasOther'] === true,
          }
        : null,
      advancedChoice: isRecord(advancedChoice)
        ? {
            datasetUid: textOf(advancedChoice['datasetUid']),
            field: textOf(advancedChoice['field']),
            isMultiple: advancedChoice['isMultiple'] === true,
          }
        : null,
      dateTime: isRecord(dateTime)
        ? {
            hasTime: dateTime['hasTime'] === true,
            min: textOf(dateTime['min']) || null,
            max: textOf(dateTime['max']) || null,
          }
        : null,
      contact: isRecord(contact)
        ? {
            subFields: listOf(contact['subFields']).flatMap((part) => {
              const name = isRecord(part) ? contactParts.find((each) => each === part['name']) : undefined;
              return name && isRecord(part) ? [{ name, isRequired: part['isRequired'] === true }] : [];
            }),
            defaultCountry: textOf(contact['defaultCountry']) || null,
          }
        : null,
    },
  ];
}

function conditionOf(value: unknown): Condition[] {
  if (!isRecord(value)) return [];
  const operator = [...texts, ...order].find((each) => each === value['operator']);
  return operator ? [{ fieldId: textOf(value['fieldId']), operator, value: value['value'] ?? null }] : [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const parts = [
  ['label', 'question'],
  ['type', 'kind'],
  ['helpText', 'helpText'],
  ['placeholder', 'placeholder'],
  ['isRequired', 'isRequired'],
  ['isUnique', 'isUnique'],
  ['conditions', 'conditions'],
  ['conditionsAction', 'conditions'],
  ['conditionsMatch', 'conditions'],
  ['text', 'answerLimits'],
  ['number', 'answerLimits'],
  ['choice', 'options'],
  ['advancedChoice', 'options'],
  ['dateTime', 'answerLimits'],
  ['contact', 'answerLimits'],
] as const satisfies readonly (readonly [keyof Block, AdminMessageName])[];

/** What differs between two states of the questions. */
export function differencesOf(
  before: readonly FormSection[],
  after: readonly FormSection[],
  t: (name: AdminMessageName) => string,
): readonly OneChangeFragment[] {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const oldOf = new Map(old.map((block) => [block.fieldId, block]));
  const nowOf = new Map(now.map((block) => [block.fieldId, block]));
  const shown = (block: Block): string => `${block.label} (${t(`blockTypes.${block.type}`)})`;
  const orderOf = (blocks: readonly Block[], others: ReadonlyMap<string, Block>): string =>
    blocks.flatMap(({ fieldId, label }) => (others.has(fieldId) ? [label] : [])).join('\n');
  const idsOf = (blocks: readonly Block[], others: ReadonlyMap<string, Block>): string =>
    blocks.flatMap(({ fieldId }) => (others.has(fieldId) ? [fieldId] : [])).join(' ');
  const titlesOf = (sections: readonly FormSection[]): string =>
    sections.map(({ title, blocks }) => `${title || '–'} (${blocks.length})`).join('\n');
  return [
    ...old.flatMap((block): OneChangeFragment[] =>
      nowOf.has(block.fieldId) ? [] : [{ kind: 'removed', path: [block.fieldId], before: shown(block), after: null }],
    ),
    ...now.flatMap((block): OneChangeFragment[] => {
      const earlier = oldOf.get(block.fieldId);
      if (!earlier) return [{ kind: 'added', path: [block.fieldId], before: null, after: shown(block) }];
      return parts.flatMap(([name, title]): OneChangeFragment[] =>
        JSON.stringify(earlier[name]) === JSON.stringify(block[name])
          ? []
          : [{ kind: 'changed', path: [block.label, t(title)], before: earlier[name], after: block[name] }],
      );
    }),
    ...(idsOf(old, nowOf) === idsOf(now, oldOf)
      ? []
      : [
          {
            kind: 'changed',
            path: [t('order')],
            before: orderOf(old, nowOf),
            after: orderOf(now, oldOf),
          } satisfies OneChangeFragment,
        ]),
    ...(titlesOf(before) === titlesOf(after)
      ? []
      : [
          {
            kind: 'changed',
            path: [t('sections')],
            before: titlesOf(before),
            after: titlesOf(after),
          } satisfies OneChangeFragment,
        ]),
  ];
}
