import { truncate } from './text.ts';
import { errorCodes, type ErrorCode } from './error-codes.ts';
import { placeholder, detailNames, type BareErrorCode, type ErrorArguments } from './error-details.ts';
import type { ErrorEntry } from './error-entry.ts';

/** The limits of an error: lengths in characters, and the number of fields. */
const maxLength = { message: 1_000, fieldName: 200 };
const maxFields = 50;

/** Messages by input field, named as in the graph: `{ datasetId: ["…"] }`; REST writes the names in snake_case. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * An error from the table. The message is for the caller; `fields` has the messages of invalid inputs. Both are truncated, because
 * they may quote the request.
 */
class TableError extends Error {
  override readonly name = 'CatalogError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** The values of the message's placeholders, except `reason`. */
  readonly details: Readonly<Record<string, string | number>>;
  /** The seconds after which the caller may try again; undefined when unknown. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: ErrorArguments<ErrorCode> = {}, fields?: FieldErrors) {
    const entry: ErrorEntry = errorCodes[code];
    const message = entry.message.replace(placeholder, (_match, name: string) => String(details[name] ?? ''));
    super(truncate(message, maxLength.message));
    this.code = code;
    this.details = publicDetails(entry, details);
    this.retryAfter = typeof details['seconds'] === 'number' ? details['seconds'] : undefined;
    const fieldErrors = fields ?? (entry.field ? { [entry.field]: [this.message] } : undefined);
    this.fields = fieldErrors && truncateFields(fieldErrors);
  }

  /** The table's entry of this error. */
  get entry(): ErrorEntry {
    return errorCodes[this.code];
  }
}

export type CatalogError = TableError;

/** Creates an error from the table. Details that a literal code does not have do not compile. */
interface CatalogErrorConstructor {
  new (code: BareErrorCode): CatalogError;
  new <Code extends ErrorCode>(code: Code, details: ErrorArguments<Code>, fields?: FieldErrors): CatalogError;
}

// A type parameter of the class would make `any` of it wherever `instanceof` narrows.
export const CatalogError: CatalogErrorConstructor = TableError;

/** The values of the message's placeholders, truncated. */
const publicDetails = (entry: ErrorEntry, details: CatalogError['details']) =>
  Object.fromEntries(
    detailNames(entry).flatMap((name) => {
      const detail = details[name];
      return detail === undefined
        ? []
        : [[name, typeof detail === 'string' ? truncate(detail, maxLength.message) : detail]];
    }),
  );

const truncateFields = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxFields)
      .map(([field, messages]) => [
        truncate(field, maxLength.fieldName),
        messages.slice(0, maxFields).map((message) => truncate(message, maxLength.message)),
      ]),
  );

/** Throws an error from the table; `details` fill the placeholders of its message. */
export function fail(code: BareErrorCode): never;
export function fail<Code extends ErrorCode>(code: Code, details: ErrorArguments<Code>): never;
export function fail(code: ErrorCode, details: ErrorArguments<ErrorCode> = {}): never {
  throw new CatalogError(code, details);
}

/** The message of a missing required field. */
export const requiredMessage = 'This field is required.';

/** Throws INVALID_INPUT for input fields: `failFields({ separator: ['Give one character.'] })`. */
export function failFields(fields: FieldErrors): never {
  const reason = Object.entries(fields)
    .slice(0, maxFields)
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
    .join('; ');
  throw new CatalogError('INVALID_INPUT', { reason }, fields);
}

/** Throws INVALID_INPUT as `failFields` does when any field has an error; otherwise does nothing. */
export function failOnFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) failFields(fields);
}
