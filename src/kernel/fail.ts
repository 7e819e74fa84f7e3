import { errorCodes, type ErrorCode, type ErrorEntry } from './error-codes.ts';

/** Messages by input field, named as in the graph: `{ datasetId: ["…"] }`; REST writes the names in snake_case. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A failure from the table. The message is meant for the caller; `fields` says which inputs are at fault. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** In how many seconds it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Readonly<Record<string, string | number>> = {}, fields?: FieldErrors) {
    const entry: ErrorEntry = errorCodes[code];
    const message = entry.message.replace(/\{(\w+)\}/g, (_match, name: string) => String(details[name] ?? ''));
    super(message);
    this.code = code;
    this.retryAfter = typeof details['seconds'] === 'number' ? details['seconds'] : undefined;
    this.fields = fields ?? (entry.field ? { [entry.field]: [message] } : undefined);
  }

  /** The table's entry of this failure. */
  get entry(): ErrorEntry {
    return errorCodes[this.code];
  }
}

/** Ends the work with a failure from the table; `details` fill the placeholders of its message. */
export function fail(code: ErrorCode, details?: Readonly<Record<string, string | number>>): never {
  throw new CatalogError(code, details);
}

/** What is said of a field that has to be there. */
export const required = 'This field is required.';

/** Ends the work because of input fields: `failFields({ separator: ['Give one character.'] })`. */
export function failFields(fields: FieldErrors): never {
  const reason = Object.entries(fields).map(([field, messages]) => `${field}: ${messages.join(' ')}`).join('; ');
  throw new CatalogError('INVALID_INPUT', { reason }, fields);
}

/** The same where any field is at fault; goes on where none is. */
export function refuseFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) failFields(fields);
}
