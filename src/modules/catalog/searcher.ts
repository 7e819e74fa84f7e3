import type { RequestContext } from '#api/context.ts';
import { type Sql, sql, sqlText } from '#kernel/sql.ts';
import { visibleFeatures } from './catalog-entry.ts';
import { anonymous, callerOnDatasets, forCaller, type Session } from '#api/session.ts';
import { maySeeIfPublished } from '#access/index.ts';
import { hash } from 'node:crypto';
import { firstRow } from '#platform/database/database-client.ts';

/** The caller of a search, and the revision of the catalog that the search reads. */
export interface Searcher {
  /** The caller's session; the anonymous session for a caller who sees the same as everyone. */
  readonly session: Session;
  /** Changes in every transaction that changes an entry, or the access to an entry. */
  readonly revision: string;
  /** The entries that the caller may see differently from everyone: the caller has a ruleset on the dataset, or created it. */
  readonly ownEntries: readonly OwnEntry[];
}

/** What a caller sees of one entry, when that differs from what everyone sees. */
interface OwnEntry {
  readonly uid: string;
  readonly isVisible: boolean;
  readonly features: readonly string[];
}

/** The domain-wide rights with which a caller sees more than everyone does. */
const rightsToSee = ['explore_restricted_dataset', 'edit_dataset', 'publish_dataset'] as const;

/** Finds what the caller sees differently from everyone, with one statement, or with two after a change of the catalog. */
export async function findSearcher(ctx: RequestContext): Promise<Searcher> {
  const { db, session } = ctx;
  const found = await firstRow<{ revision: string }>(db, sql`select revision::text as revision from catalog_revision`);
  const revision = found?.revision ?? '';
  const ownEntries = seesSameAsEveryone(session)
    ? []
    : await readCachedRows<OwnEntry>(ctx, { session, revision }, ownEntriesOf(session));
  const isEveryone = ownEntries.length === 0 && !rightsToSee.some((right) => session.permissions.has(right));
  return { session: isEveryone ? anonymous : session, revision, ownEntries };
}

/** Whether neither rulesets nor created datasets change what the caller sees: the caller is anonymous, or may edit every dataset. */
const seesSameAsEveryone = (session: Session): boolean =>
  session.username === undefined || session.permissions.has('edit_dataset');

function ownEntriesOf(session: Session): Sql {
  const e = sqlText('e');
  const { username, groups, datasets } = callerOnDatasets(session);
  const own = datasets
    ? sql`select unnest(${datasets})`
    : sql`
      select r.dataset_uid from ruleset r where r.username = ${username}
      union select r.dataset_uid from ruleset r where r.group_uid = any(${groups})
      union select own.uid from catalog_entry own where own.created_by = ${username}`;
  return sql`select e.uid, ${maySeeIfPublished(session, e)} as "isVisible", ${visibleFeatures(session, e)} as features
    from catalog_entry e where e.uid in (${own})`;
}

/**
 * The rows of a statement over the entries. They are cached until the catalog or a ruleset changes: once for anonymous callers, once
 * for callers who may edit every dataset, and once for each other caller.
 */
export async function readCachedRows<Row extends object>(
  { app, exploreDb, admission }: Pick<RequestContext, 'app' | 'exploreDb' | 'admission'>,
  { session, revision }: Pick<Searcher, 'session' | 'revision'>,
  statement: Sql,
): Promise<readonly Row[]> {
  const { text, values } = statement.render();
  const key = ['catalog', revision, identityOf(session), hash('sha256', JSON.stringify([text, values]), 'base64url')];
  const read = () => forCaller(exploreDb, session).rows<Row>(statement);
  // The cast is safe, because the key identifies the statement and everything else that the rows depend on.
  return (await app.readCache.getOrRead(key.join(' '), read, admission.callerKind)) as readonly Row[];
}

/** The identity of the caller in a cache key; empty when the rows depend only on rights, which the statement contains. */
const identityOf = (session: Session): string =>
  seesSameAsEveryone(session)
    ? ''
    : JSON.stringify([session.username, session.groups.toSorted(), session.datasetLimit?.uids]);
