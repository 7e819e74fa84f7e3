import type { MikroORM } from '@mikro-orm/postgresql';
import type { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import type { PreparedJoins } from '#engine/pipeline/dataset-reference.ts';
import type { ColumnEngine } from '#platform/columns/column-engine.ts';
import type { ParsedTexts } from '#platform/database/parsed-texts.ts';
import type { ReadCache } from '#platform/database/read-cache.ts';
import type { Semaphore, Slots } from '#kernel/semaphore.ts';
import type { Replica } from '#platform/database/replica.ts';
import type { RowStreams } from '#platform/database/row-streams.ts';
import type { Config } from '#platform/config.ts';
import type { ChangeFeed } from '#platform/database/change-feed.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { PoolCounts } from '#platform/database/open-pool.ts';
import type { StatementGate } from '#platform/database/statement-gate.ts';
import type { Datasources } from '#platform/datasources/datasources.ts';
import type { Fetcher } from '#platform/fetcher/fetcher.ts';
import type { Geocoder } from '#platform/geocoder.ts';
import type { JobQueue } from '#platform/job-queue.ts';
import type { Log } from '#platform/log.ts';
import type { Mailer } from '#platform/mailer.ts';
import type { Metrics, Tracing } from '#platform/telemetry.ts';
import type { FindBudget } from '#platform/request-rate-limiter.ts';
import type { AttemptRateLimiter } from '#platform/attempt-rate-limiter.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { DiskBudget } from '#platform/storage/disk-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** The adapters below the modules: settings, database, storage, queue, outgoing requests; one set for the whole process. */
export interface Platform extends RowStreams {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly clock: Clock;
  readonly orm: MikroORM;
  readonly db: DatabaseClient;
  /** Dedicated connections for short statements that a busy pool must not delay: looking up API keys and checking health. */
  readonly reserveDb: DatabaseClient;
  /** Dedicated connections for searches of the catalog. They only read. */
  readonly exploreDb: DatabaseClient;
  /** Reads and writes published records. */
  readonly columnEngine: ColumnEngine;
  /** The replica, where one serves reads. */
  readonly replica: Replica | undefined;
  /** Admits the statements of requests to `db` and `exploreDb`. */
  readonly statementGate: StatementGate;
  /** The connections of each pool at this moment, by its name. */
  readonly poolCounts: () => ReadonlyMap<string, PoolCounts>;
  /** Limits the exports that run at a time, in total and for each caller. */
  readonly exportSlots: Slots;
  /** Limits the bytes of the temporary files of all exports together. */
  readonly exportDisk: DiskBudget;
  /** Whether the disk of the database has room for more records. */
  readonly hasDiskSpace: () => Promise<boolean>;
  /** Reports the committed changes of all processes. */
  readonly changes: ChangeFeed;
  /** Closes all connections, once their statements have ended. */
  readonly closeDatabase: () => Promise<void>;
  readonly attemptRateLimiter: AttemptRateLimiter;
  /** Finds the points that a caller may spend in the current minute, in all processes together. */
  readonly findBudget: FindBudget;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly fetcher: Fetcher;
  readonly datasources: Datasources;
  /** Finds places; undefined where none is set. */
  readonly geocoder: Geocoder | undefined;
  /** Sends mails; undefined without a mail server. */
  readonly mailer: Mailer | undefined;
  readonly jobs: JobQueue;
  readonly semaphores: Semaphores;
  /** Remembers the datasets that pushed records are joined with. */
  readonly preparedJoins: PreparedJoins;
  /** Caches the results of queries over published records. */
  readonly readCache: ReadCache;
  /** Caches the records of small datasets; undefined where no records are kept in memory. */
  readonly recordsInMemory: ReadCache | undefined;
  /** Remembers what callers see of generations, which the database returns as JSON with each read. */
  readonly parsedTexts: ParsedTexts;
  /** Remembers the searches of records in an order that had to test too many, without their values: the column engine answers them. */
  readonly longSearches: Pick<LRUCache<string, true>, 'has' | 'set'>;
}

/** Bounds on costly work that many requests may start at once. */
export interface Semaphores {
  /** Limits the sources that requests read at a time, because each holds records in memory. */
  readonly sourceReads: Semaphore;
  /** Limits the threads that make previews. */
  readonly previewThreads: Semaphore;
}
