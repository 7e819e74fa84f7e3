import type { Column } from '../column-engine.ts';
import type { LineFile } from '../protocol.ts';
import { identifier, sqlLiteral } from './sql-text.ts';

/** The buffer must hold a whole line. The engine reserves it at once, so it is no larger than needed. */
export const minBufferBytes = 2 ** 21;

/**
 * A statement that reads lines as rows of the columns (`CsvLineWriter`). One thread reads the file, from its first line to its last: several threads would
 * have to guess whether a line break in the middle of the file is within a text.
 */
export function selectLines(columns: readonly Column[], { path, maxLineBytes }: LineFile): string {
  const types = columns.map(
    ({ name, type }) => `${sqlLiteral(name)}: ${sqlLiteral(isEncoded(type) ? 'VARCHAR' : type)}`,
  );
  const bufferBytes = Math.max(minBufferBytes, maxLineBytes);
  return `select ${columns.map(decoded).join(', ')} from read_csv(${sqlLiteral(path)}, columns = {${types.join(', ')}},
    auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '\\N', allow_quoted_nulls = false,
    parallel = false, max_line_size = ${bufferBytes}, buffer_size = ${bufferBytes})`;
}

const isList = (type: string): boolean => type.endsWith('[]');
const isEncoded = (type: string): boolean => type === 'BLOB' || isList(type);

function decoded({ name, type }: Column): string {
  const column = identifier(name);
  if (type === 'BLOB') return `unhex(${column}) as ${column}`;
  return isList(type) ? `from_json(${column}, ${sqlLiteral(`["${type.slice(0, -2)}"]`)}) as ${column}` : column;
}
