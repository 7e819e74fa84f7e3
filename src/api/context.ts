import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import type { AppServices } from './app-services.ts';
import type { Loaders } from './reading/loaders.ts';
import type { Session } from './session.ts';

/** What every operation gets: who asks, where to read and write, and this request's loaders. */
export interface RequestContext {
  readonly app: AppServices;
  readonly session: Session;
  /** A fork of the ORM's entity manager, for writes; inside a transaction it is the transaction's own fork. */
  readonly em: EntityManager;
  /** Where statements run: the pool, or inside a transaction its connection. */
  readonly db: Database;
  /** Batches the lookups of this request; made anew after a change. */
  readonly loaders: Loaders;
  /** Identifies the request in logs and in masked errors. */
  readonly traceId: string;
}
