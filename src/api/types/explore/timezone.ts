import { resolveTimezone } from '#engine/odsql/timezone.ts';
import type { TimezoneName } from '#engine/odsql/scope.ts';
import { failFields } from '#kernel/fail.ts';

/** The time zone with this name. Fails INVALID_INPUT at `path` for an unknown name. */
export const checkTimezone = (timezone: string, path = 'timezone'): TimezoneName =>
  resolveTimezone(timezone) ?? failFields({ [path]: ['Give a time zone by its IANA name, such as Europe/Paris.'] });
