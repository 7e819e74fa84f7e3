import type { FieldType } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/json.ts';
import type { Language } from '#portal-page/messages/language.ts';

/** A part of what a cell shows. */
export type CellPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'time'; readonly text: string; readonly iso: string }
  | { readonly kind: 'file'; readonly text: string; readonly href: string }
  | {
      readonly kind: 'image';
      readonly text: string;
      readonly href: string;
      readonly width: number | undefined;
      readonly height: number | undefined;
    };

/** The field that a value is of. */
export interface CellField {
  readonly type: FieldType;
  readonly decimals: number | null;
  readonly precision: string | null;
}

/** Where a value is shown. */
export interface CellPlace {
  readonly language: Language;
  /** The origin of the page, whose images it may show. */
  readonly origin: string;
}

/** The limits of what a cell shows of a value. */
export const cellLimits = { values: 100, characters: 20_000, links: 50 } as const;

/** What a cell shows of a value: links, dates, files, and texts. */
export function cellParts(place: CellPlace, field: CellField, value: unknown): readonly CellPart[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return partsOfOne(place, field, value);
  const shown = value.slice(0, cellLimits.values).flatMap((each, index): readonly CellPart[] => {
    const parts = partsOfOne(place, field, each);
    return index === 0 || parts.length === 0 ? parts : [text(', '), ...parts];
  });
  const left = value.length - cellLimits.values;
  return left > 0 ? [...shown, text(` … +${place.language.number(left)}`)] : shown;
}

/** What a cell shows as a text alone. */
export const cellText = (place: CellPlace, field: CellField, value: unknown): string =>
  cellParts(place, field, value)
    .map((part) => part.text)
    .join('');

const text = (given: string): CellPart => ({ kind: 'text', text: given });

function partsOfOne({ language, origin }: CellPlace, field: CellField, value: unknown): readonly CellPart[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'number') return [text(numberText(language.code, field.decimals, value))];
  if (typeof value === 'string') {
    const iso = isoOf(value);
    if (iso && (field.type === 'date' || field.type === 'datetime'))
      return [{ kind: 'time', iso: value, text: dateText(language, field.precision, value) }];
    return linked(value.slice(0, cellLimits.characters));
  }
  if (isRecord(value)) {
    const { lat, lon, filename, type, geometry, coordinates } = value;
    if (typeof lat === 'number' && typeof lon === 'number')
      return [text(language.t('position', { latitude: lat.toFixed(4), longitude: lon.toFixed(4) }))];
    if (typeof filename === 'string') return [filePart(origin, filename, value)];
    if (isRecord(geometry) && typeof geometry['type'] === 'string') return [text(geometry['type'])];
    if (typeof type === 'string' && coordinates !== undefined) return [text(type)];
  }
  return [text(JSON.stringify(value).slice(0, cellLimits.characters))];
}

const isoOf = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.test(value) && !Number.isNaN(Date.parse(value));

const monthFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A format that is made once. */
function keptFormat<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const kept = formats.get(key);
  if (kept) return kept;
  const made = make();
  // there are as many as languages and decimals
  if (formats.size < 500) formats.set(key, made);
  return made;
}

/** A number as its language writes it. Numbers of four digits have no separator: many of them are years. */
function numberText(code: string, decimals: number | null, value: number): string {
  const digits = decimals === null ? undefined : Math.min(Math.max(Math.trunc(decimals), 0), 20);
  const format = keptFormat(
    numberFormats,
    `${code} ${String(digits)}`,
    () =>
      new Intl.NumberFormat(code, {
        useGrouping: 'min2',
        ...(digits === undefined
          ? { maximumSignificantDigits: 15 }
          : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      }),
  );
  return format.format(value);
}

function dateText(language: Language, precision: string | null, iso: string): string {
  if (precision === 'year') return iso.slice(0, 4);
  if (precision === 'month')
    return keptFormat(
      monthFormats,
      language.code,
      () => new Intl.DateTimeFormat(language.code, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
    ).format(new Date(iso));
  return iso.length === 10 ? language.date(iso) : language.dateTime(iso);
}

/** A file: an image where this server has it, else a link to its address; a name alone where that is none of the web. */
function filePart(origin: string, filename: string, value: Readonly<Record<string, unknown>>): CellPart {
  const { url, mimetype, width, height } = value;
  const href = typeof url === 'string' ? webAddress(url) : undefined;
  if (!href) return text(filename);
  const isImage = typeof mimetype === 'string' && /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/.test(mimetype);
  if (!isImage || href.origin !== origin) return { kind: 'file', text: filename, href: href.href };
  return { kind: 'image', text: filename, href: href.href, width: sizeOf(width), height: sizeOf(height) };
}

const sizeOf = (size: unknown): number | undefined =>
  typeof size === 'number' && Number.isInteger(size) && size > 0 && size < 1e6 ? size : undefined;

/** An address of the web; undefined for any other text. */
function webAddress(given: string): URL | undefined {
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  // who is asked stands in what is read, not before an @
  return url.username === '' && url.password === '' ? url : undefined;
}

const addresses = /https?:\/\/[^\s<>"]{1,2000}|[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;

/** A text whose addresses of the web and of e-mail are links. */
export function linked(given: string): readonly CellPart[] {
  const parts: CellPart[] = [];
  let end = 0;
  for (const { 0: found, index } of given.matchAll(addresses)) {
    if (parts.length >= 2 * cellLimits.links) break;
    // a sentence ends after an address, not in it
    const shown = found.replace(/[.,;:!?'")\]}]{1,20}$/, '');
    const isMail = !/^https?:/i.test(found);
    const href = isMail ? `mailto:${encodeURIComponent(shown).replace('%40', '@')}` : webAddress(shown)?.href;
    if (href === undefined) continue;
    if (index > end) parts.push(text(given.slice(end, index)));
    parts.push({ kind: 'link', text: shown, href });
    end = index + shown.length;
  }
  if (end < given.length) parts.push(text(given.slice(end)));
  return parts;
}

/** The beginning of a long text; undefined for one that is short enough to be shown whole. */
export function beginningOf(whole: string, length = 160): string | undefined {
  if (whole.length <= length + 40) return undefined;
  const cut = whole.slice(0, length).toWellFormed().replace(/�$/, '');
  return `${cut.replace(/\s\S{0,30}$/, '')}…`;
}
