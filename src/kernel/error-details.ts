import type { ErrorCode, errorCodes } from './error-codes.ts';
import type { ErrorEntry } from './error-entry.ts';

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
export type ErrorDetailName = keyof typeof errorDetails;

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

/**
 * The values for the message of a code; any for a code that is only known at run time. Every error may also have the `seconds` after
 * which the caller may try again.
 */
export type ErrorArguments<Code extends ErrorCode> = ErrorCode extends Code
  ? Readonly<Record<string, string | number>>
  : { readonly [Name in PlaceholdersOf<Code>]: ValueOf<Name> } & { readonly seconds?: number };

/** The codes whose messages have no placeholders. */
export type BareErrorCode = {
  [Code in ErrorCode]: [PlaceholdersOf<Code>] extends [never] ? Code : never;
}[ErrorCode];

/** The pattern of a placeholder in a message. */
export const placeholder = /\{(\w+)\}/g;

/** The names of the details that errors with an entry have in `extensions`. */
export const detailNames = ({ message }: ErrorEntry): readonly ErrorDetailName[] =>
  [...message.matchAll(placeholder)].map(([, name = '']) => name).filter(isDetailName);

const isDetailName = (name: string): name is ErrorDetailName => Object.hasOwn(errorDetails, name);
