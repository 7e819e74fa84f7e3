import type { Services } from '#api/context.ts';
import type { RenderedStatement } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { watchStatements } from '#test/support/database/watch-statements.ts';

/** The services, the number of statements that they execute, and the prepared ones among them. */
export function countStatements(services: Services) {
  let rows = 0;
  const prepared: RenderedStatement[] = [];
  const counting = (db: DatabaseClient): DatabaseClient =>
    watchStatements(db, {
      rows: () => {
        rows += 1;
      },
      texts: (statement) => {
        prepared.push(statement);
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
