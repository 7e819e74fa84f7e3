import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { discardDraft, keepDraft, readDraft } from '#portal-page/views/form/draft.ts';

/** A storage as browsers have it, with room for a number of characters. */
function storageOf(room = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem(name, text) {
      if (name.length + text.length > room) throw new Error('QuotaExceededError');
      items.set(name, text);
    },
    removeItem: (name) => void items.delete(name),
    clear: () => {
      items.clear();
    },
  };
}

const trees = { slug: 'trees', version: 2 };
const answers = {
  name: { text: 'Ada' },
  terms: { isChecked: true },
  kinds: { chosen: [{ value: 'oak', label: 'Oak' }], text: '' },
  who: { parts: { email: 'ada@example.org' } },
};

test('a draft belongs to a version of a form until it is discarded', () => {
  const storage = storageOf();
  expect(readDraft(storage, trees)).toBeUndefined();
  expect(keepDraft(storage, trees, answers)).toBe(true);
  expect(readDraft(storage, trees)).toEqual(answers);
  expect(readDraft(storage, { ...trees, version: 3 })).toBeUndefined();
  expect(readDraft(storage, { ...trees, slug: 'birds' })).toBeUndefined();
  discardDraft(storage, trees);
  expect(readDraft(storage, trees)).toBeUndefined();
});

test('a draft that is too long, or that the browser does not keep, is told; an older one is not shown in its place', () => {
  const long = { name: { text: 'x'.repeat(100_000) } };
  const storage = storageOf();
  keepDraft(storage, trees, answers);
  expect(keepDraft(storage, trees, long)).toBe(false);
  expect(readDraft(storage, trees)).toBeUndefined();
  expect(keepDraft(storageOf(10), trees, answers)).toBe(false);
});

test('at most five drafts are kept, and nothing else of the storage is touched', () => {
  const storage = storageOf();
  storage.setItem('catalograph.key', 'secret');
  for (let index = 0; index < 8; index += 1) keepDraft(storage, { slug: `form-${index}`, version: 1 }, answers);
  const kept = Array.from({ length: storage.length }, (_each, index) => storage.key(index));
  expect(kept).toHaveLength(6);
  expect(kept).toContain('catalograph.key');
  expect(readDraft(storage, { slug: 'form-7', version: 1 })).toEqual(answers);
});

test('what is in the storage is read as far as inputs hold it, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.json().map((json) => `{"version": 2, "answers": ${json}}`),
      ),
      (text) => {
        const storage = storageOf();
        storage.setItem('catalograph.draft.trees', text);
        for (const entered of Object.values(readDraft(storage, trees) ?? {})) {
          const { text: words = '', isChecked = false, chosen = [], parts = {} } = entered;
          expect([typeof words, typeof isChecked]).toEqual(['string', 'boolean']);
          for (const { value, label } of chosen) expect([typeof value, typeof label]).toEqual(['string', 'string']);
          for (const part of Object.values(parts)) expect(typeof part).toBe('string');
        }
      },
    ),
  );
});
