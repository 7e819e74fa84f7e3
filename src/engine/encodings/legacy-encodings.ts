import iconv from 'iconv-lite';
import { scorePlausibility } from './plausibility.ts';

/** The number of bytes that are scored. */
const sampleLength = 8_192;

/** An encoding other than Unicode that files are written in. */
interface Candidate {
  readonly name: string;
  /** The name by which jschardet accepts it. */
  readonly scoredAs: string;
  /** The name by which jschardet returns it, in lower case. */
  readonly returnedAs: string;
  /** The factor of its score: an old or rare encoding needs clear evidence. */
  readonly weight: number;
}

const candidate = (name: string, weight: number, scoredAs = name, returnedAs = scoredAs): Candidate => ({
  name,
  scoredAs,
  returnedAs,
  weight,
});

/** Ordered by likelihood: among encodings with equal scores, the first is chosen. */
const candidates: readonly Candidate[] = [
  candidate('windows-1252', 1.2),
  ...['1250', '1251', '1253', '1254', '1255', '1256', '1257'].map((page) => candidate(`windows-${page}`, 1)),
  candidate('windows-874', 1, 'cp874'),
  candidate('shift_jis', 1, 'cp932'),
  candidate('euc-jp', 1, 'euc-jis-2004', 'euc-jp'),
  candidate('gb18030', 1),
  candidate('big5', 1, 'big5hkscs', 'big5'),
  candidate('euc-kr', 1, 'cp949'),
  candidate('iso-8859-15', 1.15, 'iso-8859-15', 'iso8859-15'),
  ...['2', '5', '6', '7', '9', '13'].map((part) => candidate(`iso-8859-${part}`, 0.98)),
  candidate('koi8-u', 1),
  candidate('koi8-r', 1),
  candidate('cp866', 0.8, 'cp866', 'ibm866'),
  candidate('macintosh', 0.8, 'mac-roman', 'macroman'),
  candidate('cp850', 0.8),
  candidate('cp852', 0.8),
  candidate('cp437', 0.75),
];
const scoredEncodings = candidates.map(({ scoredAs }) => scoredAs);

/** The score of letters that jschardet finds in no language, so that the other evidence decides. */
const minConfidence = 0.005;
/** The fewest different characters of East Asian scripts that are evidence for them. */
const minEastAsian = 3;
/** The factor of a score without evidence. */
const unprovenFactor = 0.1;
/** The factor of an encoding whose text jschardet takes for the expected language. */
const languageFactor = 1.4;

/** The letters beyond ASCII of languages that are rarely written in windows-1252, and whose models in jschardet fit many other texts. */
const alphabets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    hu: 'áéíóöőúüű',
    pl: 'ąćęłńóśźż',
    cs: 'áčďéěíňóřšťúůýž',
    sk: 'áäčďéíĺľňóôŕšťúýž',
    sl: 'čšžćđ',
    hr: 'čćđšž',
    ro: 'ăâîşţșț',
    lv: 'āčēģīķļņšūž',
    lt: 'ąčęėįšųūž',
    et: 'äõöüšž',
    tr: 'çğıiöşüâîû',
  }).map(([language, letters]) => [language, new Set(letters)]),
);

/** An encoding with its score; only the ratio of two scores has a meaning. */
export interface ScoredEncoding {
  readonly name: string;
  readonly score: number;
  /** The sample in this encoding. */
  readonly text: string;
}

/** The share of the best score below which an encoding is not considered. */
const consideredFrom = 0.9;

/**
 * Encodings other than Unicode that fit about equally well, the likeliest first: by the frequencies of letters in languages, by what
 * stands next to each character beyond ASCII, and by how common the encoding is. `language` is the expected language (ISO 639-1).
 */
export async function scoreLegacyEncodings(bytes: Buffer, language?: string): Promise<ScoredEncoding[]> {
  // The models take memory that a process without such files does not need.
  const { detectAll } = await import('jschardet');
  const sample = linesBeyondAscii(bytes);
  const results = detectAll(sample, { detectEncodings: scoredEncodings, minimumThreshold: 0 });
  const byName = new Map(results.map((result) => [result.encoding?.toLowerCase(), result]));
  const bounded = candidates.map(({ name, returnedAs, weight }) => {
    const result = byName.get(returnedAs);
    const hint = language !== undefined && result?.language === language ? languageFactor : 1;
    return {
      name,
      language: result?.language ?? '',
      bound: (minConfidence + (result?.confidence ?? 0)) * weight * hint,
    };
  });
  const scored: ScoredEncoding[] = [];
  let best = 0;
  // The text can only lower a score, so most encodings need not be decoded.
  for (const { name, language: found, bound } of bounded.toSorted((a, b) => b.bound - a.bound)) {
    if (bound < best * consideredFrom) break;
    const text = iconv.decode(sample, name);
    const score =
      bound * scorePlausibility(text) * alphabetShare(text, found) ** 2 * (isProven(text) ? 1 : unprovenFactor);
    scored.push({ name, score, text });
    best = Math.max(best, score);
  }
  return scored
    .filter(({ score }) => score > 0 && score >= best * consideredFrom)
    .toSorted((a, b) => b.score - a.score);
}

/** The commonest encoding that gives the same text as another one. */
export function commonestEquivalent(bytes: Buffer, encoding: string): string {
  const text = iconv.decode(bytes, encoding);
  return candidates.find(({ name }) => name === encoding || iconv.decode(bytes, name) === text)?.name ?? encoding;
}

/** The share of the letters beyond ASCII that the language has, 0 to 1; 1 for a language without a list of letters. */
function alphabetShare(text: string, language: string): number {
  const alphabet = alphabets.get(language);
  const letters = alphabet ? text.toLowerCase().match(/[^\x00-\x7f\P{L}]/gu) : null;
  if (!alphabet || !letters) return 1;
  return letters.filter((letter) => alphabet.has(letter)).length / letters.length;
}

/** Whether a text has no East Asian characters or several: two bytes of other text often form one by chance. */
function isProven(text: string): boolean {
  const eastAsian = text.match(/[\u2e80-\uffef]/g);
  return eastAsian === null || new Set(eastAsian).size >= minEastAsian;
}

/** The first lines with bytes beyond ASCII: only they differ between encodings. */
function linesBeyondAscii(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let [start, length, isBeyond] = [0, 0, false];
  for (let index = 0; index <= bytes.length && length < sampleLength; index++) {
    const byte = bytes[index] ?? 10;
    if (byte > 0x7f) isBeyond = true;
    if (byte !== 10 && byte !== 13) continue;
    if (isBeyond) {
      lines.push(bytes.subarray(start, Math.min(index + 1, start + sampleLength)));
      length += index + 1 - start;
    }
    start = index + 1;
    isBeyond = false;
  }
  return Buffer.concat(lines);
}
