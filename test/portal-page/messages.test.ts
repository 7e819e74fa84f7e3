import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createLanguage, type Messages } from '#portal-page/messages/language.ts';

const folder = 'src/portal-page/messages';
const codes = readdirSync(folder).flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
const tableOf = (code: string, of = folder): Messages => JSON.parse(readFileSync(`${of}/${code}.json`, 'utf8'));
const formsOf = (text: Messages[keyof Messages]) => (typeof text === 'string' ? { other: text } : text);
const valuesIn = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('the page speaks the languages of its tables', () => {
  expect(codes.sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'nl']);
});

const tables = [folder, 'src/portal-page/admin/messages'].flatMap((of) => codes.map((code) => [of, code] as const));

test.each(tables)(
  'in %s, the table of %s has each text, with the values and plural forms that it needs',
  (of, code) => {
    const english = Object.entries(tableOf('en', of));
    const table = new Map(Object.entries(tableOf(code, of)));
    // a name that stands twice would hide its first text
    const names = [...readFileSync(`${of}/${code}.json`, 'utf8').matchAll(/^ {2}"([^"]+)":/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(english.map(([name]) => name).sort());
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [name, text] of english) {
      const translated = table.get(name) ?? '';
      expect([name, typeof translated]).toEqual([name, typeof text]);
      expect([name, valuesIn(formsOf(translated).other)]).toEqual([name, valuesIn(formsOf(text).other)]);
      if (typeof translated !== 'string')
        expect([name, Object.keys(translated).sort()]).toEqual([name, [...categories].sort()]);
      for (const form of Object.values(formsOf(translated))) expect([name, form.trim()]).not.toEqual([name, '']);
    }
  },
);

test('texts have the plural form and the numbers of their language', () => {
  const inLanguage = (code: string) => createLanguage(code, tableOf(code));
  expect([0, 1, 1234].map((count) => inLanguage('en').t('datasets', { count }))).toEqual([
    '0 datasets',
    '1 dataset',
    '1,234 datasets',
  ]);
  expect(inLanguage('de').t('datasets', { count: 1234 })).toBe('1.234 Datensätze');
  expect(inLanguage('fr').t('records', { count: 0 })).toBe('0 enregistrement');
  expect(inLanguage('ar').t('datasets', { count: 2 })).toBe('مجموعتا بيانات');
  expect([inLanguage('ar').direction, inLanguage('nl').direction]).toEqual(['rtl', 'ltr']);
  expect(inLanguage('it').find('errors.NO_SUCH_CODE')).toBeUndefined();
});
