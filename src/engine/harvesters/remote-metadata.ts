import { marked } from 'marked';
import { encode } from 'html-entities';
import { slugify, toSnakeCase } from '#kernel/text.ts';
import type { Json } from '#kernel/json.ts';
import type { RemoteDataset } from './harvester-kind.ts';
import { parseRemoteDate, toInstant } from './remote-dates.ts';

/** What a portal says of a dataset, in its own spelling. Empty texts and undefined are left out. */
export interface RemoteDescription {
  readonly title: string;
  /** HTML. */
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly themes?: readonly string[];
  readonly publisher?: string | undefined;
  readonly creator?: string | undefined;
  readonly attributions?: readonly string[];
  readonly contactName?: string | undefined;
  /** With or without `mailto:`. */
  readonly contactEmail?: string | undefined;
  /** The address or the name of the license. */
  readonly license?: string | undefined;
  /** A code or an address of a language. */
  readonly language?: string | undefined;
  readonly frequency?: string | undefined;
  /** Dates of any form that `parseRemoteDate` knows. */
  readonly modified?: unknown;
  readonly issued?: unknown;
  readonly created?: unknown;
  readonly periodStart?: unknown;
  readonly periodEnd?: unknown;
  /** The covered time where it is no period of two dates. */
  readonly temporal?: string | undefined;
  /** Addresses of pages and services of the dataset. */
  readonly references?: readonly string[];
  /** What has no field here, by its name there: for the open template. */
  readonly extras?: Readonly<Record<string, Json | undefined>>;
}

/** The metadata of a description by template and field. */
export function toRemoteMetadata(given: RemoteDescription): RemoteDataset['metadata'] {
  const license = given.license?.trim();
  return withoutEmpty({
    default: {
      title: given.title,
      description: given.description,
      keyword: distinct(given.keywords),
      modified: toInstant(parseRemoteDate(given.modified)),
      publisher: given.publisher?.trim(),
      license,
      language: languageOf(given.language),
      references: distinct(given.references).slice(0, maxReferences).join(' '),
      attributions: distinct(given.attributions),
    },
    internal: { license_id: license, theme_id: distinct(given.themes) },
    dcat: {
      created: parseRemoteDate(given.created),
      issued: parseRemoteDate(given.issued),
      creator: given.creator?.trim(),
      contact_name: given.contactName?.trim(),
      contact_email: given.contactEmail?.trim().replace(/^mailto:/i, ''),
      accrualperiodicity: given.frequency?.trim(),
      temporal: given.temporal?.trim(),
      temporal_coverage_start: parseRemoteDate(given.periodStart),
      temporal_coverage_end: parseRemoteDate(given.periodEnd),
    },
    custom: Object.fromEntries(
      Object.entries(given.extras ?? {}).map(([name, value]) => [
        slugify(toSnakeCase(name), '_').slice(0, maxNameLength),
        value,
      ]),
    ),
  });
}

const maxReferences = 20;
const maxNameLength = 100;

/** The texts without white space at their ends, without empty ones, each once. */
const distinct = (texts: readonly string[] = []): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
];

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The templates without empty fields and without empty names. */
const withoutEmpty = (templates: Readonly<Record<string, Readonly<Record<string, Json | undefined>>>>) =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([template, fields]) => {
      const kept = Object.entries(fields).flatMap(([name, value]) =>
        name === '' || value === undefined || isEmpty(value) ? [] : [[name, value] as const],
      );
      return kept.length === 0 ? [] : [[template, Object.fromEntries(kept)] as const];
    }),
  );

/** The languages of datasets here, by their codes of ISO 639-2 and 639-3. */
const threeLetters: Readonly<Record<string, string>> = {
  ...{ eng: 'en', fre: 'fr', fra: 'fr', dut: 'nl', nld: 'nl', por: 'pt', ita: 'it', ara: 'ar', ger: 'de' },
  ...{ deu: 'de', spa: 'es', cat: 'ca', baq: 'eu', eus: 'eu', swe: 'sv' },
};

/** The two letters of a language: of `fr`, `fra`, `fr-CH`, or an address that ends so; undefined for others. */
export function languageOf(text: string | undefined): string | undefined {
  const code = /([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(text?.trim().split(/[/#]/).at(-1) ?? '')?.[1]?.toLowerCase();
  if (code === undefined) return undefined;
  return code.length === 2 ? code : threeLetters[code];
}

/** The longest text that is read as Markdown: a longer one would take too long. */
const maxMarkdownLength = 100_000;

/** A description as HTML. One that has elements of HTML stays as it is; others are Markdown, of which plain text is a case. */
export function markdownToHtml(text: string): string {
  if (isHtml(text) || text.length > maxMarkdownLength) return text;
  return marked.parse(text, { async: false, breaks: true }).trim();
}

/** Plain text as HTML: its paragraphs and line ends stay. Elements of HTML in it stay as they are. */
export function textToHtml(text: string): string {
  if (isHtml(text) || text.trim() === '') return text.trim();
  const paragraphs = text.trim().split(/(?:\r?\n[ \t]*){2,}/);
  return paragraphs.map((paragraph) => `<p>${encode(paragraph).replace(/\r?\n/g, '<br>')}</p>`).join('');
}

const isHtml = (text: string): boolean =>
  /<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|span|strong|table|u|ul)\b[^<>]*>/i.test(text);
