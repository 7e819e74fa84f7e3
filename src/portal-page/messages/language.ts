import type english from './en.json';

/** The names of the texts of the page. Each language has a table of the same names, which translators edit. */
export type MessageName = keyof typeof english;

/** The texts of a language by name. A text with a number has a form for each plural category of the language. */
export type Messages<Name extends string = MessageName> = Readonly<Record<Name, string | PluralForms>>;

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** What a text is completed with, by the names in its braces. Numbers are written as the language writes them; `count` chooses the plural form. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** The texts and formats of a language. */
export interface Language<Name extends string = MessageName> {
  /** ISO 639-1. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  /** Writes a text. */
  readonly t: (name: Name, values?: MessageValues) => string;
  /** A text whose name may not exist, such as that of a code of the service; undefined where the page has none. */
  readonly find: (name: string, values?: MessageValues) => string | undefined;
  readonly number: (value: number) => string;
  /** A day, such as 23 November 2026. */
  readonly date: (iso: string) => string;
  /** A day and a time, in the time zone of the visitor. */
  readonly dateTime: (iso: string) => string;
  readonly bytes: (count: number) => string;
}

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];

/** Creates a language from its table. */
export function createLanguage<Name extends string = MessageName>(
  code: string,
  messages: Messages<Name>,
): Language<Name> {
  const numbers = new Intl.NumberFormat(code, { maximumFractionDigits: 4 });
  const plurals = new Intl.PluralRules(code);
  const days = new Intl.DateTimeFormat(code, { dateStyle: 'medium' });
  const wholeDays = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeZone: 'UTC' });
  const instants = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  const dateWith = (format: Intl.DateTimeFormat, iso: string): string => {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? iso : format.format(date);
  };
  const write = (text: string | PluralForms, values: MessageValues): string => {
    const form = typeof text === 'string' ? text : (text[plurals.select(Number(values['count'] ?? 0))] ?? text.other);
    return form.replace(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? numbers.format(value) : (value ?? '');
    });
  };
  const texts: ReadonlyMap<string, string | PluralForms> = new Map(Object.entries<string | PluralForms>(messages));
  return {
    code,
    direction: rightToLeft.includes(code) ? 'rtl' : 'ltr',
    t: (name, values = {}) => write(messages[name], values),
    find: (name, values = {}) => {
      const text = texts.get(name);
      return text === undefined ? undefined : write(text, values);
    },
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
