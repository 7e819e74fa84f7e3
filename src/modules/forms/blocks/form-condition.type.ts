import { registerEnumType } from 'type-graphql';
import type { ConditionOperator, ConditionsAction, ConditionsMatch } from '#engine/blocks/block.ts';

/** The operators of conditions, as the graph's enum. */
export const conditionOperatorEnum: { readonly [Operator in ConditionOperator]: Operator } = {
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
      description: 'The value is equal (texts, numbers, booleans, dates; a day is the same as every instant of it).',
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
export const conditionsActionEnum: { readonly [Action in ConditionsAction]: Action } = { show: 'show', hide: 'hide' };
registerEnumType(conditionsActionEnum, {
  name: 'FormConditionsAction',
  description: 'Whether the conditions show or hide a block.',
  valuesConfig: {
    show: { description: 'The block is shown when its conditions hold, otherwise hidden.' },
    hide: { description: 'The block is hidden when its conditions hold, otherwise shown.' },
  },
});

/** How many conditions must hold, as the graph's enum. */
export const conditionsMatchEnum: { readonly [Match in ConditionsMatch]: Match } = { and: 'and', or: 'or' };
registerEnumType(conditionsMatchEnum, {
  name: 'FormConditionsMatch',
  description: 'How many conditions must hold.',
  valuesConfig: { and: { description: 'All of them.' }, or: { description: 'At least one of them.' } },
});
