import { expect, test } from '@jest/globals';
import { ParsedTexts } from '#platform/database/parsed-texts.ts';

const textOf = (n: number): string => JSON.stringify({ n, list: [{ deep: true }] });

test('a text is parsed once, and all parts of its value are frozen', () => {
  const texts = new ParsedTexts();
  const value = texts.parse(textOf(1));
  expect(value).toEqual({ n: 1, list: [{ deep: true }] });
  expect(texts.parse(textOf(1))).toBe(value);
  const parts = JSON.stringify(value, (_name, part: unknown) => (Object.isFrozen(part) ? part : 'not frozen'));
  expect(parts).toBe(textOf(1));
});

test('beyond the number of characters the texts that were not used for longest are parsed again', () => {
  const texts = new ParsedTexts(3 * textOf(1).length);
  const [first, second] = [1, 2, 3].map((n) => texts.parse(textOf(n)));
  expect(texts.parse(textOf(1))).toBe(first);
  texts.parse(textOf(4));
  expect(texts.parse(textOf(1))).toBe(first);
  expect(texts.parse(textOf(2))).not.toBe(second);
});

test('a text that is longer than the cache is parsed, and evicts no other', () => {
  const texts = new ParsedTexts(textOf(1).length);
  const kept = texts.parse(textOf(1));
  const long = JSON.stringify({ text: 'x'.repeat(100) });
  expect(texts.parse(long)).toEqual(texts.parse(long));
  expect(texts.parse(long)).not.toBe(texts.parse(long));
  expect(texts.parse(textOf(1))).toBe(kept);
});
