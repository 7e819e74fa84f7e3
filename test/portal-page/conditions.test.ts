import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { visibleBlocks } from '#engine/blocks/conditions.ts';
import type { Block, ConditionOperator } from '#engine/blocks/block.ts';
import { shownBlocks } from '#portal-page/views/form/conditions.ts';

const names = ['a', 'b', 'c', 'd'];
const operators: readonly ConditionOperator[] = [
  ...(['equals', 'not_equals', 'contains', 'not_contains'] as const),
  ...(['less_than', 'greater_than', 'is_empty', 'is_not_empty'] as const),
];
const text = fc.constantFrom('', 'oak', 'oaks', 'lime');
const block = (fieldId: string) =>
  fc.record({
    fieldId: fc.constant(fieldId),
    type: fc.constant('text' as const),
    conditionsAction: fc.constantFrom('show' as const, 'hide' as const),
    conditionsMatch: fc.constantFrom('and' as const, 'or' as const),
    conditions: fc.array(
      fc.record({ fieldId: fc.constantFrom(...names), operator: fc.constantFrom(...operators), value: text }),
      {
        maxLength: 2,
      },
    ),
  });

test('the page shows the questions that the service expects answers to', () => {
  const unused = { label: '', placeholder: '', helpText: '', required: false, unique: false } as const;
  const answer = fc.option(text.filter((each) => each !== ''));
  fc.assert(
    fc.property(fc.tuple(...names.map(block)), fc.array(answer, { minLength: 4, maxLength: 4 }), (blocks, answers) => {
      const valueOf = (fieldId: string): string | null => answers[names.indexOf(fieldId)] ?? null;
      const full = blocks.map((each): Block => ({ ...each, ...unused }));
      expect([...shownBlocks(blocks, valueOf)]).toEqual([...visibleBlocks(full, valueOf)]);
    }),
  );
});
