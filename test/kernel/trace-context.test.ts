import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatTraceParent, parseTraceParent, traceIdAsUuid } from '#platform/telemetry.ts';

const digits = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
    .filter((text) => /[^0]/.test(text));

test('what is written is parsed again', () => {
  fc.assert(
    fc.property(digits(32), digits(16), fc.boolean(), (traceId, spanId, isSampled) => {
      expect(parseTraceParent(formatTraceParent({ traceId, spanId, isSampled }))).toEqual({
        traceId,
        spanId,
        isSampled,
      });
    }),
  );
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('later versions may have further parts and flags', () => {
  expect(parseTraceParent(`01-${traceId}-${spanId}-03-more`)).toEqual({ traceId, spanId, isSampled: true });
  expect(parseTraceParent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, isSampled: false });
});

test.each([
  '',
  'x',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `01-${traceId}-${spanId}-01-${'x'.repeat(10_000)}`,
])('%j is no traceparent', (text) => {
  expect(parseTraceParent(text)).toBeUndefined();
});

test('any text is parsed or refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseTraceParent(text);
    }),
  );
});

test('a trace id is a UUID with hyphens', () => {
  expect(traceIdAsUuid(traceId)).toBe('4bf92f35-77b3-4da6-a3ce-929d0e0e4736');
});
