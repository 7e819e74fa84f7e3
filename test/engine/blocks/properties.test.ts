import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blockTypes, type Block } from '#engine/blocks/block.ts';
import { parseAnswers } from '#engine/blocks/parse-answers.ts';
import type { Json } from '#kernel/json.ts';
import { blockOf, noImages } from './block-of.ts';

const told: Partial<Record<string, Partial<Block>>> = {
  contact: {
    contact: {
      subFields: [
        { name: 'first_name', required: false },
        { name: 'email', required: false },
        { name: 'phone', required: false },
      ],
      defaultCountry: 'FR',
    },
  },
  choice: { choice: { options: ['a', 'b'], isMultiple: true, allowsOther: true } },
  advanced_choice: { advancedChoice: { datasetUid: 'da_000000', field: 'a', isMultiple: true } },
};
const blocks = [
  ...blockTypes.map((type) => blockOf(type, { fieldId: type, ...told[type] })),
  blockOf('date_time', { fieldId: 'instant', dateTime: { hasTime: true, min: null, max: null } }),
  blockOf('text', {
    fieldId: 'shown',
    conditions: [
      { fieldId: 'boolean', operator: 'equals', value: true },
      { fieldId: 'keywords', operator: 'contains', value: 'a' },
    ],
    conditionsMatch: 'or',
  }),
];
const sections = [{ title: '', blocks }];

/** Any JSON, and often what is nearly an answer. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('a', '__proto__', '\ud800', ' '),
);
const near = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.array(text, { maxLength: 5 }),
  fc.webUrl(),
  fc.emailAddress(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    label: text,
  }),
  fc.record(
    {
      first_name: text,
      email: fc.oneof(text, fc.emailAddress()),
      phone: fc.oneof(
        text,
        fc.integer({ min: 100_000_000, max: 999_999_999 }).map((digits) => `0${digits}`),
      ),
    },
    { requiredKeys: [] },
  ),
  fc.integer({ min: 0, max: 99_999 }).map((end) => `73282932${String(end).padStart(6, '0')}`),
);
const data: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue().map((value) => value as Json),
  fc.dictionary(
    fc.constantFrom(...blocks.map(({ fieldId }) => fieldId)),
    fc.oneof(
      near,
      fc.jsonValue().map((value) => value as Json),
    ),
  ),
);

test('whatever is submitted, a value or null is read for every block, and errors that can be stored', () => {
  fc.assert(
    fc.property(data, (answers) => {
      const { values, errors } = parseAnswers(sections, answers, noImages);
      if (errors.length === 0) expect(Object.keys(values)).toEqual(blocks.map(({ fieldId }) => fieldId));
      expect(JSON.stringify(errors)).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
    { numRuns: 500 },
  );
});

test('what is accepted is accepted again when it is read back, and is the same', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.constantFrom(...blocks), near, (block, answer) => {
      const first = parseAnswers(
        [{ title: '', blocks: [{ ...block, conditions: [] }] }],
        { [block.fieldId]: answer },
        noImages,
      );
      if (first.errors.length > 0) return;
      accepted += 1;
      const stored = JSON.parse(JSON.stringify(first.values)) as Json;
      expect(parseAnswers([{ title: '', blocks: [{ ...block, conditions: [] }] }], stored, noImages)).toEqual({
        values: stored,
        errors: [],
      });
    }),
    { numRuns: 3000 },
  );
  // what nothing passes proves nothing
  expect(accepted).toBeGreaterThan(300);
});
