import type { IdempotencyClaim, Services, StoredAnswer } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { encryptAnswer } from './stored-answer.ts';

/** How long a claim is held without a sign of its process, and how often the process renews it. */
const lease = { seconds: 15, renewEveryMs: 5_000 };

/** The end of a lease that begins or is renewed now, by the clock of the database. */
export const leaseEnd: Sql = sql`now() + ${lease.seconds}::int * interval '1 second'`;

/** The services that claims need. */
export type KeyServices = Pick<Services, 'db' | 'secrets' | 'log' | 'clock' | 'config'>;

/** The claim of a running request on its key. The process renews it until `finish`, so that a killed process does not hold it for long. */
export class KeyClaim implements IdempotencyClaim {
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
