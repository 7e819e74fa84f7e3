import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toSafeFileName } from '#platform/storage/disk-storage.ts';

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('/', '\\', '.', ' ', '\0', '\n', '\u202e', '\ud800', 'é', '😀', 'a'),
    maxLength: 400,
  }),
);

describe("a client's file name", () => {
  test.each([
    ['stations.csv', 'stations.csv'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Users\\Ada\\stations.csv', 'stations.csv'],
    ['../../.bashrc', 'bashrc'],
    ['report\u202Efdp.exe', 'reportfdp.exe'],
    ['a\0b\r\nc.csv', 'abc.csv'],
    ['été à Paris.csv', 'été à Paris.csv'],
    [' . . ', 'file'],
    ['folder/', 'file'],
    ['', 'file'],
  ])('%j is kept as %j', (given, kept) => {
    expect(toSafeFileName(given)).toBe(kept);
  });

  test("a client's file name with a million dots in it is shortened in linear time: quadratic time would exceed the timeout", () => {
    expect(toSafeFileName(`a${'.'.repeat(1_000_000)}b.csv`)).toBe('a.b.csv');
  });

  test('is shortened to 255 bytes of UTF-8 without halving a character or losing the extension', () => {
    const name = toSafeFileName(`${'é'.repeat(300)}.csv.gz`);
    expect(name).toBe(`${'é'.repeat(124)}.csv.gz`);
    expect(toSafeFileName('😀'.repeat(100))).toBe('😀'.repeat(63));
  });

  test('always comes out as one safe path segment', () => {
    fc.assert(
      fc.property(anyName, (given) => {
        const name = toSafeFileName(given);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\./u);
        expect(name.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });

  test('once safe, stays as it is', () => {
    fc.assert(
      fc.property(anyName, (given) => {
        expect(toSafeFileName(toSafeFileName(given))).toBe(toSafeFileName(given));
      }),
    );
  });
});
