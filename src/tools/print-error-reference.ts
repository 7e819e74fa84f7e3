import { httpStatusByKind } from '../api/errors/status-of-kind.ts';
import { errorCodes, type ErrorEntry } from '../kernel/error-codes.ts';
import { markdownTable } from './markdown-table.ts';
import { errorCodeOf } from '../rest/errors/error-body.ts';

const introduction = `# Error reference

Written by \`npm run schema\` from \`src/kernel/error-codes.ts\`; do not edit.

GraphQL returns the code as \`extensions.code\`, the placeholders of the message as further \`extensions\`, and the input fields at fault as \`extensions.fields\`.
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
| \`src/api/errors/status-of-kind.ts\` | the status of each kind, for REST |
| \`src/server/graph/http-status.ts\` | the status of a GraphQL response |
`;

/** The text of `docs/reference/errors.md`: every failure of the service, by HTTP status, then by code. */
export function printErrorReference(): string {
  const rows = Object.entries<ErrorEntry>(errorCodes)
    .map(([code, entry]) => ({ code, entry, status: httpStatusByKind[entry.kind] }))
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
