import { CatalogError } from '#kernel/fail.ts';
import type { ColumnEngine, ColumnLimits } from '#platform/columns/column-engine.ts';
import type { TestApp } from '../app.ts';
import { eventually } from './publishing.ts';

/** Queries over records that wait before the engine executes them, as if they took long. */
export interface HeldQueries {
  /** Resolves as soon as the given number of queries wait. */
  readonly untilWaiting: (count: number) => Promise<void>;
}

/** Runs work while queries over certain tables take as long as the work. Their limits hold. */
export async function whileQueriesAreHeld<T>(
  { services }: Pick<TestApp, 'services'>,
  isHeld: (tableName: string) => boolean,
  work: (held: HeldQueries) => Promise<T>,
): Promise<T> {
  const { columnEngine: engine, recordsInMemory } = services;
  const released = Promise.withResolvers<undefined>();
  let waiting = 0;
  const rows: ColumnEngine['rows'] = async (statement, limits) => {
    if (statement.tables.some(({ name }) => isHeld(name))) {
      waiting += 1;
      await Promise.race([released.promise, endOf(limits)]).finally(() => {
        waiting -= 1;
      });
    }
    return engine.rows(statement, limits);
  };
  Object.assign(services, { columnEngine: { ...engine, rows }, recordsInMemory: undefined });
  try {
    return await work({
      untilWaiting: async (count) => {
        await eventually(
          () => Promise.resolve(waiting),
          (found) => found === count,
        );
      },
    });
  } finally {
    released.resolve(undefined);
    Object.assign(services, { columnEngine: engine, recordsInMemory });
  }
}

/** Fails as the engine does for a statement that takes too long, or whose client leaves. */
const endOf = ({ signal, timeoutMs }: ColumnLimits): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => {
      reject(new CatalogError('TIMED_OUT'));
    }, timeoutMs).unref();
    signal?.addEventListener('abort', () => {
      reject(signal.reason instanceof Error ? signal.reason : new CatalogError('CLIENT_DISCONNECTED'));
    });
  });
