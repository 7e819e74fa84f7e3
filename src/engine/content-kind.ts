import { fail } from '../kernel/fail.ts';
import { JsonTokens } from './extractors/json-tokens.ts';
import { decodeText, unicodeOf } from './text-encoding.ts';

/** What the text of a file is, as far as its beginning shows. */
export type TextKind = 'table' | 'json' | 'xml';

const names = { table: 'a table', json: 'JSON', xml: 'XML', binary: 'binary data' } as const;

/** Fails EXTRACTION_FAILED for content that begins as another kind than expected: what answers instead of the data is often an error in JSON or XML. */
export function requireKind(beginning: Buffer, expected: TextKind): void {
  const found = kindOf(beginning);
  // a text that is neither may be of any kind: its reader knows best what is wrong with it
  if (found === expected || found === 'table') return;
  fail('EXTRACTION_FAILED', { reason: `the file is ${names[found]}, not ${names[expected]}; check that the address leads to the data, or choose another extractor` });
}

function kindOf(beginning: Buffer): keyof typeof names {
  const text = decodeText(beginning, unicodeOf(beginning));
  if (isBinary(text)) return 'binary';
  if (/^\s*<(?:\?xml\s|!doctype\s|[a-z_][\w.:-]*(?:\s[^<>]*)?>\s*<|[a-z_][\w.:-]*\s[^<>]*\bxmlns\b)/i.test(text)) return 'xml';
  return /^\s*[[{]/.test(text) && isJson(text) ? 'json' : 'table';
}

/** Whether the text reads as JSON up to where it is cut; a list or an object begins it. */
function isJson(text: string): boolean {
  try {
    new JsonTokens().read(text, () => undefined);
    return true;
  } catch {
    return false;
  }
}

/** The part of NUL characters in text of four bytes for each character, read as if each byte were one. */
const [leastOfWide, mostOfWide] = [0.5, 0.8];
const fewControls = 4;

/** Whether a text has more characters that no text has than an accident explains. */
function isBinary(text: string): boolean {
  const nuls = text.split('\0').length - 1;
  const isWide = nuls > leastOfWide * text.length && nuls < mostOfWide * text.length;
  const controls = (text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0) + (isWide ? 0 : nuls);
  return controls > Math.max(fewControls, text.length / 20);
}
