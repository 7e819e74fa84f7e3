import { failFields } from '../../../kernel/fail.ts';
import type { OdsqlInput } from './odsql.inputs.ts';

/** The part of the rows to read. */
export interface RowRange {
  readonly limit: number;
  readonly offset: number;
}

/** The longest page of rows and the furthest row, of records or datasets and of groups (docs/contract/explore.md 3). */
const limits = { plain: { page: 100, reach: 10_000 }, groups: { page: 20_000, reach: 20_000 } };

/** The range of rows to read; a limit of -1 is the maximum. Fails INVALID_INPUT. */
export function parseRange({ limit, offset }: Pick<OdsqlInput, 'limit' | 'offset'>, isGrouped: boolean): RowRange {
  const { page, reach } = isGrouped ? limits.groups : limits.plain;
  if (limit < -1 || limit > page)
    failFields({ 'odsql.limit': [invalid('limit', limit, `-1 <= limit <= ${String(page)}`)] });
  if (offset < 0) failFields({ 'odsql.offset': [invalid('offset', offset, '0 <= offset')] });
  const taken = limit === -1 ? Math.min(page, Math.max(0, reach - offset)) : limit;
  if (offset + taken > reach)
    failFields({
      'odsql.offset': [invalid('sum of offset + limit', offset + taken, `<= ${String(reach)}`)],
    });
  return { limit: taken, offset };
}

/** The message of the Explore API. */
const invalid = (name: string, found: number, expected: string): string =>
  `Invalid value for ${name} API parameter: ${String(found)} was found but ${expected} is expected.`;
