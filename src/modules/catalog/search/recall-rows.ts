import { hash } from 'node:crypto';
import { caller } from '../../../api/session/caller.ts';
import type { RequestContext } from '../../../api/context.ts';
import { anonymous, type Session } from '../../../api/session/session.ts';
import { sql, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';

/** Who searches, and which state of the catalog. */
export interface Searcher {
  /** The anonymous session for callers who see what everyone sees. */
  readonly session: Session;
  /** Changes in every transaction that changes an entry, or who sees it. */
  readonly revision: string;
}

/** Rights for the whole domain that show more than everyone sees. */
const rightsToSee = ['explore_restricted_dataset', 'edit_dataset', 'publish_dataset'] as const;

/** Finds out whether the caller sees more or less than everyone, by a right, a ruleset or a dataset of their own; one statement. */
export async function findSearcher({ db, session }: RequestContext): Promise<Searcher> {
  const found = await firstRow<{ revision: string; isEveryone: boolean }>(
    db,
    sql`select revision::text as revision,
      not exists (select from ruleset r where r.username = ${caller.username} or r.group_uid = any(${caller.groups}))
      and not exists (select from catalog_entry e where e.created_by = ${caller.username}) as "isEveryone"
    from catalog_revision`,
  );
  const isEveryone = found?.isEveryone === true && !rightsToSee.some((right) => session.permissions.has(right));
  return { session: isEveryone ? anonymous : session, revision: found?.revision ?? '' };
}

/**
 * The rows of a statement over the entries. They are remembered until the catalog changes where they do not depend on who the caller is:
 * for everyone, and for those who may edit every dataset. The statement's text tells the two apart.
 */
export async function recallRows<Row extends object>(
  { app, db }: RequestContext,
  { session, revision }: Searcher,
  statement: Sql,
): Promise<readonly Row[]> {
  const read = () => db.rows<Row>(statement);
  if (session.username !== undefined && !session.permissions.has('edit_dataset')) return read();
  const { text, values } = statement.render();
  const key = `catalog ${revision} ${hash('sha256', JSON.stringify([text, values]), 'base64url')}`;
  // the key has the statement and all of its values
  return (await app.readCache.getOrRead(key, read)) as readonly Row[];
}
