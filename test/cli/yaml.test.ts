import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { fromYaml, toYaml } from '#cli/files/yaml.ts';
import { caselessName, foldName, safeName } from '#cli/files/safe-name.ts';

/** Texts that YAML reads as something else where they are not quoted, and such as people write. */
const texts = fc.oneof(
  fc.constantFrom(
    'no',
    'yes',
    'null',
    '~',
    '1:30',
    '2024-01-01',
    '0o17',
    '1e3',
    '- a',
    'a: b',
    '# no',
    '',
    ' ',
    '\t',
    '\n',
  ),
  fc.constantFrom(
    'a\n\nb\n',
    '  two\nlines',
    'trailing \n',
    '&anchor',
    '*alias',
    '!tag',
    '%',
    '@',
    '`',
    '{}',
    '\u2028',
    '\ufeff',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
);

test('any text, also as a name, is read from YAML as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(texts, fc.array(texts)), (value, named) => {
      const written = JSON.parse(JSON.stringify({ value, named: Object.entries(named) }));
      const again = fromYaml(toYaml(written), 'test.yaml');
      return isDeepStrictEqual(again, written) && toYaml(written) === toYaml(JSON.parse(JSON.stringify(again)));
    }),
  );
});

test('any text is a name of a file, which is read back', () => {
  fc.assert(
    fc.property(
      texts.filter((text) => text !== ''),
      (text) => {
        const name = safeName(text);
        return decodeURIComponent(name) === text && !/[\\/:*?"<>|]/.test(name) && name !== '.' && name !== '..';
      },
    ),
  );
});

test('a name is never longer than systems allow, keeps its ending, and is that of one text', () => {
  const long = 'Ä'.repeat(200);
  for (const nameOf of [safeName, caselessName]) {
    const names = [`${long}.csv`, `${long}a.csv`, `${long}A.csv`, `${'%'.repeat(200)}.csv`].map(nameOf);
    expect(new Set(names.map(foldName)).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^[^~]+~[0-9a-f]{16}\.csv$/);
      expect(Buffer.byteLength(`${name}.parquet.part`)).toBeLessThanOrEqual(255);
    }
  }
});

test('texts that differ in case alone have names that a system which ignores case keeps apart', () => {
  fc.assert(
    fc.property(
      texts.filter((text) => text !== ''),
      (text) =>
        [text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')].every(
          (each) =>
            decodeURIComponent(caselessName(each)) === each &&
            (each === text || foldName(caselessName(each)) !== foldName(caselessName(text))),
        ),
    ),
  );
});
