import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { Explanation, type RequestReports } from '#api/request-record.ts';
import type { Session } from '#api/session.ts';

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
