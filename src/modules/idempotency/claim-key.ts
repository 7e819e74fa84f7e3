import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IdempotencyClaim, Services, StoredAnswer } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import type { TakeSlot } from '#kernel/semaphore.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { DecryptionFailed, type Encryption, type SecretRecord } from '#platform/encryption.ts';

/** A request with an Idempotency-Key. */
interface KeyedRequest {
  /** Whose key it is: the same key of another caller is another key. */
  readonly caller: readonly string[];
  readonly key: string;
  /** What the request asks for, and with which credential. A request with the same key and another content is refused. */
  readonly content: string;
}

/** What a request with a key gets: the claim with which it is executed, or the answer to the first request with the key. */
type ClaimedKey = { readonly claim: KeyClaim } | { readonly answer: StoredAnswer };

/** How long a request waits for the first one with its key, and for how long it pauses between two looks, in milliseconds. */
const wait = { totalMs: 20_000, firstPauseMs: 50, maxPauseMs: 500 };

const hourMs = 3_600_000;

/** The hashes that a row has. They reveal neither the key nor the caller's address. */
interface RowKey {
  readonly uid: string;
  readonly caller: string;
  readonly fingerprint: string;
}

/**
 * Claims the key of a request, or returns the answer to the first request with this key, for which it waits. Fails
 * IDEMPOTENCY_KEY_REUSED for another request, IDEMPOTENCY_KEY_IN_USE when the first one takes too long or too many wait,
 * IDEMPOTENCY_ANSWER_LOST, and TOO_MANY_IDEMPOTENCY_KEYS.
 */
export async function claimKey(app: KeyServices, request: KeyedRequest, takeSlot: TakeSlot): Promise<ClaimedKey> {
  const row = rowKeyOf(app, request);
  const claim = await tryClaim(app, row);
  if (claim) return { claim };
  const release = takeSlot(row.caller) ?? fail('IDEMPOTENCY_KEY_IN_USE', { seconds: 1 });
  try {
    return await waitForAnswer(app, row);
  } finally {
    release();
  }
}

/** Whether the caller has sent a key before, so that a request with it is not new. */
export async function isKeyKnown(app: KeyServices, request: Omit<KeyedRequest, 'content'>): Promise<boolean> {
  const { uid } = rowKeyOf(app, { ...request, content: '' });
  return (await firstRow(app.db, sql`select from idempotency_key where uid = ${uid}`)) !== undefined;
}

/** The hash under which the rows of a caller are found. */
export const callerHash = ({ secrets }: Pick<KeyServices, 'secrets'>, caller: readonly string[]): string =>
  secrets.fingerprint(JSON.stringify(['idempotency', ...caller]));

const rowKeyOf = (app: KeyServices, { caller, key, content }: KeyedRequest): RowKey => ({
  uid: app.secrets.fingerprint(JSON.stringify(['idempotency key', ...caller, key])),
  caller: callerHash(app, caller),
  fingerprint: app.secrets.fingerprint(content),
});

/** The time before which keys have expired. */
export const expiryOf = ({ clock, config }: Pick<KeyServices, 'clock' | 'config'>): Date =>
  new Date(clock.now().getTime() - config.idempotency.hours * hourMs);

/** Claims a key that is new, has expired, or whose claim was abandoned before it changed anything; undefined for every other key. */
async function tryClaim(app: KeyServices, { uid, caller, fingerprint }: RowKey): Promise<KeyClaim | undefined> {
  const leaseId = randomUUID();
  const { maxKeys } = app.config.idempotency;
  const claimed = await app.db.rows(sql`
    insert into idempotency_key as k (uid, caller, fingerprint, lease_id, leased_until, created_at)
    select ${uid}::text, ${caller}::text, ${fingerprint}::text, ${leaseId}::text, ${leaseEnd},
      ${app.clock.now()}::timestamptz
    where (select count(*)
      from (select from idempotency_key where caller = ${caller} limit ${maxKeys}::int) kept) < ${maxKeys}::int
      or exists (select from idempotency_key where uid = ${uid})
    on conflict (uid)
    do update set fingerprint = excluded.fingerprint, lease_id = excluded.lease_id,
      leased_until = excluded.leased_until,
      has_changed = false, answer = null, created_at = excluded.created_at
    where k.created_at <= ${expiryOf(app)} or not k.has_changed and k.answer is null and k.leased_until < now()
    returning 1`);
  return claimed.length === 0 ? undefined : new KeyClaim(app, uid, leaseId);
}

/** The state of a key that another request has claimed. */
interface KeyState {
  readonly fingerprint: string;
  readonly hasChanged: boolean;
  readonly answer: string | null;
  readonly isLeased: boolean;
  readonly isExpired: boolean;
}

async function waitForAnswer(app: KeyServices, row: RowKey): Promise<ClaimedKey> {
  const deadline = performance.now() + wait.totalMs;
  for (let pauseMs = wait.firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, wait.maxPauseMs)) {
    const state = await readState(app, row);
    if (state && isClaimed(state)) {
      if (state.fingerprint !== row.fingerprint) fail('IDEMPOTENCY_KEY_REUSED');
      if (state.answer !== null)
        return { answer: decryptAnswer(app, state.answer, row.uid) ?? fail('IDEMPOTENCY_ANSWER_LOST') };
      if (!state.isLeased) fail('IDEMPOTENCY_ANSWER_LOST');
    } else {
      const claim = await tryClaim(app, row);
      if (claim) return { claim };
      // The first request may have failed and freed the key, or the caller has no key left.
      if (!state && !(await readState(app, row))) await failTooMany(app, row);
    }
    if (performance.now() >= deadline) fail('IDEMPOTENCY_KEY_IN_USE', { seconds: 1 });
    await pause(pauseMs);
  }
}

async function failTooMany(app: KeyServices, { caller }: RowKey): Promise<never> {
  const oldest = await firstRow<{ seconds: number }>(
    app.db,
    sql`select greatest(1, ceil(extract(epoch from min(created_at) - ${expiryOf(app)}::timestamptz)))::int as seconds
      from idempotency_key where caller = ${caller}`,
  );
  return fail('TOO_MANY_IDEMPOTENCY_KEYS', {
    limit: app.config.idempotency.maxKeys,
    seconds: oldest?.seconds ?? 1,
  });
}

/** Whether a key still stands for a request, so that no other may claim it. */
const isClaimed = ({ hasChanged, answer, isLeased, isExpired }: KeyState): boolean =>
  !isExpired && (hasChanged || answer !== null || isLeased);

const readState = (app: KeyServices, { uid }: RowKey): Promise<KeyState | undefined> =>
  firstRow<KeyState>(
    app.db,
    sql`
      select fingerprint, has_changed as "hasChanged", answer, leased_until >= now() as "isLeased",
        created_at <= ${expiryOf(app)} as "isExpired"
      from idempotency_key where uid = ${uid}`,
  );

/** How long a claim is held without a sign of its process, and how often the process renews it. */
const lease = { seconds: 15, renewEveryMs: 5_000 };

/** The end of a lease that begins or is renewed now, by the clock of the database. */
const leaseEnd: Sql = sql`now() + ${lease.seconds}::int * interval '1 second'`;

/** The services that claims need. */
type KeyServices = Pick<Services, 'db' | 'secrets' | 'log' | 'clock' | 'config'>;

/** The claim of a running request on its key. The process renews it until `finish`, so that a killed process does not hold it for long. */
class KeyClaim implements IdempotencyClaim {
  readonly #app: KeyServices;
  readonly #uid: string;
  readonly #isOwn: Sql;
  readonly #renewal: NodeJS.Timeout;
  #isFinished = false;

  constructor(app: KeyServices, uid: string, leaseId: string) {
    this.#app = app;
    this.#uid = uid;
    this.#isOwn = sql`uid = ${uid} and lease_id = ${leaseId}`;
    this.#renewal = setInterval(() => void this.#renew(), lease.renewEveryMs).unref();
  }

  async recordChange(tx: DatabaseClient): Promise<void> {
    const own = await tx.rows(sql`update idempotency_key set has_changed = true where ${this.#isOwn} returning 1`);
    if (own.length === 0) fail('IDEMPOTENCY_KEY_IN_USE', { seconds: 1 });
  }

  async finish(answer: StoredAnswer | undefined, isFailure: boolean): Promise<void> {
    if (this.#isFinished) return;
    this.#isFinished = true;
    clearInterval(this.#renewal);
    const { db, log } = this.#app;
    const stored = answer ? encryptAnswer(this.#app, answer, this.#uid) : null;
    const isKept = isFailure ? sql`has_changed` : sql`true`;
    try {
      await db.rows(sql`
        with freed as (delete from idempotency_key where ${this.#isOwn} and not ${isKept})
        update idempotency_key set answer = ${stored}::text, leased_until = now() where ${this.#isOwn} and ${isKept}`);
    } catch (error) {
      log.warn({ reason: String(error) }, 'The answer to a request with an Idempotency-Key could not be stored.');
    }
  }

  /** A renewal that fails is repeated. If the lease ends, another request may claim the key, and this one changes nothing any more. */
  async #renew(): Promise<void> {
    await this.#app.db
      .rows(sql`update idempotency_key set leased_until = ${leaseEnd} where ${this.#isOwn}`)
      .catch(() => undefined);
  }
}

/** What encrypts answers. */
interface AnswerEncryption {
  readonly secrets: Encryption;
}

/** The maximum length of a stored body, in characters. */
const maxBodyLength = 128 * 1024;

/** Encrypts an answer, which may hold an API key that is shown once; null for one that is too large to be stored. */
const encryptAnswer = (
  { secrets }: AnswerEncryption,
  { status, headers, body }: StoredAnswer,
  uid: string,
): string | null => (body.length > maxBodyLength ? null : secrets.encrypt({ status, headers, body }, recordOf(uid)));

/** Decrypts an answer; undefined where the key of secrets was lost. */
function decryptAnswer({ secrets }: AnswerEncryption, answer: string, uid: string): StoredAnswer | undefined {
  try {
    // `encryptAnswer` encrypted an answer for this record.
    return secrets.decrypt(answer, recordOf(uid)) as StoredAnswer;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}

const recordOf = (uid: string): SecretRecord => ({ table: 'idempotency_key', uid });
