import type { OperationDefinitionNode } from 'graphql';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import type { RequestContext } from '#api/context.ts';
import { errorCodes, type ErrorCode } from '#kernel/error-codes.ts';
import type { ErrorKind } from '#kernel/error-entry.ts';
import type { MeasuredOperation, WorkOutcome } from '#platform/metrics.ts';

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
export function recordErrors({ record }: RequestContext, codes: readonly unknown[]): void {
  record.hasErrors ||= codes.length > 0;
  for (const code of codes) if (isErrorCode(code)) record.addError(code);
}

/** How an operation with these errors ended. */
export function outcomeOf(errors: readonly ErrorCode[]): MeasuredOperation['outcome'] {
  if (errors.length === 0) return 'ok';
  return errors.some((code) => faults.has(errorCodes[code].kind)) ? 'failed' : 'refused';
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code);
