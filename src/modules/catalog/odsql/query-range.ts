import type { OdsqlInput } from '../../../api/types/explore/odsql.inputs.ts';
import { resolveTimezone } from '../../../engine/odsql/timezone.ts';
import type { TimezoneName } from '../../../engine/odsql/scope.ts';
import { failFields } from '../../../kernel/fail.ts';

/** The longest page and the furthest row, of datasets and of groups (docs/contract/explore.md 3). */
const limits = { datasets: { page: 100, reach: 10_000 }, groups: { page: 20_000, reach: 20_000 } };

/** The rows to read; a limit of -1 is the maximum. Fails INVALID_INPUT. */
export function parseRange(
  { limit, offset }: Pick<OdsqlInput, 'limit' | 'offset'>,
  isGrouped: boolean,
): { readonly limit: number; readonly offset: number } {
  const { page, reach } = isGrouped ? limits.groups : limits.datasets;
  if (limit < -1 || limit > page)
    failFields({ 'odsql.limit': [invalid('limit', limit, `-1 <= limit <= ${String(page)}`)] });
  if (offset < 0) failFields({ 'odsql.offset': [invalid('offset', offset, '0 <= offset')] });
  const taken = limit === -1 ? Math.min(page, Math.max(0, reach - offset)) : limit;
  if (offset + taken > reach)
    failFields({ 'odsql.offset': [invalid('sum of offset + limit', offset + taken, `<= ${String(reach)}`)] });
  return { limit: taken, offset };
}

/** The message of the Explore API. */
const invalid = (name: string, found: number, expected: string): string =>
  `Invalid value for ${name} API parameter: ${String(found)} was found but ${expected} is expected.`;

/** The time zone with a name. Fails INVALID_INPUT for an unknown one. */
export const checkTimezone = (timezone: string): TimezoneName =>
  resolveTimezone(timezone) ??
  failFields({ 'odsql.timezone': ['Give a time zone by its IANA name, such as Europe/Paris.'] });
