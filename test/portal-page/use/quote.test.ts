import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseValue, valueFromASTUntyped } from 'graphql';
import {
  encodePart,
  formulaText,
  hasUnseen,
  jsonText,
  pythonText,
  rText,
  shellText,
  wellFormed,
} from '#portal-page/use/quote.ts';
import { hasR, pythonWithPandas, runProgram } from '#test/support/processes/programs.ts';
import { testIf } from '#test/support/test-if.ts';

/** Texts that end quotes, begin substitutions, or turn the direction of what is read. */
const hostile = [
  ...[
    `'; touch /tmp/x #`,
    `"); import os #`,
    '`id`',
    '$(id)',
    '\\',
    '\\\\"',
    `\\'`,
    '"""',
    "'''",
    '\r\n',
    '%41%',
    '-e',
  ],
  ...[
    '#(lf)',
    '""',
    '${process.exit()}',
    '</script>',
    '\u202etxt',
    'a\u2028b',
    '\u001b[201~rm',
    'é🌳',
    '\u{e0041}',
    '',
  ],
];
const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc
    .array(fc.constantFrom(...hostile, ...Array.from(`'"\\$\`#%(){}\n\t\0 aé🌳`), '\ud800'))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** A program is started for many texts at once. */
const manyTexts = fc.array(anyText, { minLength: 60, maxLength: 60 });
const runs = { numRuns: 3, examples: [[hostile]] } satisfies fc.Parameters<[string[]]>;

test('JavaScript and GraphQL read what was written', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(runInNewContext(jsonText(text))).toBe(wellFormed(text));
      expect(valueFromASTUntyped(parseValue(jsonText(text)))).toBe(wellFormed(text));
      expect(hasUnseen(jsonText(text))).toBe(false);
    }),
  );
});

test('a shell reads what was written', async () => {
  await fc.assert(
    fc.asyncProperty(manyTexts, async (texts) => {
      const printed = await runProgram('sh', ['-s'], `printf '%s\\0' ${texts.map(shellText).join(' ')}\n`);
      expect(printed.split('\0').slice(0, -1)).toEqual(texts.map(wellFormed));
    }),
    runs,
  );
});

test('an address reads what was written, and needs no quotes anywhere', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(decodeURIComponent(encodePart(text))).toBe(wellFormed(text));
      expect(encodePart(text)).toMatch(/^[\w.~%-]*$/);
    }),
  );
});

test('a formula has the text in quotes, and no sign of an escape', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = formulaText(text);
      expect(written).toMatch(/^"(?:[^"]|"")*"$/);
      expect(written.replaceAll('#(#)(', '')).not.toMatch(/#\(/);
      expect(hasUnseen(written)).toBe(false);
    }),
  );
});

const pythonTest = testIf(pythonWithPandas !== undefined, 'python3 with pandas');
pythonTest('Python reads what was written', async () => {
  await fc.assert(
    fc.asyncProperty(manyTexts, async (texts) => {
      const code = `import json\nprint(json.dumps([${texts.map(pythonText).join(', ')}]))`;
      expect(hasUnseen(code.replaceAll('\n', ''))).toBe(false);
      expect(JSON.parse(await runProgram(pythonWithPandas ?? '', ['-'], code))).toEqual(texts.map(wellFormed));
    }),
    runs,
  );
});

const rTest = testIf(hasR, 'Rscript');
rTest('R reads what was written', async () => {
  await fc.assert(
    fc.asyncProperty(manyTexts, async (texts) => {
      const code = `for (text in c(${texts.map(rText).join(', ')})) cat(as.character(charToRaw(text)), "\\n")`;
      const printed = await runProgram('Rscript', ['-'], code);
      const read = printed.split('\n').map((line) => Buffer.from(line.replaceAll(' ', ''), 'hex').toString());
      expect(read.slice(0, texts.length)).toEqual(texts.map(wellFormed));
    }),
    runs,
  );
});
