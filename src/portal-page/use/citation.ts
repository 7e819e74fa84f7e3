import { wellFormed } from './quote.ts';

/** The parts of a citation of a dataset. */
export interface CitedDataset {
  readonly datasetId: string;
  readonly title: string;
  /** Who made the data; the publisher where no creator is named. */
  readonly creator?: string | null;
  readonly publisher?: string | null;
  /** When the data last changed (ISO 8601). */
  readonly modifiedAt?: string | null;
  /** The name of the portal, which is where a dataset is found; null where it has none. */
  readonly portal?: string | null;
  /** The address of the page. */
  readonly address: string;
}

/** The words of a citation in the language of the reader. */
export interface CitationWords {
  /** What the thing is: data set. */
  readonly dataset: string;
  /** What stands in the place of the year: n.d. */
  readonly undated: string;
}

/** A text on one line, without characters that are not seen. */
const lineOf = (text: string): string =>
  wellFormed(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .trim();

interface Parts {
  readonly authors: string | undefined;
  readonly title: string;
  /** Who publishes it, where that is not who made it. */
  readonly publisher: string | undefined;
  /** The portal, where that is neither. */
  readonly portal: string | undefined;
  readonly year: string | undefined;
  /** The day of the data. */
  readonly day: string | undefined;
  readonly address: string;
}

function partsOf({ datasetId, title, creator, publisher, modifiedAt, portal, address }: CitedDataset): Parts {
  const [made, published, place] = [creator, publisher, portal].map((text) => lineOf(text ?? ''));
  const day = /^\d{4}-\d{2}-\d{2}/.exec(modifiedAt ?? '')?.[0];
  const isSame = made === '' || made === published;
  return {
    authors: made || published || undefined,
    title: lineOf(title) || datasetId,
    publisher: isSame ? undefined : published || undefined,
    portal: place === made || place === published ? undefined : place || undefined,
    year: day?.slice(0, 4),
    day,
    address,
  };
}

/** A text that ends with a full stop. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A citation in the style of the APA: author, year, title with the version, what it is, publisher or else the portal, address. */
export function apaCitation(cited: CitedDataset, words: CitationWords): string {
  const { authors, title, portal, publisher = portal, year, day, address } = partsOf(cited);
  const named = `${title}${day === undefined ? '' : ` (${day})`} [${words.dataset}].`;
  const dated = `(${year ?? words.undated}).`;
  const parts = authors === undefined ? [named, dated] : [sentence(authors), dated, named];
  return [...parts, ...(publisher === undefined ? [] : [sentence(publisher)]), address].join(' ');
}

/** The characters that TeX reads as commands. A brace counts for BibTeX even after a backslash, so it has a name. */
const texNames: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
};

const texText = (text: string): string => text.replaceAll(/[\\{}~^#$%&_]/g, (sign) => texNames[sign] ?? `\\${sign}`);

/** The key of an entry: letters, digits and hyphens. */
function keyOf({ datasetId }: CitedDataset, year: string | undefined): string {
  const plain = datasetId
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return [plain || 'dataset', ...(year === undefined ? [] : [year])].join('-');
}

/** An entry of BibTeX. Names and titles are in two braces: they keep their capitals, and are not taken apart. */
export function bibtexEntry(cited: CitedDataset): string {
  const { authors, title, publisher, portal, year, day, address } = partsOf(cited);
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', authors && `{${texText(authors)}}`],
    ['title', `{${texText(title)}}`],
    ['year', year],
    ['version', day],
    ['publisher', publisher && `{${texText(publisher)}}`],
    ['howpublished', portal && `{${texText(portal)}}`],
    ['url', address],
    ['note', 'Data set'],
  ];
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}}`]));
  return `@misc{${keyOf(cited, year)},\n${lines.join(',\n')}\n}\n`;
}

/** A record of RIS, which reference managers import. */
export function risRecord(cited: CitedDataset): string {
  const { authors, title, publisher, portal, year, day, address } = partsOf(cited);
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['TY', 'DATA'],
    ['AU', authors],
    ['TI', title],
    ['PY', year],
    ['DA', day && `${day.replaceAll('-', '/')}/`],
    ['PB', publisher],
    ['DP', portal],
    ['UR', address],
    ['ER', ''],
  ];
  return lines.flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${value}\r\n`])).join('');
}
