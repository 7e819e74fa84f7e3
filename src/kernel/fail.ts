import { truncate } from './text.ts';
import { type ErrorCode, errorCodes, type ErrorEntry } from './error-codes.ts';

/** A value in the message of an error, which clients also receive by its name. */
export interface ErrorDetail {
  /** Its type in the graph. */
  readonly type: 'Int' | 'SafeInt' | 'String' | 'TextOrInteger';
  readonly description: string;
}

/** Every placeholder of a message of the table but `reason`, which is a whole sentence: a client has it in the message. */
export const errorDetails = {
  action: { type: 'String', description: 'The refused action.' },
  advice: { type: 'String', description: 'How the request can stay within the limit.' },
  allowed: { type: 'String', description: 'The statuses that allow the action, separated by commas.' },
  bytes: { type: 'SafeInt', description: 'The size of the file, in bytes.' },
  clause: { type: 'String', description: 'The clause of the ODSQL query that contains the error.' },
  datasetId: { type: 'String', description: 'The identifier of the dataset.' },
  disk: { type: 'String', description: 'What fills the disk: the database, or the service with its files.' },
  documentId: { type: 'String', description: 'The identifier that was sent, 100 characters at most.' },
  expected: { type: 'String', description: 'The body to send.' },
  found: { type: 'SafeInt', description: 'How much the request has of what is limited.' },
  limit: { type: 'SafeInt', description: 'The maximum, in the unit that the message names.' },
  measure: { type: 'String', description: 'What is limited.' },
  method: { type: 'String', description: 'The HTTP method of the request.' },
  name: { type: 'String', description: 'The name of what does not exist.' },
  permission: { type: 'String', description: 'The missing permission; alternatives are joined by "or".' },
  position: { type: 'Int', description: 'Where in the text the error is, in characters from 0.' },
  problem: { type: 'String', description: 'What is wrong with the clause.' },
  remaining: { type: 'Int', description: 'How many datasets wait.' },
  resource: { type: 'String', description: 'The kind of what does not exist, such as dataset or format.' },
  revision: { type: 'TextOrInteger', description: 'The current revision; a text for a change of a submission.' },
  seconds: { type: 'Int', description: 'After how many seconds the client may try again.' },
  status: { type: 'String', description: 'The current status.' },
  text: { type: 'String', description: 'The text of the clause, 400 characters at most.' },
  token: { type: 'String', description: 'The unexpected token, 100 characters at most.' },
  unit: { type: 'String', description: 'What the limit counts, or the period for which it holds.' },
} as const satisfies Record<string, ErrorDetail>;

/** The name of a detail of some error. */
type ErrorDetailName = keyof typeof errorDetails;

/** The names of the placeholders in a message. */
type Placeholders<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type PlaceholdersOf<Code extends ErrorCode> = Placeholders<(typeof errorCodes)[Code]['message']>;

interface ValueOfType {
  readonly Int: number;
  readonly SafeInt: number;
  readonly String: string;
  readonly TextOrInteger: string | number;
}
type ValueOf<Name> = Name extends ErrorDetailName
  ? ValueOfType[(typeof errorDetails)[Name]['type']]
  : Name extends 'reason'
    ? string
    : never;

/** The values for the message of a code, any for a code known only at run time, and `seconds` until a further try. */
type ErrorArguments<Code extends ErrorCode> = ErrorCode extends Code
  ? Readonly<Record<string, string | number>>
  : { readonly [Name in PlaceholdersOf<Code>]: ValueOf<Name> } & { readonly seconds?: number };

/** The codes whose messages have no placeholders. */
type BareErrorCode = {
  [Code in ErrorCode]: [PlaceholdersOf<Code>] extends [never] ? Code : never;
}[ErrorCode];

/** The pattern of a placeholder in a message. */
const placeholder = /\{(\w+)\}/g;

/** The names of the details that errors with an entry have in `extensions`. */
export const detailNames = ({ message }: ErrorEntry): readonly ErrorDetailName[] =>
  [...message.matchAll(placeholder)].map(([, name = '']) => name).filter(isDetailName);

const isDetailName = (name: string): name is ErrorDetailName => Object.hasOwn(errorDetails, name);

/** The limits of an error: lengths in characters, and the number of fields. */
const maxLength = { message: 1_000, fieldName: 200 };
const maxFields = 50;

/** Messages by input field, named as in the graph: `{ datasetId: ["…"] }`; REST writes the names in snake_case. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error from the table, with the messages of invalid inputs in `fields`; truncated, because they may quote the request. */
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
