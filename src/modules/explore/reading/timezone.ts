import { resolveTimezone } from '../../../engine/odsql/timezone.ts';
import type { TimezoneName } from '../../../engine/odsql/scope.ts';
import { failFields } from '../../../kernel/fail.ts';

/** The time zone with a name. Fails INVALID_INPUT for an unknown one. */
export const checkTimezone = (timezone: string): TimezoneName =>
  resolveTimezone(timezone) ?? failFields({ timezone: ['Give a time zone by its IANA name, such as Europe/Paris.'] });
