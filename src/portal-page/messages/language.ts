import { english, type Messages } from './english.ts';
import { french } from './french.ts';

/** The messages and formats of a language. */
export interface Language {
  /** The language of the messages (ISO 639-1). */
  readonly code: string;
  readonly messages: Messages;
  readonly number: (value: number) => string;
  /** A day, such as 23 November 2026. */
  readonly date: (iso: string) => string;
  /** A day and a time, in the time zone of the visitor. */
  readonly dateTime: (iso: string) => string;
  readonly bytes: (count: number) => string;
}

const translations: Readonly<Record<string, Messages>> = { en: english, fr: french };

/** The language of a portal; English where the page has no translation. */
export function languageOf(requested: string): Language {
  const [code, messages] =
    requested in translations ? [requested, translations[requested] ?? english] : ['en', english];
  const numbers = new Intl.NumberFormat(code, { maximumFractionDigits: 4 });
  const days = new Intl.DateTimeFormat(code, { dateStyle: 'medium' });
  const wholeDays = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeZone: 'UTC' });
  const instants = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  const dateWith = (format: Intl.DateTimeFormat, iso: string): string => {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? iso : format.format(date);
  };
  return {
    code,
    messages,
    number: (value) => numbers.format(value),
    date: (iso) => dateWith(iso.length === 10 ? wholeDays : days, iso),
    dateTime: (iso) => dateWith(instants, iso),
    bytes(count) {
      const units = ['kilobyte', 'megabyte', 'gigabyte'];
      const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(count, 1)) / 3) - 1));
      return new Intl.NumberFormat(code, {
        style: 'unit',
        unit: units[step] ?? 'kilobyte',
        unitDisplay: 'short',
        maximumFractionDigits: 1,
      }).format(Math.max(count / 1000 ** (step + 1), 0.1));
    },
  };
}
