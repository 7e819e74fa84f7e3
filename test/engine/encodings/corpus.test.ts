import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { guessEncoding } from '#engine/encodings/guess-encoding.ts';
import { corpus, nearlyAscii } from './corpus.ts';
import { countryNames, languages } from './unseen-texts.ts';

interface CorpusFile {
  readonly name: string;
  readonly encoding: string;
  readonly text: string;
}

/** What people write in an encoding that lacks a sign. */
const substitutes: Readonly<Record<string, string>> = { '’': "'", '–': '-', '„': '"', '“': '"', '€': 'EUR', œ: 'oe' };

const fits = (text: string, encoding: string): boolean => iconv.decode(iconv.encode(text, encoding), encoding) === text;

const writtenIn = (text: string, encoding: string): string =>
  text.replace(/[’–„“€œ²]/g, (sign) => (fits(sign, encoding) ? sign : (substitutes[sign] ?? '2')));

/** A header alone, a table of one line, a whole table, and one of 300 lines; old encodings only as tables. */
const files: readonly CorpusFile[] = corpus.flatMap(({ language, encodings, header, lines }) => {
  const [common = '', old = ''] = encodings.split(' | ');
  const long = Array.from({ length: 300 }, (_, index) => `${lines[index % lines.length] ?? ''};${index}`);
  const filesIn = (encoding: string, texts: Readonly<Record<string, readonly string[]>>): CorpusFile[] =>
    Object.entries(texts).map(([length, text]) => ({
      name: `${language}, ${length}, ${encoding}`,
      encoding,
      text: writtenIn([header, ...text, ''].join('\r\n'), encoding),
    }));
  return [
    ...common
      .split(' ')
      .flatMap((encoding) => filesIn(encoding, { header: [], line: lines.slice(0, 1), table: lines, long })),
    ...old.split(' ').flatMap((encoding) => (encoding === '' ? [] : filesIn(encoding, { table: lines, long }))),
  ];
});

const guessOf = (text: string, encoding: string, language?: string) =>
  guessEncoding(iconv.encode(text, encoding), false, language);

describe('the guess of an encoding in a corpus of short and long files', () => {
  test('is right for 99 of 100: the file decodes to its text', async () => {
    const guesses = await Promise.all(
      files.map(async (file) => ({ ...file, guess: (await guessOf(file.text, file.encoding)).encoding })),
    );
    const wrong = guesses.filter(
      ({ text, encoding, guess }) => iconv.decode(iconv.encode(text, encoding), guess) !== text,
    );
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter(({ text, encoding }) => !fits(text, encoding))).toEqual([]);
    expect(wrong.map(({ name, guess }) => `${name}: ${guess}`).slice(Math.floor(files.length / 100))).toEqual([]);
  });

  test.each(nearlyAscii)('is windows-1252 where only signs are beyond ASCII: %j', async (text) => {
    const { encoding } = await guessOf(text, 'windows-1252');
    expect(iconv.decode(iconv.encode(text, 'windows-1252'), encoding)).toBe(text);
  });

  test('is as right for each line that is beyond ASCII as for all', async () => {
    const ascii = Array.from({ length: 9_000 }, (_, index) => `${index};plain text`).join('\n');
    expect((await guessOf(`${ascii}\nKöln;12,50 €\n`, 'windows-1252')).encoding).toBe('windows-1252');
  });

  test('is the commonest of the encodings that give the same text, where the whole file is known', async () => {
    expect((await guessOf('name,town\nÉlodie,Besançon\n', 'windows-1250')).encoding).toBe('windows-1252');
  });

  test('names the encodings that fit nearly as well, and none that gives the same text', async () => {
    expect((await guessOf('Názov obce;Počet obyvateľov\n', 'windows-1250')).alternatives).toContain('iso-8859-2');
    expect((await guessOf('Straße;Größe\n', 'windows-1252')).alternatives).toEqual([]);
  });

  test('uses the language of the dataset', async () => {
    const header = '都道府県;市区町村;人口;面積\n';
    expect((await guessOf(header, 'euc-jp', 'ja')).encoding).toBe('euc-jp');
  });
});

describe('the guess of an encoding in tables of countries, whose names no list of the guess was made from', () => {
  /** Every `step`th country of a language, from each of the first ones on. */
  const tables = (language: string, encoding: string, step: number): string[] => {
    const names = countryNames(language).filter((name) => fits(name, encoding));
    return Array.from({ length: Math.min(step, 5) }, (_, start) =>
      ['code;name;n', ...names.filter((_name, index) => index % step === start).map((name, n) => `${n};${name};${n}`)]
        .join('\r\n')
        .concat('\r\n'),
    );
  };
  /** The tables that are not read as they were written, by the guess alone and by any encoding that is named, with the guess. */
  const wrongOf = async (step: number) => {
    const all = Object.entries(languages).flatMap(([language, encodings]) =>
      encodings.flatMap((encoding) => tables(language, encoding, step).map((text) => ({ language, encoding, text }))),
    );
    const wrong: { readonly guessed: string[]; readonly named: string[] } = { guessed: [], named: [] };
    for (const { language, encoding, text } of all) {
      const bytes = iconv.encode(text, encoding);
      const { encoding: guess, alternatives } = await guessEncoding(bytes, false);
      const named = [guess, ...alternatives];
      const [read, ...others] = named.map((name) => iconv.decode(bytes, name));
      const what = `${language} in ${encoding}: ${named.join(' or ')}`;
      if (read !== text) wrong.guessed.push(what);
      if (read !== text && !others.includes(text)) wrong.named.push(what);
    }
    return { ...wrong, count: all.length };
  };

  test.each([1, 5])('is right for 99 of 100 of every %d. country', async (step) => {
    const { guessed, count } = await wrongOf(step);
    expect(guessed.slice(Math.floor(count / 100))).toEqual([]);
  });

  test('is right for 95 of 100 of about twelve countries, and names the encoding for 99', async () => {
    const { guessed, named, count } = await wrongOf(25);
    expect(guessed.slice(Math.floor(count / 20))).toEqual([]);
    expect(named.slice(Math.floor(count / 100))).toEqual([]);
  });

  test.each([
    ['UG;乌干达;85\r\n', 'gb18030'],
    ['JP;日本;294\r\n', 'big5'],
  ])('is not UTF-8 by chance: %j in %s', async (text, encoding) => {
    expect((await guessOf(text, encoding)).encoding).not.toBe('utf-8');
  });
});
