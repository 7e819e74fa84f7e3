/** A feed in Atom (RFC 4287). Addresses are absolute. */
export interface Feed {
  /** Identifies the feed, and is its address. */
  readonly address: string;
  /** The page that shows the same. */
  readonly page: string;
  readonly title: string;
  readonly author: string;
  /** ISO 639-1. */
  readonly language: string;
  /** The newest first. */
  readonly entries: readonly Entry[];
}

/** An entry of a feed. */
export interface Entry {
  /** An IRI that no other entry has, and that stays. */
  readonly id: string;
  readonly title: string;
  /** The page that the entry leads to. */
  readonly page: string;
  /** An instant of ISO 8601. */
  readonly updated: string;
  readonly published?: string | null;
  readonly summary?: string;
  readonly author?: string | null;
  readonly categories?: readonly string[];
}

/** The instant of a feed without entries: a feed must have one, and it must not change by itself. */
const never = '1970-01-01T00:00:00Z';

/** Writes a feed. */
export const writeAtom = ({ address, page, title, author, language, entries }: Feed): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
${element('id', address)}${element('title', title)}${element('updated', entries[0]?.updated ?? never)}${link('self', address, 'application/atom+xml')}${link('alternate', page, 'text/html')}${person(author)}${entries.map(writeEntry).join('')}</feed>
`;

const writeEntry = ({ id, title, page, updated, published, summary = '', author, categories = [] }: Entry): string =>
  `<entry>
${element('id', id)}${element('title', title)}${element('updated', updated)}${published == null ? '' : element('published', published)}${link('alternate', page, 'text/html')}${author == null ? '' : person(author)}${categories.map((term) => `<category term="${escapeXml(term)}"/>\n`).join('')}${summary === '' ? '' : element('summary', summary)}</entry>
`;

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>\n`;

const link = (relation: string, address: string, type: string): string =>
  `<link rel="${relation}" type="${type}" href="${escapeXml(address)}"/>\n`;

const person = (name: string): string => `<author><name>${escapeXml(name)}</name></author>\n`;

/** Escapes a text for content and attributes. Characters that XML 1.0 does not allow are replaced. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
