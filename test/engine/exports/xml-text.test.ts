import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { ExportNotes } from '#engine/exports/export-format.ts';
import { createXmlEscape } from '#engine/exports/xml-text.ts';

/** What a parser that checks its input reads in an attribute and as content. */
function read(escaped: string): { attribute: string; content: string } {
  const found = { attribute: '', content: '' };
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ attributes }) => (found.attribute = attributes['b'] ?? ''));
  parser.on('text', (text) => (found.content += text));
  parser.write(`<a b="${escaped}">${escaped}</a>`).close();
  return found;
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))).map((units) => units.join('')),
  fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '--', '\r', '\n', '\t', '\u0000', '\uFFFE', '\uD800'),
  }),
);

test('a parser reads every text back, and the replaced characters are counted', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const notes = new ExportNotes();
      const { attribute, content } = read(createXmlEscape(notes)(text));
      expect(content).toBe(attribute);
      const [before, after] = [[...text], [...content]];
      expect(after).toHaveLength(before.length);
      const replaced = before.filter((character, index) => character !== after[index]);
      expect(replaced.every((character) => /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(character))).toBe(true);
      expect(notes.sentences).toEqual(
        replaced.length > 0 ? [`Characters that XML does not allow, replaced by U+FFFD: ${replaced.length}.`] : [],
      );
    }),
  );
});
