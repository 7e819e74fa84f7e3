import { truncate } from './text.ts';
import { errorCodes, type ErrorCode, type ErrorEntry } from './error-codes.ts';

/** The longest message and the longest name of a field, in characters; the most fields that one failure names. */
const most = { message: 1_000, fieldName: 200, fields: 50 };

/** Messages by input field, named as in the graph: `{ datasetId: ["…"] }`; REST writes the names in snake_case. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * A failure from the table. The message is meant for the caller; `fields` says which inputs are at fault. Both are cut short where
 * they quote what was sent: an answer does not grow with a request.
 */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** What fills the placeholders of the message, as data: nothing that the message does not show, and no sentence of it. */
  readonly details: Readonly<Record<string, string | number>>;
  /** In how many seconds it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Readonly<Record<string, string | number>> = {}, fields?: FieldErrors) {
    const entry: ErrorEntry = errorCodes[code];
    const message = entry.message.replace(placeholder, (_match, name: string) => String(details[name] ?? ''));
    super(truncate(message, most.message));
    this.code = code;
    this.details = shownDetails(entry, details);
    this.retryAfter = typeof details['seconds'] === 'number' ? details['seconds'] : undefined;
    this.fields = fields ? abbreviatedFields(fields) : entry.field ? { [entry.field]: [this.message] } : undefined;
  }

  /** The table's entry of this failure. */
  get entry(): ErrorEntry {
    return errorCodes[this.code];
  }
}

const placeholder = /\{(\w+)\}/g;

/** The placeholder of text for people to read, which as data would only repeat the message. */
const sentence = 'reason';

const shownDetails = ({ message }: ErrorEntry, details: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    [...message.matchAll(placeholder)].flatMap(([, name = '']) => {
      const detail = details[name];
      return detail === undefined || name === sentence
        ? []
        : [[name, typeof detail === 'string' ? truncate(detail, most.message) : detail]];
    }),
  );

const abbreviatedFields = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, most.fields)
      .map(([field, messages]) => [
        truncate(field, most.fieldName),
        messages.slice(0, most.fields).map((message) => truncate(message, most.message)),
      ]),
  );

/** Ends the work with a failure from the table; `details` fill the placeholders of its message. */
export function fail(code: ErrorCode, details?: Readonly<Record<string, string | number>>): never {
  throw new CatalogError(code, details);
}

/** What is said of a field that has to be there. */
export const required = 'This field is required.';

/** Ends the work because of input fields: `failFields({ separator: ['Give one character.'] })`. */
export function failFields(fields: FieldErrors): never {
  const reason = Object.entries(fields)
    .slice(0, most.fields)
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
    .join('; ');
  throw new CatalogError('INVALID_INPUT', { reason }, fields);
}

/** The same where any field is at fault; goes on where none is. */
export function failOnFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) failFields(fields);
}
