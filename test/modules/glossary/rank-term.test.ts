import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalizeSearchText } from '#glossary/glossary-term.rules.ts';
import { rankTerm } from '#glossary/glossary-terms.service.ts';

describe('Text as it is searched', () => {
  test.each([
    ['Énergie', 'energie'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁnance', 'FINANCE'],
    ['Ångström', 'angstrom'],
    ['İstanbul', 'ıstanbul'],
    ['e\u0301te\u0301', 'été'],
    ['  open \t\n data ', 'OPEN DATA'],
    ['Ｄａｔａ', 'data'],
    ['Ἀθῆναι', 'αθηναι'],
  ])('%s is the same as %s', (one, other) => {
    expect(normalizeSearchText(one)).toBe(normalizeSearchText(other));
  });

  test.each([
    ['東京', '京都'],
    ['C#', 'C'],
    ['a b', 'ab'],
    ['🌳', '🌲'],
  ])('%s is not %s', (one, other) => {
    expect(normalizeSearchText(one)).not.toBe(normalizeSearchText(other));
  });

  test('does not change when it is made again, and is bounded by what it was made from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const made = normalizeSearchText(text);
        expect(normalizeSearchText(made)).toBe(made);
        expect(made.length).toBeLessThanOrEqual(text.length * 54);
      }),
    );
  });
});

const rank = (wanted: string, name: string, ...aliases: string[]) =>
  rankTerm({ name, aliases }, normalizeSearchText(wanted));

test('a term ranks by its name before its aliases: the word itself, its beginning, that of a word in it, anything in it', () => {
  const terms: [string, ...string[]][] = [
    ['Open data'],
    ['Open data portal'],
    ['The open data law'],
    ['Reopen data'],
    ['A', 'öpen DATA'],
    ['B', 'x', 'open data act'],
    ['C', 'Law (open data)'],
    ['D', 'reopen data', 'x'],
    ['E', 'closed'],
  ];
  const ranks = terms.map((term) => rank('open  Data', ...term));
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(new Set(ranks).size).toBe(terms.length);
});

test('the best place counts, and the best alias', () => {
  expect(rank('data', 'metadata data')).toBe(rank('data', 'open data'));
  expect(rank('data', 'x', 'metadata', 'Data')).toBe(rank('data', 'x', 'data'));
  expect(rank('data', 'x')).toBeGreaterThan(rank('data', 'x', 'metadata'));
});

test.each(['.*', '(', '[', '\\', '$1', '🌳', '%_', 'constructor'])('%s is searched as it is written', (sign) => {
  expect(rank(sign, sign)).toBeLessThan(rank(sign, `a${sign}`));
  expect(rank(sign, `a${sign}`)).toBeLessThan(rank(sign, 'a'));
});

test('what is found anywhere ranks before what is found nowhere', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, words, words, (wanted, before, after) => {
      fc.pre(normalizeSearchText(wanted) !== '');
      const name = `${normalizeSearchText(before)}${normalizeSearchText(wanted)}${normalizeSearchText(after)}`;
      fc.pre(normalizeSearchText(name).includes(normalizeSearchText(wanted)));
      expect(rank(wanted, name)).toBeLessThan(rank(wanted, ''));
    }),
  );
});
