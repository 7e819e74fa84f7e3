import type { Services } from '../../src/api/context.ts';
import type { DatabaseClient, RenderedStatement } from '../../src/platform/database/database-client.ts';

/** The services, and a count of the statements that they were asked for; of the prepared ones each as it was. */
export function countStatements(services: Services) {
  let rows = 0;
  const prepared: RenderedStatement[] = [];
  const counting = (db: DatabaseClient): DatabaseClient => ({
    rows: (statement, run) => {
      rows += 1;
      return db.rows(statement, run);
    },
    texts: (statement, run) => {
      prepared.push(statement);
      return db.texts(statement, run);
    },
  });
  return {
    services: {
      ...services,
      db: counting(services.db),
      reserveDb: counting(services.reserveDb),
      exploreDb: counting(services.exploreDb),
    },
    counted: () => rows + prepared.length,
    prepared,
  };
}
