import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type AnswerErrorCode, answerErrors } from '#engine/blocks/answer-errors.ts';
import { errorText, partOf } from '#portal-page/views/form/answer-errors.ts';
import { createLanguage, type Messages } from '#portal-page/messages/language.ts';

const folder = 'src/portal-page/messages';
const tables = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file): readonly [string, Messages] => [
    file.slice(0, -5),
    JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')),
  ]);

/** What the inputs of the page cannot send. */
const onlyOfPrograms: readonly AnswerErrorCode[] = [
  ...(['UNKNOWN_BLOCK', 'NOT_AN_OBJECT', 'NOT_A_TEXT', 'NOT_A_LIST', 'NOT_A_BOOLEAN'] as const),
  ...(['TOO_MANY_VALUES', 'JSON_TOO_LONG', 'NOT_A_CONTACT', 'UNKNOWN_PART', 'NOT_A_PLACE'] as const),
  ...(['TOO_MANY_MEMBERS', 'WRONG_MEMBER_NAME', 'WRONG_MEMBER', 'NUMBER_OUT_OF_RANGE'] as const),
  ...(['IMAGE_MISSING', 'UNKNOWN_IMAGE', 'UNKNOWN_IMAGE_BLOCK', 'SEVERAL_IMAGES', 'IMAGE_DELETED'] as const),
  ...(['RECAPTCHA_MISSING', 'RECAPTCHA_INVALID'] as const),
];
const codes = Object.keys(answerErrors) as AnswerErrorCode[];
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('each language has a text for every error that a visitor can make, with the parameters of the service', () => {
  expect(tables.length).toBeGreaterThan(1);
  for (const [language, messages] of tables) {
    const texts = new Map(Object.entries(messages));
    const found = codes.filter((code) => texts.has(`answerErrors.${code}`));
    expect([language, found]).toEqual([language, codes.filter((code) => !onlyOfPrograms.includes(code))]);
    for (const code of found)
      expect([language, code, namesIn(JSON.stringify(texts.get(`answerErrors.${code}`)))]).toEqual([
        ...[language, code],
        namesIn(answerErrors[code].message),
      ]);
  }
});

test('an error of a part names it, a limit is written as the language writes it, and an unknown code keeps its message', () => {
  const french = createLanguage('fr', new Map(tables).get('fr') ?? ({} as Messages));
  const textOf = (code: string, params: Record<string, unknown>) =>
    errorText(french, undefined, { field: 'a', code: code as AnswerErrorCode, params, message: 'In English.' });
  expect(textOf('PART_REQUIRED', { part: 'email' })).toBe('Il manque : Adresse électronique.');
  expect(textOf('NOT_AN_EMAIL', { part: 'email' })).toMatch(/^Adresse électronique : Donnez une adresse électronique/);
  expect(textOf('NUMBER_TOO_LARGE', { max: 1234.00001 })).toMatch(/^Donnez 1\s234,00001 ou moins\.$/);
  expect(textOf('NEW_CODE', {})).toBe('In English.');
  expect(partOf({ field: 'a', code: 'WRONG_LONGITUDE', params: {}, message: '' })).toBe('lon');
});
