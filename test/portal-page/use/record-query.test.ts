import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { addressWith, parametersOf, queryOf, type UsedField } from '#portal-page/use/record-query.ts';

const fieldOf = (name: string): UsedField => ({ name, type: 'text', isMultivalued: false, isFacet: false });
const anyText = fc.oneof(
  fc.constantFrom('', ' ', '"', `"a",b:"c"`, `'`, 'a ', ' a', '`', ':', '\\', 'a:b,c', `"x" y`),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
// in backquotes, a backslash before a backquote is part of an escape
const anyName = anyText.filter((name) => name.trim() === name && name !== '' && !name.includes('\\'));

test('refinements and words arrive at the query language as they are', () => {
  fc.assert(
    fc.property(anyName, anyText, anyText, (field, value, search) => {
      fc.pre(!(field + value + search).includes('\0') && [field, value, search].every((text) => text.isWellFormed()));
      const state = { refine: [{ field, value }], search };
      const parameters = new URL(addressWith('http://x/', parametersOf(queryOf({ state, fields: [fieldOf(field)] }))))
        .searchParams;
      expect(parameters.getAll('refine').flatMap((text) => parseRefinements(text, 'refine'))).toEqual(state.refine);
      const words = parameters.getAll('where').map((text) => parseWhere(text));
      expect(words).toEqual(search.trim() === '' ? [] : [{ kind: 'fullText', fields: null, text: search.trim() }]);
    }),
  );
});

test('names that are words of the query language are in backquotes', () => {
  const fields = ['top', 'year', 'a name', 'height_m'].map(fieldOf);
  const orderBy = fields.map(({ name }) => ({ field: name, direction: 'DESC' as const }));
  const state = { refine: [], where: ' ', orderBy, select: fields.map(({ name }) => name) };
  expect(parametersOf(queryOf({ state, fields }))).toEqual([
    ['order_by', '`top` desc, `year` desc, `a name` desc, height_m desc'],
    ['select', '`top`,`year`,`a name`,height_m'],
  ]);
});
