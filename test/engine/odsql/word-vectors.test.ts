import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { wordVector } from '../../../src/engine/odsql/word-vector.ts';
import { ByteWriter } from '../../../src/kernel/byte-writer.ts';
import { WordVectors } from '../../../src/engine/odsql/word-vectors.ts';

const vectors = new WordVectors();

/** The vector of texts, one after another. */
function vectorOf(...texts: readonly string[]): string | null {
  const source = new ByteWriter(1);
  const ranges = texts.map((text) => {
    const start = source.length;
    source.text(text);
    const end = source.length;
    source.byte(0);
    return { start, end };
  });
  const target = new ByteWriter(1);
  vectors.write(source.bytes, ranges, target);
  return target.length === 0 ? null : target.take().toString();
}

test('writes the vector of each character as that of a text', () => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const text = `A${String.fromCharCode(unit)}b`;
    if (vectorOf(text) !== wordVector(`${text} `)) throw new Error(`The vectors of U+${unit.toString(16)} differ.`);
  }
});

test('writes the vector of any text, of long ones and those without words too', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(fc.constantFrom('ΟΔΟΣ', 'İi', 'ﬁ½', '\u0301', 'Łódź', ' · ', '--', '한글', 'x'.repeat(501)))
      .map((words) => words.join('')),
  );
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 3 }), (parts) => {
      expect(vectorOf(...parts)).toBe(wordVector(parts.map((text) => `${text} `).join('')));
    }),
    { numRuns: 2_000 },
  );
});
