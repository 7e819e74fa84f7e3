import type { RequestContext } from '#api/context.ts';
import { forCaller } from '#api/session/caller.ts';
import { hasCredential, type Session } from '#api/session/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { selectValidIdentities, selectValidKeys, sessionOfRow, type CredentialRow } from './credential-row.ts';

/** The SQL expression of the current `CredentialRow` of the session's key or token; null when it is no longer valid. */
export const currentCredentialColumn = ({ keyUid, token }: Session): Sql =>
  sql`(select row_to_json(s) from (${
    token
      ? selectValidIdentities(sql`i.uid = ${token.identityUid}::text`)
      : selectValidKeys(sql`k.uid = ${keyUid ?? null}::text`)
  }) s)`;

/**
 * The session with the rights that its caller holds now. Returns the same object when nothing has changed, or for a session
 * without a credential, such as that of a job. Fails UNAUTHORIZED when the credential is no longer valid.
 */
export function renewSession(session: Session, credential: CredentialRow | null): Session {
  if (!hasCredential(session)) return session;
  const renewed = sessionOfRow(credential ?? fail('UNAUTHORIZED'));
  const isSame = (['groups', 'permissions', 'scopes'] as const).every((property) =>
    areEqualSets(session[property], renewed[property]),
  );
  const isSameOnDatasets = areEqualSets(
    session.datasetLimit?.permissions ?? [],
    renewed.datasetLimit?.permissions ?? [],
  );
  return isSame && isSameOnDatasets ? session : { ...session, ...renewed };
}

/**
 * The context with the rights that its caller holds now, for decisions after waiting for a lock. Fails UNAUTHORIZED when the credential is
 * no longer valid.
 */
export async function withCurrentRights(tx: RequestContext): Promise<RequestContext> {
  const row = await firstRow<{ credential: CredentialRow | null }>(
    tx.db,
    sql`select ${currentCredentialColumn(tx.session)} as credential`,
  );
  const session = renewSession(tx.session, row?.credential ?? null);
  return session === tx.session ? tx : { ...tx, session, db: forCaller(tx.db, session) };
}

/** Whether two lists or sets have the same elements, in any order. */
const areEqualSets = (one: Iterable<string>, other: Iterable<string>): boolean => {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && left.isSubsetOf(right);
};
