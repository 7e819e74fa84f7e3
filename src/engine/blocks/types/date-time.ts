import type { FieldErrors } from '#kernel/fail.ts';
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
    const parsed = parseText(answer, 40);
    const value = 'value' in parsed ? canonicalDate(parsed.value, hasTime) : undefined;
    if (value === undefined) return { problem: formatMessage(hasTime) };
    const [earliest, latest] = [boundOf(settings?.min, hasTime), boundOf(settings?.max, hasTime)];
    if (earliest !== undefined && value < earliest) return { problem: `Give ${earliest} at the earliest.` };
    return latest !== undefined && value > latest ? { problem: `Give ${latest} at the latest.` } : { value };
  },
};

/** The error message for a text that is not in the required format. */
const formatMessage = (hasTime: boolean): string =>
  hasTime
    ? 'Give an instant in ISO 8601, such as 2026-01-31T08:00:00Z.'
    : 'Give a day in ISO 8601, such as 2026-01-31.';

const boundOf = (bound: string | null | undefined, hasTime: boolean): string | undefined =>
  bound == null ? undefined : canonicalDate(bound, hasTime);

function checkRange({ hasTime, min, max }: BlockSettings['dateTime']): FieldErrors {
  const [earliest, latest] = [boundOf(min, hasTime), boundOf(max, hasTime)];
  return {
    ...(min !== null && earliest === undefined && { min: [formatMessage(hasTime)] }),
    ...(max !== null && latest === undefined && { max: [formatMessage(hasTime)] }),
    ...(earliest !== undefined &&
      latest !== undefined &&
      earliest > latest && { max: ['The maximum is before the minimum.'] }),
  };
}
