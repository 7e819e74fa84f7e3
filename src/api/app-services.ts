import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../kernel/clock.ts';
import type { Sql } from '../kernel/sql.ts';
import type { Config } from '../platform/config.ts';
import type { BulkLoader } from '../platform/database/bulk-loader.ts';
import type { Database } from '../platform/database/database.ts';
import type { Datasources } from '../platform/datasources/datasource.ts';
import type { Fetcher } from '../platform/fetcher/fetcher.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Rates } from '../platform/rates/rates.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { DatasetDeleted } from './catalog-module.ts';
import type { Source } from './reading/source.ts';
import type { Sections } from './section.ts';

/** What the application is made of below the modules; one set for the whole process. */
export interface AppServices {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly orm: MikroORM;
  readonly db: Database;
  /** Connections of their own for short statements that a busy pool must not hold up: keys and health. */
  readonly reserve: Database;
  readonly bulk: BulkLoader;
  /** Closes all connections, once their statements have ended. */
  readonly closeDatabase: () => Promise<void>;
  readonly rates: Rates;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly fetcher: Fetcher;
  readonly datasources: Datasources;
  readonly jobs: JobQueue;
  /** The parts a dataset consists of, as the modules declare them. */
  readonly sections: Sections;
  /** What the modules do when a dataset is deleted. */
  readonly datasetDeleted: readonly DatasetDeleted[];
  /** Queries for the keys of all stored bytes that something refers to. */
  readonly contentReferences: readonly Sql[];
  /** Queries for the uids of all connections that something refers to. */
  readonly connectionReferences: readonly Sql[];
  /** What `node` finds by an identifier, by the name of its type. */
  readonly sources: ReadonlyMap<string, Source>;
}
