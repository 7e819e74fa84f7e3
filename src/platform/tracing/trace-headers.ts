import { formatTraceParent } from '#kernel/trace-context.ts';
import type { Tracing } from './tracing.ts';

/** The header that makes the other service's spans parts of the trace; none without a current span. */
export const traceHeaders = ({ current }: Tracing): { readonly traceparent?: string } => {
  const span = current();
  return span ? { traceparent: formatTraceParent(span) } : {};
};
