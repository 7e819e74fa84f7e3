import { CronExpressionParser } from 'cron-parser';
import { cronFields, readField } from './cron-field.ts';

/** The first run after an instant, in UTC (rest.md 4), of a schedule whose fields are well formed; throws where none ever comes. */
export const nextRun = (cronSchedule: string, after: Date): Date =>
  CronExpressionParser.parse(canonical(cronSchedule), { currentDate: after, tz: 'UTC' }).next().toDate();

/** The schedule in plain lists of numbers, each once and Sunday 0: what the parser takes, and means as everybody does. */
const canonical = (cronSchedule: string): string => cronSchedule.trim().split(/\s+/).map((text, at) => {
  const field = cronFields[at];
  const reading = field && text !== '*' ? readField(field, text) : undefined;
  if (!reading || 'problem' in reading) return text;
  return [...new Set(reading.numbers.map((number) => (field?.last === 7 ? number % 7 : number)))].toSorted((a, b) => a - b).join(',');
}).join(' ');
