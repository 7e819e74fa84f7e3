import { type DescribedError, describeErrors } from '#api/errors/describe-errors.ts';
import type { ErrorDetail } from '#kernel/fail.ts';

const introduction = `// Written by \`npm run schema\` from src/kernel/error-codes.ts; do not edit.

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
  return `${introduction}export interface ExtensionsByCode {\n${codes.join('')}}\n${conclusion}`;
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
