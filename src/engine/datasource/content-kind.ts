import { fail } from '../../kernel/fail.ts';
import { decodeText } from '../encodings/text-encoding.ts';
import { detectUnicode } from '../encodings/detect-unicode.ts';
import { JsonTokens } from '../extractors/json/json-tokens.ts';

/** What the text of a file is, as far as its beginning shows. */
export type TextKind = 'table' | 'json' | 'xml';

const names = { table: 'a table', json: 'JSON', xml: 'XML', binary: 'binary data' } as const;

/** As much as tells, in bytes. */
const sampleLength = 512;

/** Whether content that begins so may be of the kind expected: a text of no other kind may, as its reader knows best what is wrong with it. */
export function mayBeKind(beginning: Buffer, expected: TextKind): boolean {
  const found = kindOf(beginning);
  return found === expected || found === 'table';
}

/** Fails EXTRACTION_FAILED for content that begins as another kind than expected: what answers instead of the data is often an error in JSON or XML. */
export function assertKind(beginning: Buffer, expected: TextKind): void {
  if (mayBeKind(beginning, expected)) return;
  fail('EXTRACTION_FAILED', {
    reason: `the file is ${names[kindOf(beginning)]}, not ${names[expected]}; check that the address leads to the data, or choose another extractor`,
  });
}

function kindOf(beginning: Buffer): keyof typeof names {
  const text = decodeText(beginning.subarray(0, sampleLength), detectUnicode(beginning));
  if (isBinary(text)) return 'binary';
  if (/^\s*<(?:\?xml\s|!doctype\s|[a-z_][\w.:-]*(?:\s[^<>]*)?>\s*<|[a-z_][\w.:-]*\s[^<>]*\bxmlns\b)/i.test(text))
    return 'xml';
  return /^\s*(?:\{\s*["}]|\[\s*(?:[-\d"[{\]]|true|false|null))/.test(text) && isJson(text) ? 'json' : 'table';
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

const fewControls = 4;

/** Whether a text has more characters that no text has than an accident explains. */
function isBinary(text: string): boolean {
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > Math.max(fewControls, text.length / 20);
}
