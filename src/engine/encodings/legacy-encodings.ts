import iconv from 'iconv-lite';
import type { EncodingGroup } from './language-letters.ts';
import { likelihoodOf } from './language-models.ts';
import { plausibilityOf } from './plausibility.ts';

/** The number of bytes that are scored. */
const sampleLength = 8_192;

/** An encoding other than Unicode that files are written in. */
interface Candidate {
  readonly name: string;
  /** The languages written in it. */
  readonly group: EncodingGroup;
  /** The logarithm of how likely it is before the file is seen: old and rare encodings need clear evidence. */
  readonly prior: number;
  /** The name by which jschardet accepts it. */
  readonly scoredAs: string;
  /** The name by which jschardet returns it, in lower case. */
  readonly returnedAs: string;
}

const candidate = (
  group: EncodingGroup,
  name: string,
  prior: number,
  scoredAs = name,
  returnedAs = scoredAs,
): Candidate => ({ name, group, prior, scoredAs, returnedAs });

/** Ordered by likelihood: among encodings with equal scores, the first is chosen. */
const candidates: readonly Candidate[] = [
  candidate('western', 'windows-1252', 0),
  candidate('central', 'windows-1250', -1.5),
  candidate('cyrillic', 'windows-1251', -1.5),
  candidate('greek', 'windows-1253', -1.5),
  candidate('turkish', 'windows-1254', -1.5),
  candidate('hebrew', 'windows-1255', -1.5),
  candidate('arabic', 'windows-1256', -1.5),
  candidate('baltic', 'windows-1257', -1.5),
  candidate('thai', 'windows-874', -1.5, 'cp874'),
  candidate('japanese', 'shift_jis', -1.5, 'cp932'),
  candidate('japanese', 'euc-jp', -1.5, 'euc-jis-2004', 'euc-jp'),
  candidate('chinese', 'gb18030', -1.5),
  candidate('traditional', 'big5', -1.5, 'big5hkscs', 'big5'),
  candidate('korean', 'euc-kr', -1.5, 'cp949'),
  candidate('western', 'iso-8859-15', -1, 'iso-8859-15', 'iso8859-15'),
  candidate('central', 'iso-8859-2', -2),
  candidate('cyrillic', 'iso-8859-5', -2),
  candidate('arabic', 'iso-8859-6', -2),
  candidate('greek', 'iso-8859-7', -2),
  candidate('turkish', 'iso-8859-9', -2),
  candidate('baltic', 'iso-8859-13', -2),
  candidate('cyrillic', 'koi8-u', -2),
  candidate('cyrillic', 'koi8-r', -2),
  candidate('cyrillic', 'cp866', -4, 'cp866', 'ibm866'),
  candidate('western', 'macintosh', -5, 'mac-roman', 'macroman'),
  candidate('western', 'cp850', -5),
  candidate('central', 'cp852', -5),
  candidate('western', 'cp437', -6),
];
const scoredEncodings = candidates.map(({ scoredAs }) => scoredAs);

/** The weight of jschardet's confidence, and the confidence in letters that it finds in no language. */
const confidenceWeight = 3;
const minConfidence = 0.01;
/** How many times likelier the best encoding must be, as a logarithm, for others not to be alternatives. */
const margin = 3;

/** An encoding with its score, a logarithm. */
interface ScoredEncoding {
  readonly name: string;
  readonly score: number;
  /** The sample in this encoding. */
  readonly text: string;
}

/**
 * Encodings other than Unicode that fit about equally well, the likeliest first: by the frequencies of letters in languages, by what
 * stands next to each character beyond ASCII, and by how common the encoding is. `language` is the expected language (ISO 639-1).
 */
export async function scoreLegacyEncodings(
  bytes: Buffer,
  truncated: boolean,
  language?: string,
): Promise<ScoredEncoding[]> {
  const sample = partsBeyondAscii(bytes, truncated);
  const confidences = await letterConfidences(sample);
  const scored = candidates.map(({ name, group, prior, returnedAs }) => {
    const text = iconv.decode(sample, name);
    const confidence = confidences.get(returnedAs) ?? 0;
    const score =
      prior +
      confidenceWeight * Math.log(minConfidence + confidence) +
      likelihoodOf(text, group, language) +
      plausibilityOf(text);
    return { name, text, score };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score > best - margin).toSorted((a, b) => b.score - a.score);
}

/** The commonest encoding that gives the same text as another one. */
export function commonestEquivalent(bytes: Buffer, encoding: string): string {
  const text = iconv.decode(bytes, encoding);
  return candidates.find(({ name }) => name === encoding || iconv.decode(bytes, name) === text)?.name ?? encoding;
}

/** How well the encodings fit by jschardet, which knows the frequencies of pairs of letters. */
async function letterConfidences(sample: Buffer): Promise<ReadonlyMap<string, number>> {
  // The models take memory that a process without such files does not need.
  const { detectAll } = await import('jschardet');
  const results = detectAll(sample, { detectEncodings: scoredEncodings, minimumThreshold: 0 });
  return new Map(results.map(({ encoding, confidence }) => [encoding?.toLowerCase() ?? '', confidence]));
}

/** Bytes that separate words and cells, and belong to no character of several bytes in any of the encodings. */
const separators = new Set(Buffer.from('\n\r\t ,;"'));

/** The different parts of the beginning that have bytes beyond ASCII, one in a line: only they differ between encodings, and a repeated one is no evidence. */
function partsBeyondAscii(bytes: Buffer, truncated: boolean): Buffer {
  const parts = new Set<string>();
  let [start, length, isBeyond] = [0, 0, false];
  const end = truncated ? bytes.length - 1 : bytes.length;
  for (let index = 0; index <= end && length < sampleLength; index++) {
    const byte = bytes[index] ?? 10;
    if (byte > 0x7f) isBeyond = true;
    if (!separators.has(byte)) continue;
    if (isBeyond) {
      const part = bytes.toString('latin1', start, Math.min(index, start + sampleLength));
      if (!parts.has(part)) length += part.length;
      parts.add(part);
    }
    start = index + 1;
    isBeyond = false;
  }
  return Buffer.from([...parts].join('\n'), 'latin1');
}
