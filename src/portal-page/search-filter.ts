import type { BoxInput, SearchPageQuery, TimeRange } from './generated/operations.ts';

/** The parameters of an address that have the sides of a box. */
export const sides = ['west', 'east', 'south', 'north'] as const;
/** A side of a box. */
export type Side = (typeof sides)[number];

/** The greatest degrees of a side, to both directions. */
export const maxDegrees = (side: Side): number => (side === 'west' || side === 'east' ? 180 : 90);

/** The box that an address asks for; undefined without one, and where a side is missing or beyond the earth. */
export function placeOf(parameters: URLSearchParams): BoxInput | undefined {
  const sideOf = (side: Side): number | undefined => {
    const text = parameters.get(side)?.trim() ?? '';
    const degrees = Number(text);
    return /^[+-]?\d{1,3}(?:\.\d{1,20})?$/.test(text) && Math.abs(degrees) <= maxDegrees(side) ? degrees : undefined;
  };
  const [west, east, south, north] = [sideOf('west'), sideOf('east'), sideOf('south'), sideOf('north')];
  if (west === undefined || east === undefined || south === undefined || north === undefined) return undefined;
  return south <= north ? { west, east, south, north } : undefined;
}

const msPerDay = 86_400_000;

/** The instant at which a day of an address begins, in UTC; undefined for another text. */
function dayOf(text: string | null): Date | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : day;
}

/** The period that an address asks for, its last day included; undefined without days, and where it ends before it starts. */
export function periodOf(parameters: URLSearchParams): TimeRange | undefined {
  const [from, last] = [dayOf(parameters.get('from')), dayOf(parameters.get('until'))];
  if (!from && !last) return undefined;
  if (from && last && last < from) return undefined;
  const iso = (date: Date): string => date.toISOString().replace('.000Z', 'Z');
  return {
    ...(from && { from: iso(from) }),
    ...(last && { until: iso(new Date(last.getTime() + msPerDay)) }),
  };
}

/** Whether an address has one of the parameters. */
export const hasAny = (parameters: URLSearchParams, names: readonly string[]): boolean =>
  names.some((name) => (parameters.get(name) ?? '') !== '');

type Removal = NonNullable<NonNullable<SearchPageQuery['catalog']>['removals']>[number];

/** The parameters of each member of the filter. */
const parametersOf: Readonly<Record<string, readonly string[]>> = { period: ['from', 'until'], place: sides };

/** A search without one of its conditions. */
export function withoutParameter(parameters: URLSearchParams, { condition, field, value }: Removal): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  changed.delete('page');
  if (condition === 'QUERY') {
    const words = value === null ? '' : withoutWord(changed.get('q') ?? '', value);
    if (words === '') changed.delete('q');
    else changed.set('q', words);
  } else if (condition === 'FILTER') {
    for (const name of parametersOf[field ?? ''] ?? []) changed.delete(name);
  } else if (field !== null) {
    if (value === null) changed.delete(field);
    else changed.delete(field, value);
  }
  return changed;
}

/** Words without one of them, wherever it stands. */
const withoutWord = (words: string, removed: string): string =>
  words
    .replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => (word === removed ? '' : word))
    .replace(/\s+/g, ' ')
    .trim();
