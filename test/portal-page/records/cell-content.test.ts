import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLanguage } from '#portal-page/messages/language.ts';
import {
  beginningOf,
  type CellField,
  cellLimits,
  cellParts,
  cellText,
  linked,
} from '#portal-page/records/cell-content.ts';

const languageOf = (code: string) =>
  createLanguage(code, JSON.parse(readFileSync(`src/portal-page/messages/${code}.json`, 'utf8')));
const place = { language: languageOf('en'), origin: 'https://city.example' };
const german = { ...place, language: languageOf('de') };
const field = (type: CellField['type'], given: Partial<CellField> = {}): CellField => ({
  ...{ type, decimals: null, precision: null },
  ...given,
});

test('addresses of the web and of e-mail are links, and nothing else is', () => {
  expect(linked('See https://a.example/b?c=1&d=(2), or mail me@example.org.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://a.example/b?c=1&d=(2', href: 'https://a.example/b?c=1&d=(2' },
    { kind: 'text', text: '), or mail ' },
    { kind: 'link', text: 'me@example.org', href: 'mailto:me@example.org' },
    { kind: 'text', text: '.' },
  ]);
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://good.example@evil.example/',
    'a@b',
  ])
    expect(linked(text).filter(({ kind }) => kind !== 'text')).toEqual([]);
});

test('the parts of a text are the text, links lead to the web or to mail, and both have limits', () => {
  const pieces = fc.constantFrom(
    'https://a.example/',
    'me@example.org',
    ' ',
    '.',
    '<b>',
    '"',
    '@',
    'http://[',
    'ü',
    '🌳',
  );
  const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 300 });
  fc.assert(
    fc.property(texts, (given) => {
      const text = given.join('');
      const parts = linked(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      const links = parts.flatMap((part) => (part.kind === 'link' ? [part.href] : []));
      expect(links.length).toBeLessThanOrEqual(2 * cellLimits.links);
      for (const href of links) expect(href).toMatch(/^(?:https?:\/\/|mailto:)[^\s<>"]+$/);
    }),
  );
});

test('numbers and dates are written as their field and the language say', () => {
  expect(cellText(place, field('int'), 2024)).toBe('2024');
  expect(cellText(german, field('int'), 1234567)).toBe('1.234.567');
  expect(cellText(german, field('double', { decimals: 2 }), 0.5)).toBe('0,50');
  expect(cellText(place, field('double'), 1e-7)).toBe('0.0000001');
  expect(cellParts(place, field('date'), '2026-01-15')).toEqual([
    { kind: 'time', iso: '2026-01-15', text: 'Jan 15, 2026' },
  ]);
  expect(cellText(german, field('date', { precision: 'month' }), '2026-01-15')).toBe('Januar 2026');
  expect(cellText(place, field('date', { precision: 'year' }), '2026-01-15')).toBe('2026');
  expect(cellText(place, field('text'), '2026-01-15')).toBe('2026-01-15');
  expect(cellText(place, field('geo_point_2d'), { lat: 48.85661, lon: 2.35222 })).toBe('48.8566, 2.3522');
  expect(cellText(place, field('geo_shape'), { type: 'Feature', geometry: { type: 'Polygon' } })).toBe('Polygon');
  expect(cellText(place, field('text'), null)).toBe('');
});

test('an image of this server is shown, any other file is a link, and what has no address of the web is a name', () => {
  const image = { filename: 'a.png', mimetype: 'image/png', width: 640, height: 480 };
  const partsOf = (url: unknown, given: object = {}) => cellParts(place, field('file'), { ...image, url, ...given });
  const href = 'https://city.example/files/1';
  expect(partsOf(href)).toEqual([{ kind: 'image', text: 'a.png', href, width: 640, height: 480 }]);
  expect(partsOf(href, { width: -1, height: 'x' })).toEqual([
    { kind: 'image', text: 'a.png', href, width: undefined, height: undefined },
  ]);
  expect(partsOf('https://elsewhere.example/1')).toEqual([
    { kind: 'file', text: 'a.png', href: 'https://elsewhere.example/1' },
  ]);
  expect(partsOf(href, { mimetype: 'text/html' })).toMatchObject([{ kind: 'file' }]);
  expect(partsOf('javascript:alert(1)')).toEqual([{ kind: 'text', text: 'a.png' }]);
  expect(partsOf(undefined)).toEqual([{ kind: 'text', text: 'a.png' }]);
});

test('long texts and many values end', () => {
  expect(cellText(place, field('text'), 'x'.repeat(50_000))).toHaveLength(cellLimits.characters);
  expect(
    cellText(
      place,
      field('text'),
      Array.from({ length: 150 }, (_each, index) => String(index)),
    ),
  ).toMatch(/99 … \+50$/);
  expect(cellText(place, field('text'), ['a', null, 'b'])).toBe('a, b');
  expect(beginningOf('short')).toBeUndefined();
  expect(beginningOf('word '.repeat(100))).toMatch(/word…$/);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 400 }), (text) => {
      expect(beginningOf(text)?.isWellFormed()).toBe(true);
      expect(beginningOf(text)?.length).toBeLessThanOrEqual(161);
    }),
  );
});
