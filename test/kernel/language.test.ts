import { expect, test } from '@jest/globals';
import { pickLanguage, isLanguage } from '#kernel/language.ts';

test.each(['en', 'fr', 'de', 'rm', 'zh', 'ar', 'eu'])('%s is a language', (code) => {
  expect(isLanguage(code)).toBe(true);
});

test.each(['', 'xx', 'zz', 'EN', 'e', 'eng', 'en-GB', 'é1', '日本', 'e\n', '__'])('%j is none', (code) => {
  expect(isLanguage(code)).toBe(false);
});

test('a text is returned in the first requested language that it has, else in any', () => {
  const texts = { de: 'Anmelden', fr: 'Se connecter' };
  expect(pickLanguage(texts, ['fr', 'de'])).toBe('Se connecter');
  expect(pickLanguage(texts, [undefined, 'it', 'de'])).toBe('Anmelden');
  expect(pickLanguage(texts, [null, 'constructor', '__proto__'])).toBe('Anmelden');
  expect(pickLanguage({}, ['en'])).toBeUndefined();
});
