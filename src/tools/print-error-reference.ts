import { type DescribedError, describeErrors } from '#api/errors/describe-errors.ts';
import { errorCodes } from '#kernel/error-codes.ts';
import { markdownTable } from './markdown-table.ts';
import { errorCodeOf } from '#rest/route.ts';
import type { ErrorDetail } from '#kernel/fail.ts';

const introduction = `# Error reference

Written by \`npm run schema\` from \`src/kernel/error-codes.ts\`; do not edit.

GraphQL returns the code as \`extensions.code\`, and the values of the message by the names of their placeholders: [extensions](#extensions) lists them. \`errorCodes\` of
the graph returns this table, and [errors.d.ts](../../schema/errors.d.ts) has its types for TypeScript. A code whose message depends on its cause alone is described instead.

REST returns the status and the \`error_code\`. A validation error has the message \`Invalid input\`, and the messages by field in \`detail\`.

The column Status is the status of REST. GraphQL returns 503 for the codes that have it here, so that clients retry; other errors of an executed document leave its status at 200.
A document that is not executed has 200 for \`Accept: application/json\`, and 400 for \`application/graphql-response+json\`. A request that is refused before GraphQL
reads it, as by an unknown key, has the status of REST.

Where an error's code and status are decided:

| File | Decides |
| --- | --- |
| \`src/kernel/error-codes.ts\` | the codes, with the kind and the message of each |
| \`src/api/errors/to-catalog-error.ts\` | the code of an error that is thrown without one |
| \`src/platform/database/errors.ts\` | what an error of the database means: too slow, out of reach, too large |
| \`src/api/errors/describe-errors.ts\` | the status of each kind |
| \`src/http/answer-head.ts\` | the status of a GraphQL response, and when to retry |

## Codes
`;

const extensionsIntroduction = `## Extensions

An error has the members that the table of codes names for its code.
`;

/** The text of `docs/reference/errors.md`: every failure of the service, by HTTP status, then by code; and what their extensions mean. */
export function printErrorReference(): string {
  const rows = describeErrors()
    .toSorted((one, other) => one.status - other.status)
    .map(({ code, description, status, field, extensions }) => [
      `\`${code}\``,
      String(status),
      `\`${errorCodeOf(errorCodes[code])}\``,
      field === null ? '' : `\`${field}\``,
      description,
      extensions.map(({ name }) => `\`${name}\``).join(', '),
    ]);
  const codes = markdownTable(['Code', 'Status', 'REST `error_code`', 'Field', 'Message', 'Extensions'], rows);
  const extensions = markdownTable(['Member', 'Type', 'Meaning'], [...commonRows, ...detailRows()]);
  return `${introduction}\n${codes}\n${extensionsIntroduction}\n${extensions}`;
}

const commonRows = [
  ['`code`', '[ErrorCode](graph.md#errorcode)', 'The code. Every error has it.'],
  [
    '`fields`',
    'an object of lists of texts',
    'Messages by the name of the input field, with dots between the levels; absent where no input is at fault.',
  ],
];

/** A row for each further member of extensions, by name. */
function detailRows(): readonly (readonly string[])[] {
  const extensions = new Map(
    describeErrors().flatMap((error) => error.extensions.map((member) => [member.name, member])),
  );
  return [...extensions.values()]
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ name, type, description }) => [`\`${name}\``, `\`${type}\``, description]);
}

const typesIntroduction = `// Written by \`npm run schema\` from src/kernel/error-codes.ts; do not edit.

/** Messages by the name of the input field, with dots between the levels. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The members of \`extensions\` that errors with a code have beside \`code\` and \`fields\`. */
`;

const conclusion = `
/** The code of an error. */
export type ErrorCode = keyof ExtensionsByCode;

/** The \`extensions\` of an error. A comparison of \`code\` narrows them to the members of that code. */
export type ErrorExtensions = {
  [Code in ErrorCode]: ExtensionsByCode[Code] & {
    readonly code: Code;
    /** The input fields at fault. */
    readonly fields?: FieldErrors;
  };
}[ErrorCode];

/** An error in a response of the graph. */
export interface CatalogError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions: ErrorExtensions;
}
`;

/** The text of `schema/errors.d.ts`: the types of errors for clients in TypeScript. */
export function printErrorTypes(): string {
  const codes = describeErrors().map(
    (error) => `  /** ${error.description} */\n  readonly ${error.code}: ${typeOf(error)};\n`,
  );
  return `${typesIntroduction}export interface ExtensionsByCode {\n${codes.join('')}}\n${conclusion}`;
}

const typeOf = ({ extensions }: DescribedError): string =>
  extensions.length === 0
    ? '{}'
    : `{\n${extensions.map(({ name, type, description }) => `    /** ${description} */\n    readonly ${name}: ${scalars[type]};\n`).join('')}  }`;

/** The types in TypeScript of the values of each scalar. */
const scalars: Readonly<Record<ErrorDetail['type'], string>> = {
  Int: 'number',
  SafeInt: 'number',
  String: 'string',
  TextOrInteger: 'string | number',
};
