import { sqlText, type Sql } from '#kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { PayloadQuery } from '../request-state.ts';
import { lazyObject } from '../reading/lazy-object.ts';
import { isTypeMismatch } from './select-embedded.ts';

/**
 * Runs a statement that makes a change and reads the payload of the mutation, where a plan expresses the payload. `statementWith` returns
 * the statement with the expression of the payload's text as its column `payload`, null where nothing was written. The statement must
 * show the payload its tables as they are after the change.
 */
export async function writeWithPayload<Row extends object>(
  ctx: RequestContext,
  payload: Readonly<Record<string, () => unknown>>,
  statementWith: (payload: Sql) => Sql,
): Promise<Row | undefined> {
  const { payloadReader: reader } = ctx;
  async function run(query?: PayloadQuery): Promise<Row | undefined> {
    const statement = statementWith(query?.text ?? sqlText('null::text'));
    const [row] = await ctx.db.rows<Row & { readonly payload: string | null }>(statement, query?.parameters);
    if (row?.payload != null) reader?.take(row.payload);
    return row;
  }
  // A transaction has a context of its own, without a reader: there, a payload that fails would fail the change.
  const query = await reader?.queryOf(lazyObject(payload));
  return run(query).catch((error: unknown) => {
    if (query && isTypeMismatch(error)) return run();
    throw error;
  });
}
