import type { Explanation } from '#api/request-record.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { Admission } from '#platform/database/statement-gate.ts';

/** Lets an admission's statements be explained. The entity manager has connections of its own, so the rows that it writes are not listed. */
export const explainStatements = (admission: Admission, explanation: Explanation): Admission => ({
  ...admission,
  db: (pool) => admission.db(explainedClient(pool, explanation)),
  exploreDb: (pool) => admission.exploreDb(explainedClient(pool, explanation)),
  transaction: (connection) => admission.transaction(explainedClient(connection, explanation)),
});

/** A database client that adds each statement to an explanation. */
function explainedClient(database: DatabaseClient, explanation: Explanation): DatabaseClient {
  async function explained<T>(text: string, run: () => Promise<T>, rowsOf: (result: T) => number): Promise<T> {
    const start = performance.now();
    const add = (rows: number): void => {
      const milliseconds = Math.round((performance.now() - start) * 1_000) / 1_000;
      explanation.addStatement({ text, milliseconds, rows });
    };
    try {
      const result = await run();
      add(rowsOf(result));
      return result;
    } catch (error) {
      add(0);
      throw error;
    }
  }
  return {
    rows: (statement, parameters, bounds) =>
      explained(
        statement.render().text,
        () => database.rows(statement, parameters, bounds),
        ({ length }) => length,
      ),
    texts: (statement, parameters, bounds) =>
      explained(
        statement.text,
        () => database.texts(statement, parameters, bounds),
        (found) => (found ? 1 : 0),
      ),
    send: (statement, parameters) =>
      explained(
        statement.render().text,
        () => database.send(statement, parameters),
        () => 0,
      ),
    inSnapshot: (work, bounds) =>
      database.inSnapshot((snapshot) => work(explainedClient(snapshot, explanation)), bounds),
  };
}
