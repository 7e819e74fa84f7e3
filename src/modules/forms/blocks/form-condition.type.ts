import { registerEnumType } from 'type-graphql';
import type { ConditionOperator, ConditionsAction, ConditionsMatch } from '../../../engine/blocks/block.ts';

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
  description: 'How the value of a block is compared.',
  valuesConfig: {
    equals: {
      description: 'It is this one (texts, numbers, booleans, dates; a day is the same as every instant of it).',
    },
    not_equals: { description: 'It is another one, or there is none.' },
    contains: { description: 'This text is part of it, or one of its list.' },
    not_contains: { description: 'This text is no part of it, nor one of its list.' },
    less_than: { description: 'It is smaller or earlier (numbers, dates).' },
    greater_than: { description: 'It is larger or later (numbers, dates).' },
    is_empty: { description: 'There is none (all types).' },
    is_not_empty: { description: 'There is one (all types).' },
  },
});

export const conditionsActionEnum: { readonly [Action in ConditionsAction]: Action } = { show: 'show', hide: 'hide' };
registerEnumType(conditionsActionEnum, {
  name: 'FormConditionsAction',
  description: 'Whether a block whose conditions hold is shown or hidden.',
  valuesConfig: {
    show: { description: 'It is shown, and otherwise hidden.' },
    hide: { description: 'It is hidden, and otherwise shown.' },
  },
});

export const conditionsMatchEnum: { readonly [Match in ConditionsMatch]: Match } = { and: 'and', or: 'or' };
registerEnumType(conditionsMatchEnum, {
  name: 'FormConditionsMatch',
  description: 'How many conditions must hold.',
  valuesConfig: { and: { description: 'All of them.' }, or: { description: 'One of them at least.' } },
});
