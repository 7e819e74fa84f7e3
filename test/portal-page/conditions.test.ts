import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block, BlockCondition, BlockType } from '#engine/blocks/block.ts';
import { operatorsByType, takesNoValue } from '#engine/blocks/block-type.ts';
import { parseAnswers } from '#engine/blocks/parse-answers.ts';
import { blockTypeDefinitions } from '#engine/blocks/registry.ts';
import { visibleBlocks } from '#engine/blocks/conditions.ts';
import { shownBlocks } from '#portal-page/views/form/conditions.ts';
import { answerOf, type Entered } from '#portal-page/views/form/entered.ts';
import { blockOf, noImages } from '../engine/blocks/block-of.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const word = fc.constantFrom('oak', 'oaks', 'lime', 'Zoë 🌳');
const spaced = fc.tuple(fc.constantFrom('', ' ', '\n'), word, fc.constantFrom('', ' ')).map((parts) => parts.join(''));
const chosen = fc.array(word, { maxLength: 3 }).map((values) => values.map((value) => ({ value, label: value })));
const day = fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01');
const time = fc.constantFrom('00:00', '08:30', '23:59');
const local = fc.tuple(day, time).map(([date, clock]) => `${date}T${clock}`);
const number = fc.constantFrom('0', '-0', '1', '1.5', '1e2', '-3');

/** What visitors enter for a type of block, and what its conditions compare with. */
const tables: readonly {
  readonly type: BlockType;
  readonly settings?: Partial<Block>;
  readonly entered: fc.Arbitrary<Entered>;
  readonly value: fc.Arbitrary<BlockCondition['value']>;
}[] = [
  { type: 'text', entered: fc.record({ text: fc.oneof(spaced, fc.constant('')) }), value: word },
  { type: 'number', entered: fc.record({ text: number }), value: number.map(Number) },
  { type: 'boolean', entered: fc.record({ isChecked: fc.boolean() }), value: fc.boolean() },
  { type: 'legal', entered: fc.record({ isChecked: fc.boolean() }), value: fc.boolean() },
  { type: 'keywords', entered: fc.array(spaced).map((lines) => ({ text: lines.join('\n') })), value: word },
  {
    type: 'choice',
    settings: { choice: { options: ['oak', 'oaks', 'lime', 'Zoë 🌳'], isMultiple: true, allowsOther: true } },
    entered: fc.record({ chosen, text: fc.constantFrom('', ' birch ') }),
    value: fc.oneof(word, fc.constant('birch')),
  },
  {
    type: 'date_time',
    settings: { dateTime: { hasTime: false, min: null, max: null } },
    entered: fc.record({ text: day }),
    value: fc.oneof(
      day,
      local,
      local.map((instant) => `${instant}:59.5+02:00`),
      local.map((instant) => `${instant}z`),
    ),
  },
  {
    type: 'date_time',
    settings: { dateTime: { hasTime: true, min: null, max: null } },
    entered: fc.record({ text: local }),
    value: fc.oneof(
      day,
      local,
      local.map((instant) => `${instant}-0330`),
      local.map((at) => at.replace('T', ' ')),
    ),
  },
  { type: 'url', entered: fc.record({ text: fc.constant(' https://oak.example.org ') }), value: word },
  {
    type: 'siret',
    entered: fc.record({ text: fc.constant('732 829 320 00074') }),
    value: fc.constant('73282932000074'),
  },
  {
    type: 'contact',
    settings: { contact: { subFields: [{ name: 'email', required: false }], defaultCountry: null } },
    entered: fc.record({ parts: fc.record({ email: fc.constantFrom('', ' ', ' ada@example.org') }) }),
    value: fc.constant(null),
  },
  {
    type: 'location_picker',
    entered: fc.record({ parts: fc.constantFrom({}, { lat: '', lon: '' }, { lat: '1.5', lon: '-0' }) }),
    value: fc.constant(null),
  },
];

/** A form whose blocks depend on those before them, and what was entered for each. */
const filledForm = fc
  .array(fc.constantFrom(...tables), { minLength: names.length, maxLength: names.length })
  .chain((types) =>
    fc.tuple(
      ...types.map((table, index) => {
        const condition = fc.constantFrom(...(index === 0 ? [0] : types.slice(0, index).keys())).chain((earlier) => {
          const other = types[earlier] ?? table;
          const operators = operatorsByType[blockTypeDefinitions[other.type].comparisonType];
          return fc.tuple(fc.constantFrom(...operators), other.value).map(([operator, value]): BlockCondition => ({
            fieldId: names[earlier] ?? '',
            operator,
            value: takesNoValue(operator) ? null : value,
          }));
        });
        return fc.record({
          entered: fc.option(table.entered, { nil: undefined }),
          block: fc
            .record({
              conditionsAction: fc.constantFrom('show' as const, 'hide' as const),
              conditionsMatch: fc.constantFrom('and' as const, 'or' as const),
              conditions: index === 0 ? fc.constant([]) : fc.array(condition, { maxLength: 3 }),
            })
            .map((conditional) =>
              blockOf(table.type, { fieldId: names[index] ?? '', ...table.settings, ...conditional }),
            ),
        });
      }),
    ),
  );

test('the page shows the questions that the service expects answers to, and sends what it takes', () => {
  fc.assert(
    fc.property(filledForm, (filled) => {
      const blocks = filled.map(({ block }) => block);
      const asked = blocks.map((block) => ({ ...block, dateTime: block.dateTime ?? null }));
      const answers = new Map(asked.map((block, index) => [block.fieldId, answerOf(block, filled[index]?.entered)]));
      const shown = shownBlocks(asked, (fieldId) => answers.get(fieldId) ?? null);
      const sent = Object.fromEntries(
        [...answers].filter(([fieldId, answer]) => shown.has(fieldId) && answer !== null),
      );
      const { values, errors } = parseAnswers([{ title: '', blocks }], sent, noImages);
      expect(errors).toEqual([]);
      expect([...shown]).toEqual([...visibleBlocks(blocks, (fieldId) => values[fieldId] ?? null)]);
    }),
    { numRuns: 2_000 },
  );
});
