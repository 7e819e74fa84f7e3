import { statusOfKind } from './api/errors/status-of-kind.ts';
import { errorCodes, type ErrorEntry } from './kernel/error-codes.ts';
import { markdownTable } from './markdown-table.ts';
import { errorCodeOf } from './rest/errors/error-body.ts';

const introduction = `# Error reference

Written by \`npm run schema\` from \`src/kernel/error-codes.ts\`; do not edit.

GraphQL returns the code as \`extensions.code\`, the placeholders of the message as further \`extensions\`, and the input fields at fault as \`extensions.fields\`.
REST returns the status and the \`error_code\`. A validation error has the message \`Invalid input\`, and the messages by field in \`detail\`.
`;

/** The text of `docs/reference/errors.md`: every failure of the service, by HTTP status, then by code. */
export function printErrorReference(): string {
  const rows = Object.entries<ErrorEntry>(errorCodes)
    .map(([code, entry]) => ({ code, entry, status: statusOfKind[entry.kind] }))
    .sort((one, other) => one.status - other.status || one.code.localeCompare(other.code))
    .map(({ code, entry, status }) => [
      `\`${code}\``,
      String(status),
      `\`${errorCodeOf(entry)}\``,
      entry.field === undefined ? '' : `\`${entry.field}\``,
      entry.message,
    ]);
  return `${introduction}\n${markdownTable(['Code', 'Status', 'REST `error_code`', 'Field', 'Message'], rows)}`;
}
