import { expect, test } from '@jest/globals';
import { blockTypes, type Block, type Section } from '#engine/blocks/block.ts';
import { checkSections, sectionsWithDefaults } from '#engine/blocks/check-sections.ts';
import { blockOf } from './block-of.ts';

const places = (...blocks: readonly Block[]) =>
  Object.keys(checkSections(sectionsWithDefaults([{ title: '', blocks }])));
const pathsOf = (place: string) => [`sections.0.blocks.0.${place}`];

test('a block of every kind is taken, with what it is unless told', () => {
  const told: Partial<Record<string, Partial<Block>>> = {
    contact: { contact: { subFields: [{ name: 'email', required: true }], defaultCountry: 'FR' } },
    choice: { choice: { options: ['a'], isMultiple: true, allowsOther: false } },
    advanced_choice: { advancedChoice: { datasetUid: 'da_000000', field: 'name', isMultiple: false } },
  };
  for (const type of blockTypes) {
    expect([type, places(blockOf(type, told[type]))]).toEqual([type, []]);
    if (told[type]) expect([type, places(blockOf(type))]).toEqual([type, pathsOf(Object.keys(told[type])[0] ?? '')]);
  }
  expect(sectionsWithDefaults([{ title: 'A', blocks: [blockOf('text')] }])[0]?.blocks[0]?.text).toEqual({
    isLong: false,
  });
});

test.each<readonly [string, Partial<Block>, string]>([
  ...['', '1a', 'a b', '__proto__', 'constructor', 'data', 'é', 'a'.repeat(101), 'a.b'].map(
    (fieldId) => [`the name ${fieldId.slice(0, 20)}`, { fieldId }, 'fieldId'] as const,
  ),
  ['no label', { label: ' ' }, 'label'],
  ['a long label', { label: 'x'.repeat(1001) }, 'label'],
  ['half a surrogate pair', { helpText: '\ud800' }, 'helpText'],
  ['settings of another kind', { number: { isInteger: false, min: null, max: null } }, 'number'],
  [
    'a condition on nothing',
    { conditions: [{ fieldId: 'b', operator: 'is_empty', value: null }] },
    'conditions.0.fieldId',
  ],
  ['a condition on itself', { conditions: [{ fieldId: 'a', operator: 'is_empty', value: null }] }, 'conditions'],
  [
    'many conditions',
    { conditions: Array.from({ length: 21 }, () => ({ fieldId: 'z', operator: 'is_empty' as const, value: null })) },
    'conditions',
  ],
])('%s is refused', (_name, rest, place) => {
  expect(places(blockOf('text', rest))).toEqual(pathsOf(place));
});

test.each<readonly [string, Block, string]>([
  ['a number of no range', blockOf('number', { number: { isInteger: false, min: 2, max: 1 } }), 'number.max'],
  [
    'no options',
    blockOf('choice', { choice: { options: [], isMultiple: false, allowsOther: false } }),
    'choice.options',
  ],
  [
    'an option twice',
    blockOf('choice', { choice: { options: ['a', 'a'], isMultiple: false, allowsOther: false } }),
    'choice.options',
  ],
  [
    'a blank option',
    blockOf('choice', { choice: { options: ['a', ' '], isMultiple: false, allowsOther: false } }),
    'choice.options.1',
  ],
  [
    'a contact without sub-fields',
    blockOf('contact', { contact: { subFields: [], defaultCountry: null } }),
    'contact.subFields',
  ],
  [
    'a country that is none',
    blockOf('contact', { contact: { subFields: [{ name: 'phone', required: false }], defaultCountry: 'constructor' } }),
    'contact.defaultCountry',
  ],
  [
    'a day that is none',
    blockOf('date_time', { dateTime: { hasTime: false, min: '2026-02-30', max: null } }),
    'dateTime.min',
  ],
  [
    'days of no range',
    blockOf('date_time', { dateTime: { hasTime: false, min: '2026-02-02', max: '2026-02-01' } }),
    'dateTime.max',
  ],
  [
    'a field without a name',
    blockOf('advanced_choice', { advancedChoice: { datasetUid: 'da_000000', field: '', isMultiple: false } }),
    'advancedChoice.field',
  ],
])('%s is refused', (_name, block, place) => {
  expect(places(block)).toEqual(pathsOf(place));
});

test("operators are those of the other block's kind, and so are the values that they compare with", () => {
  const condition = (operator: Block['conditions'][number]['operator'], value: Block['conditions'][number]['value']) =>
    places(blockOf('text', { conditions: [{ fieldId: 'n', operator, value }] }), blockOf('number', { fieldId: 'n' }));
  expect(condition('less_than', 1)).toEqual([]);
  expect(condition('contains', 'a')).toEqual(pathsOf('conditions.0.operator'));
  for (const value of ['1', null, true, []]) expect(condition('equals', value)).toEqual(pathsOf('conditions.0.value'));
  expect(condition('is_empty', 1)).toEqual(pathsOf('conditions.0.value'));
});

test('names are there once, over all sections, and conditions lead in no circle', () => {
  const leading = (fieldId: string, to: string) =>
    blockOf('text', { fieldId, conditions: [{ fieldId: to, operator: 'is_empty', value: null }] });
  const sections: Section[] = [
    { title: 'A', blocks: [leading('a', 'b'), leading('b', 'c')] },
    { title: 'B', blocks: [leading('c', 'a'), blockOf('text', { fieldId: 'd' }), blockOf('text', { fieldId: 'd' })] },
  ];
  expect(Object.keys(checkSections(sectionsWithDefaults(sections))).toSorted()).toEqual([
    'sections.0.blocks.0.conditions',
    'sections.0.blocks.1.conditions',
    'sections.1.blocks.0.conditions',
    'sections.1.blocks.2.fieldId',
  ]);
});

test('a form has an end', () => {
  const blocks = (count: number) =>
    Array.from({ length: count }, (_, number) => blockOf('text', { fieldId: `f${number}` }));
  expect(places(...blocks(200))).toEqual([]);
  expect(places(...blocks(201))).toEqual(['sections']);
  expect(Object.keys(checkSections(Array.from({ length: 51 }, () => ({ title: '', blocks: [] }))))).toEqual([
    'sections',
  ]);
  expect(Object.keys(checkSections([{ title: 'x'.repeat(1001), blocks: [] }]))).toEqual(['sections.0.title']);
  expect(places(...blocks(100).map((block) => ({ ...block, helpText: 'x'.repeat(9999) })))).toEqual(['sections']);
});
