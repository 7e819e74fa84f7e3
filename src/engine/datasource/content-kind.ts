import { fail } from '#kernel/fail.ts';
import { decodeText, detectUnicode } from '../encodings/text-encoding.ts';
import { JsonTokens } from '../extractors/json/json-batches.ts';

/** A kind of file that one extractor reads. */
export type FormatKind = 'spreadsheet' | 'geopackage' | 'flatgeobuf';

/** A kind of file that is recognised by its content, and that most or all extractors refuse. */
export interface RecognisedFormat {
  /** The name with its article, as in "the file is a PDF document". */
  readonly name: string;
  /** What the user should do instead, in the imperative. */
  readonly advice: string;
  /** The kind of file that an extractor accepts; undefined when none does. */
  readonly kind?: FormatKind;
  /** Whether the file is markup, which XML formats may accept nevertheless. */
  readonly isMarkup?: boolean;
  /** Whether the file is useful without extraction, so that the extractor "file" may list it. */
  readonly isDocument?: boolean;
}

/** The kinds of text that are distinguished by the first bytes of a file. */
export type TextKind = 'table' | 'json' | 'xml';

const kindNames = { table: 'a table', json: 'JSON', xml: 'XML', binary: 'binary data' } as const;

/** How much of the content is examined, in bytes. */
const sampleLength = 512;

/** Whether content with this beginning may be of the expected kind. Text that is neither XML nor JSON counts as a table and passes for every kind: the parser of the expected format describes the error best. */
export function mayBeTextKind(beginning: Buffer, expected: TextKind): boolean {
  const found = kindOf(beginning);
  return found === expected || found === 'table';
}

/** Fails EXTRACTION_FAILED for content of another kind than expected: servers often answer with an error in JSON or XML instead of the data. */
export function assertTextKind(beginning: Buffer, expected: TextKind): void {
  if (mayBeTextKind(beginning, expected)) return;
  fail('EXTRACTION_FAILED', {
    reason: `the file is ${kindNames[kindOf(beginning)]}, not ${kindNames[expected]}; check that the address leads to the data, or choose another extractor`,
  });
}

/** Matches the beginning of XML: a declaration, a document type, two elements, or an element with a namespace. */
const xmlBeginning = /^\s*<(?:\?xml\s|!doctype\s|[a-z_][\w.:-]*(?:\s[^<>]*)?>\s*<|[a-z_][\w.:-]*\s[^<>]*\bxmlns\b)/i;
/** Matches the beginning of JSON: an object or an array that is empty or is followed by its first member or value. */
const jsonBeginning = /^\s*(?:\{\s*["}]|\[\s*(?:[-\d"[{\]]|true|false|null))/;

function kindOf(beginning: Buffer): keyof typeof kindNames {
  const text = decodeText(beginning.subarray(0, sampleLength), detectUnicode(beginning));
  if (isBinary(text)) return 'binary';
  if (xmlBeginning.test(text)) return 'xml';
  return jsonBeginning.test(text) && isJson(text) ? 'json' : 'table';
}

/** Whether text that starts with an array or an object is the beginning of valid JSON: it may be truncated. */
function isJson(text: string): boolean {
  try {
    new JsonTokens().read(text, () => undefined);
    return true;
  } catch {
    return false;
  }
}

/** The number of control characters that any text may have. */
const maxControls = 4;

/** Whether the text has more control characters than real text has. */
function isBinary(text: string): boolean {
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > Math.max(maxControls, text.length / 20);
}
