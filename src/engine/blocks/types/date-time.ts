import type { FieldErrors } from '../../../kernel/fail.ts';
import type { BlockSettings } from '../block.ts';
import { defineSettings, type BlockTypeDefinition } from '../block-type.ts';
import { canonicalDate } from '../canonical-date.ts';
import { parseText } from '../parse-text.ts';

/** A day or an instant, stored in canonical form: `2026-01-31`, `2026-01-31T08:00:00Z`. */
export const dateTime: BlockTypeDefinition = {
  comparisonType: 'date',
  settings: defineSettings('dateTime', { defaults: { hasTime: false, min: null, max: null }, check: checkRange }),
  parse: (answer, { dateTime: settings }) => {
    const hasTime = settings?.hasTime === true;
    const reading = parseText(answer, 40);
    const value = 'value' in reading ? canonicalDate(reading.value, hasTime) : undefined;
    if (value === undefined) return { problem: expected(hasTime) };
    const [first, last] = [boundOf(settings?.min, hasTime), boundOf(settings?.max, hasTime)];
    if (first !== undefined && value < first) return { problem: `Give ${first} at the earliest.` };
    return last !== undefined && value > last ? { problem: `Give ${last} at the latest.` } : { value };
  },
};

const expected = (hasTime: boolean): string =>
  hasTime
    ? 'Give an instant in ISO 8601, such as 2026-01-31T08:00:00Z.'
    : 'Give a day in ISO 8601, such as 2026-01-31.';

const boundOf = (bound: string | null | undefined, hasTime: boolean): string | undefined =>
  bound == null ? undefined : canonicalDate(bound, hasTime);

function checkRange({ hasTime, min, max }: BlockSettings['dateTime']): FieldErrors {
  const [first, last] = [boundOf(min, hasTime), boundOf(max, hasTime)];
  return {
    ...(min !== null && first === undefined && { min: [expected(hasTime)] }),
    ...(max !== null && last === undefined && { max: [expected(hasTime)] }),
    ...(first !== undefined && last !== undefined && first > last && { max: ['The maximum is before the minimum.'] }),
  };
}
