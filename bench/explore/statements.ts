import { recordStatements } from './record-statements.ts';
import { searchStatements } from './search-statements.ts';

/** What the server of SQL by hand answers. */
export const ceilingStatements = { ...recordStatements, ...searchStatements };
