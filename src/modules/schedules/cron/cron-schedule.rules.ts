import { failFields, requiredMessage } from '#kernel/fail.ts';
import { cronFields, parseField } from './cron-field.ts';
import { nextRun } from './next-run.ts';

const maxLength = 1_000;

/** Returns a cron schedule of five fields unchanged; fails INVALID_INPUT with the wrong field and the reason. */
export function parseCronSchedule(text: string): string {
  const problem = cronProblem(text);
  return problem === undefined ? text : failFields({ cronSchedule: [problem] });
}

/** What is wrong with a cron schedule; undefined when it is valid. */
export function cronProblem(text: string): string | undefined {
  if (text.trim() === '') return requiredMessage;
  if (text.length > maxLength) return `Give at most ${maxLength} characters.`;
  const parts = text.trim().split(/\s+/);
  if (parts.length !== cronFields.length)
    return `Give five fields: ${cronFields.map(({ name }) => name).join(', ')}. There are ${parts.length}.`;
  for (const [index, field] of cronFields.entries()) {
    const parsed = parseField(field, parts[index] ?? '');
    if ('problem' in parsed) return `Field ${index + 1}, ${field.name}: ${parsed.problem}`;
  }
  return hasRun(text) ? undefined : 'Field 3, day of the month: none of the months in field 4 has such a day.';
}

/** Whether a well-formed schedule ever runs. A schedule for 31 February never runs. */
function hasRun(text: string): boolean {
  try {
    return nextRun(text, new Date(0)).getTime() > 0;
  } catch {
    return false;
  }
}
