import type { Language } from '#portal-page/messages/language.ts';
import type { ChartData, Mark, Series } from './chart-data.ts';
import type { ChartField, ChartKind, ChartState, Interval } from './chart-state.ts';

/** The default kind of a chart: lines over time, else bars. */
export const kindOf = ({ kind }: ChartState, { interval }: ChartData): ChartKind =>
  kind ?? (interval === undefined ? 'bars' : 'lines');

/** The texts of a chart. */
export interface ChartTexts {
  readonly title: string;
  readonly markText: (mark: Mark) => string;
  readonly seriesText: (series: Series) => string;
  readonly valueText: (value: number | null) => string;
}

/** Writes the texts of a chart. */
export function chartTexts(language: Language, fields: readonly ChartField[], data: ChartData): ChartTexts {
  const { t } = language;
  const labelOf = (name: string | undefined): string =>
    fields.find((field) => field.name === name)?.label ?? name ?? '';
  const measure =
    data.of === undefined
      ? t('countOfRecords')
      : t(`measures.${data.measure === 'count' ? 'sum' : data.measure}`, { field: labelOf(data.of) });
  const by = data.interval === undefined ? labelOf(data.by) : t(`interval.${data.interval}`);
  const title = t('chartOf', { measure, by });
  const plain = (value: string | number | null | undefined): string =>
    value == null || value === '' ? t('noValue') : typeof value === 'number' ? language.number(value) : value;
  return {
    title: data.split === undefined ? title : t('chartSplit', { title, field: labelOf(data.split) }),
    markText: (mark) =>
      mark.kind === 'time' ? timeText(language, data.interval ?? 'day', mark.time) : plain(mark.value),
    seriesText: ({ value }) => (value === undefined ? measure : plain(value)),
    valueText: (value) => (value === null ? '–' : language.number(value)),
  };
}

const formats = {
  hour: { dateStyle: 'short', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'short', year: 'numeric' },
  quarter: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const satisfies Record<Interval, Intl.DateTimeFormatOptions>;

const timeText = ({ code }: Language, interval: Interval, time: number): string =>
  new Intl.DateTimeFormat(code, { ...formats[interval], timeZone: 'UTC' }).format(time);

/** A text that is at most about as wide as a number of characters. */
export const shortened = (text: string, count: number): string => {
  const characters = Array.from(text.slice(0, 4 * count));
  return characters.length <= count && text.length <= 4 * count ? text : `${characters.slice(0, count - 1).join('')}…`;
};
