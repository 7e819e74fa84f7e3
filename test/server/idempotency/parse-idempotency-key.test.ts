import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseIdempotencyKey } from '#server/http/idempotency.ts';

const visible = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const key = visible.filter(({ length }) => length >= 1 && length <= 255);

test('every key of ASCII characters can be sent as a quoted string', () => {
  fc.assert(
    fc.property(key, (text) => {
      expect(parseIdempotencyKey(`"${text.replace(/["\\]/g, '\\$&')}"`)).toBe(text);
    }),
  );
});

test('a header is a key of 1 to 255 characters, or refused', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const parsed = (() => {
        try {
          return parseIdempotencyKey(header);
        } catch (error) {
          expect(error).toMatchObject({ code: 'BAD_REQUEST' });
          return undefined;
        }
      })();
      if (parsed !== undefined) expect(parsed).toMatch(/^[\x20-\x7e]{1,255}$/);
    }),
  );
});

test('a UUID is the same key with and without quotes; two headers are none', () => {
  const uuid = '8e03978e-40d5-43e8-bc93-6894a57f9324';
  expect(parseIdempotencyKey(uuid)).toBe(parseIdempotencyKey(`"${uuid}"`));
  expect(() => parseIdempotencyKey([uuid, uuid])).toThrow('Idempotency-Key');
});
