import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { Explanation, type RequestReports } from '#api/request-state.ts';
import type { Session } from '#api/session.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { Admission } from '#platform/database/statement-gate.ts';
import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { type ErrorCode, errorCodes, type ErrorKind } from '#kernel/error-codes.ts';
import type { MeasuredOperation, WorkOutcome } from '#platform/telemetry.ts';

/** The value of the headers `GraphQL-Cost` and `GraphQL-Explain` that asks for a report. */
const report = 'report';

/** The reports that a request asks for and its caller may have; an explanation is for administrators. Undefined for most requests. */
export function requestedReports({ headers }: FastifyRequest, { permissions }: Session): RequestReports | undefined {
  const cost = headers['graphql-cost'] === report;
  const explains = headers['graphql-explain'] === report && permissions.has('administer');
  return cost || explains ? { cost, explanation: explains ? new Explanation() : undefined } : undefined;
}

/** The `extensions` of a response: what the request costs, how much of the budget of the minute is left, and how it was answered. */
export const reportedExtensions = (
  { budget, record }: RequestContext,
  { cost, explanation }: RequestReports,
): Readonly<Record<string, unknown>> => ({
  ...(cost && {
    cost: { requested: record.points, limit: budget?.limit ?? null, remaining: budget?.remaining ?? null },
  }),
  ...(explanation && { explain: explanation }),
});

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

/** The kinds of errors that the service causes, not the caller. */
const faults: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['internal', 'timedOut', 'unavailable', 'full']);

/** Runs a persisted operation of the graph and measures it. */
export async function measureOperation<T>(
  { app: { metrics } }: RequestContext,
  { name, operation: type }: OperationDefinitionNode,
  run: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const record = (outcome: WorkOutcome) => {
    const seconds = (performance.now() - start) / 1_000;
    metrics.recordOperation({ name: name?.value ?? '', origin: 'persisted', type, outcome, seconds });
  };
  try {
    const result = await run();
    record('ok');
    return result;
  } catch (error) {
    record(outcomeOf([toCatalogError(error)?.code ?? 'INTERNAL_ERROR']));
    throw error;
  }
}

/** Answers a request to `/graphql` and measures its operation, if it ran one. */
export async function measureAnswer<T>(
  { app: { metrics }, record, session }: RequestContext,
  answer: () => Promise<T>,
) {
  const start = performance.now();
  const answered = await answer();
  const { operation } = record;
  if (operation)
    metrics.recordOperation({
      name: operation.name?.value ?? '',
      origin: session.username === undefined ? 'anonymous' : 'keyed',
      type: operation.operation,
      outcome: outcomeOf(record.errors),
      seconds: (performance.now() - start) / 1_000,
    });
  return answered;
}

/** Notes the codes of the errors in a GraphQL response. Codes of GraphQL's own are no codes of the table, and are left out. */
export function recordErrors(
  { record }: RequestContext,
  errors: readonly Pick<GraphQLFormattedError, 'extensions'>[],
): void {
  record.hasErrors ||= errors.length > 0;
  for (const { extensions } of errors) {
    const code = extensions?.['code'];
    if (isErrorCode(code)) record.addError(code);
  }
}

/** How an operation with these errors ended. */
function outcomeOf(errors: readonly ErrorCode[]): MeasuredOperation['outcome'] {
  if (errors.length === 0) return 'ok';
  return errors.some((code) => faults.has(errorCodes[code].kind)) ? 'failed' : 'refused';
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code);
