import type { Services } from '../../../src/api/context.ts';
import type { DatabaseClient, RenderedStatement } from '../../../src/platform/database/database-client.ts';

/** The services, the number of statements that they execute, and the prepared ones among them. */
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
  const counted: Services = {
    ...services,
    db: counting(services.db),
    reserveDb: counting(services.reserveDb),
    exploreDb: counting(services.exploreDb),
  };
  return {
    services: counted,
    counted: () => rows + prepared.length,
    prepared,
  };
}
