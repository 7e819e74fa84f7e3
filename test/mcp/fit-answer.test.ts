import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fitAnswer, readCursor } from '#mcp/answer.ts';
import type { Answer } from '#mcp/tool.ts';

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** The bodies of all pages of an answer, which must not exceed 24,000 bytes each. */
function pagesOf(answer: Answer): ReturnType<typeof JSON.parse>[] {
  const pages: ReturnType<typeof JSON.parse>[] = [];
  for (let cursor: string | undefined; ;) {
    const text = fitAnswer({ answer, from: readCursor(cursor, 'call'), fingerprint: 'call' });
    expect(bytesOf(text)).toBeLessThanOrEqual(24_000);
    pages.push(JSON.parse(text));
    cursor = pages.at(-1).page?.nextCursor;
    if (cursor === undefined) return pages;
  }
}

/** What the pages say together: the head, and the items in their order, parts put together. */
function together(pages: ReturnType<typeof JSON.parse>[]): { head: object; items: unknown[] } {
  let [head, part]: [object, string] = [{}, ''];
  const items: unknown[] = [];
  for (const { page: _page, items: own = [], part: text, of, characters, ...others } of pages) {
    head = { ...head, ...others };
    items.push(...own);
    if (text === undefined) continue;
    part += String(text);
    const [, end, length] = /–(\d+) of (\d+)$/.exec(characters) ?? [];
    if (end !== length) continue;
    if (of.startsWith('item')) items.push(JSON.parse(part));
    else head = JSON.parse(part);
    part = '';
  }
  return { head, items };
}

/** Texts that are short, and long ones of characters that take most bytes in a quoted text. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc
    .tuple(fc.constantFrom('"', '\\', '\u0001', '🌳', '漢', 'a"', '\ud83c'), fc.integer({ min: 1, max: 9_000 }))
    .map(([unit, count]) => unit.repeat(count)),
);

test('pages have at most 24,000 bytes each, and all of the answer together', () => {
  fc.assert(
    fc.property(fc.record({ title: text }), fc.array(text, { maxLength: 12 }), (head, items) => {
      const pages = pagesOf({ head, list: { name: 'items', items, start: 0, total: items.length } });
      expect(together(pages)).toEqual({ head, items });
    }),
    { numRuns: 60 },
  );
});

test('an answer without a list comes in parts where it is too large', () => {
  const head = { text: '"'.repeat(20_000) };
  expect(together(pagesOf({ head })).head).toEqual(head);
  expect(pagesOf({ head: { text: 'short' } })).toEqual([{ text: 'short' }]);
});

test('a page says which items of how many it has', () => {
  const answer = {
    head: {},
    list: { name: 'items', items: ['x'.repeat(15_000), 'y'.repeat(15_000)], start: 0, total: 2 },
  };
  expect(pagesOf(answer).map(({ page }) => page.shown)).toEqual(['1–1 of 2', '2–2 of 2']);
});

test('a list that ends where queries cannot read on says what to do instead', () => {
  const end = { position: 10, advice: 'Narrow where.' };
  const answer = { head: {}, list: { name: 'items', items: [9], start: 9, total: 12, end } };
  const from = { item: 9, skip: 0 };
  expect(JSON.parse(fitAnswer({ answer, from, fingerprint: 'call' })).page).toEqual({
    shown: '10–10 of 12',
    note: 'Narrow where.',
  });
});

test.each(['', 'x', Buffer.from('[1]').toString('base64url'), Buffer.from('[-2,0,"call"]').toString('base64url')])(
  'the cursor "%s" is refused, as is that of another call',
  (cursor) => {
    expect(() => readCursor(cursor, 'call')).toThrow(/cursor/);
    expect(() => readCursor(Buffer.from('[0,0,"other"]').toString('base64url'), 'call')).toThrow(/another call/);
  },
);
