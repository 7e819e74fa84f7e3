import type { Pool } from 'pg';
import type { Span, Tracing } from '#platform/tracing/tracing.ts';
import { commandOf, withoutLiterals } from '#platform/tracing/statement-text.ts';

/**
 * Records a span for each statement of a pool, with its text and without its values; nothing is installed without traces. The span lasts
 * until the result has arrived, behind earlier statements of a pipeline. What handles the connection itself records its own span: COPY.
 */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  if (!tracing.isEnabled) return;
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    Reflect.set(client, 'query', (...args: unknown[]): unknown => {
      const text = textIn(args);
      const span = text === undefined ? undefined : startSpan(tracing, text);
      if (!span) return Reflect.apply<undefined, unknown[], unknown>(query, undefined, args);
      const callback = args.findIndex((arg) => typeof arg === 'function');
      const given: unknown = args[callback];
      if (typeof given !== 'function')
        return endWith(span, Reflect.apply<undefined, unknown[], unknown>(query, undefined, args));
      const ending = (failure: unknown, result: unknown): unknown => {
        endSpan(span, failure);
        return Reflect.apply(given, undefined, [failure, result]);
      };
      return Reflect.apply<undefined, unknown[], unknown>(query, undefined, args.with(callback, ending));
    });
  });
}

const startSpan = (tracing: Tracing, text: string): Span | undefined =>
  tracing.startSpan(commandOf(text), {
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) },
    isCall: true,
  });

function endSpan(span: Span, failure: unknown): void {
  if (failure) span.fail(failure);
  span.end();
}

/** Ends the span with the result of a statement. */
function endWith(span: Span, result: unknown): unknown {
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  result.then(
    () => endSpan(span, undefined),
    (error: unknown) => endSpan(span, error ?? new Error('unknown')),
  );
  return result;
}

/** The text of a statement; undefined for a query that handles the connection itself. */
function textIn([first]: readonly unknown[]): string | undefined {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || 'submit' in first) return undefined;
  return 'text' in first && typeof first.text === 'string' ? first.text : undefined;
}
