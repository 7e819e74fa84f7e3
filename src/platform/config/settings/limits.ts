import { callsQuota, offOr, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

const GIBIBYTE = 2 ** 30;

/** The limits of what callers may send and ask. */
export const limitSettings = {
  EXPLORE_QUOTA: optional(callsQuota, {
    about:
      'How many calls of the Explore API a user, or an address without a key, may make, such as 10000/day; per second, minute, hour, day or month in UTC.',
    fallback: 'no quota',
  }),
  RATE_LIMIT_KEY: setting(
    'off',
    offOr(wholeNumber(1, 1_000_000_000)),
    'How many points per minute a user may spend with all of their keys together (docs/security.md); off means any number.',
  ),
  RATE_LIMIT_ANONYMOUS: setting(
    '60000',
    offOr(wholeNumber(1, 1_000_000_000)),
    'How many points per minute an address may spend without a key; off means any number. Behind a proxy, set TRUST_PROXY, or all of its clients are one address.',
  ),
  FORM_RATE_LIMIT: setting(
    '30',
    wholeNumber(1, 1_000_000),
    'How many submissions and changes of submissions a user, or an address without a key, may send per form and minute.',
  ),
  IDEMPOTENCY_HOURS: setting(
    '24',
    wholeNumber(1, 720),
    'How many hours a request with an Idempotency-Key gets the answer to the first one with the same key.',
  ),
  IDEMPOTENCY_MAX_KEYS: setting(
    '10000',
    wholeNumber(1, 1_000_000),
    'How many Idempotency-Keys of a user, or of an address without a key, are kept at a time; beyond it the response is 429.',
  ),
  MAX_UPLOAD_BYTES: setting(
    String(GIBIBYTE),
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    'The maximum size of an uploaded file, in bytes.',
  ),
  MAX_RECORDS: setting(
    '100000000',
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    'The maximum number of records of a dataset; a larger publication ends as `limit_reached` with the first ones.',
  ),
};
