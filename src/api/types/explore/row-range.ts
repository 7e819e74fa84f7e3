import { failFields } from '#kernel/fail.ts';
import type { OdsqlInput } from './odsql.inputs.ts';

/** The part of the rows to read. */
export interface RowRange {
  readonly limit: number;
  readonly offset: number;
}

/** The maximum limit and the maximum sum of offset and limit, for records or datasets and for groups (docs/contract/explore.md 3). */
const limits = { plain: { maxLimit: 100, maxEnd: 10_000 }, groups: { maxLimit: 20_000, maxEnd: 20_000 } };

/** The range of rows to read; a limit of -1 is the maximum. Fails INVALID_INPUT. */
export function parseRange({ limit, offset }: Pick<OdsqlInput, 'limit' | 'offset'>, isGrouped: boolean): RowRange {
  const { maxLimit, maxEnd } = isGrouped ? limits.groups : limits.plain;
  if (limit < -1 || limit > maxLimit)
    failFields({ 'odsql.limit': [invalidMessage('limit', limit, `-1 <= limit <= ${String(maxLimit)}`)] });
  if (offset < 0) failFields({ 'odsql.offset': [invalidMessage('offset', offset, '0 <= offset')] });
  const effectiveLimit = limit === -1 ? Math.min(maxLimit, Math.max(0, maxEnd - offset)) : limit;
  if (offset + effectiveLimit > maxEnd)
    failFields({
      'odsql.offset': [invalidMessage('sum of offset + limit', offset + effectiveLimit, `<= ${String(maxEnd)}`)],
    });
  return { limit: effectiveLimit, offset };
}

/** The error message, in the words of the Explore API. */
const invalidMessage = (name: string, found: number, expected: string): string =>
  `Invalid value for ${name} API parameter: ${String(found)} was found but ${expected} is expected.`;
