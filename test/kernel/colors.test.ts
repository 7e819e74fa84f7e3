import { expect, test } from '@jest/globals';
import { accentProblem, contrastOf, mixColors, pageBackgrounds, withContrast } from '#kernel/colors.ts';

test('contrasts are those of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('colors are mixed by their channels', () => {
  expect([mixColors('#000000', '#ffffff', 0.5), mixColors('#112233', '#ffffff', 0)]).toEqual(['#808080', '#112233']);
});

test('a color that cannot be read is refused with one that can', () => {
  const { light, dark } = pageBackgrounds;
  expect(accentProblem('#14605a', light)).toBeUndefined();
  expect(accentProblem('#7fcfc4', dark)).toBeUndefined();
  expect(accentProblem('teal', light)).toBe('Give a color as #rrggbb, such as #14605a.');
  for (const [color, background] of [
    ['#ffcc00', light],
    ['#1a1a8c', dark],
  ] as const) {
    const message = accentProblem(color, background) ?? '';
    expect(message).toContain(`on the ${background.name} page`);
    const advised = /such as (#[0-9a-f]{6})/.exec(message)?.[1] ?? '';
    expect(accentProblem(advised, background)).toBeUndefined();
  }
});

test('a color that is readable stays, and one for which nothing is readable becomes the other one', () => {
  expect(withContrast('#14605a', { toward: '#000000', on: '#ffffff' })).toBe('#14605a');
  expect(withContrast('#808080', { toward: '#7f7f7f', on: '#808080' })).toBe('#7f7f7f');
});
