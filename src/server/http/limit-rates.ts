import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientIdentity, type Session } from '#api/session.ts';
import { prices, spendPoints } from '#api/points.ts';
import type { Services } from '#api/context.ts';
import { budgetSeconds, type PointBudget } from '#platform/point-budgets.ts';
import { isShared } from '#http/answers.ts';

/** The budget of a caller in the current minute; undefined where the settings do not limit such callers. */
export function budgetOf({ config: { rateLimits }, findBudget }: Services, session: Session): PointBudget | undefined {
  const limit = rateLimits[policyOf(session)];
  if (limit === undefined) return undefined;
  const { username, clientAddress } = session;
  const name = username === undefined ? `address ${String(clientAddress)}` : `user ${username}`;
  return findBudget({ name, identity: () => JSON.stringify(clientIdentity(session)) }, limit);
}

/**
 * Takes the price of every request from the budget of its caller, in the routes of a scope that authenticates. Responses have the headers of
 * draft-ietf-httpapi-ratelimit-headers-11 where the caller has a budget, but
 * those that shared caches may keep for others.
 */
export function limitRates(http: FastifyInstance): void {
  http.addHook('onRequest', ({ catalog }, _reply, done) => {
    const waiting = catalog && spendPoints(catalog, prices.request);
    if (waiting) waiting.then(() => done(), done);
    else done();
  });
  http.addHook('onSend', (request, reply, _payload, done) => {
    if (!isShared(reply)) reply.headers(rateLimitHeaders(request));
    done();
  });
}

/** The policy that applies to a caller, as the headers name it. */
const policyOf = ({ username }: Session) => (username === undefined ? 'anonymous' : 'key');

const noHeaders = Object.freeze({});

function rateLimitHeaders({ catalog }: FastifyRequest): Readonly<Record<string, string>> {
  if (!catalog?.budget) return noHeaders;
  const { limit, remaining, secondsLeft } = catalog.budget;
  const policy = policyOf(catalog.session);
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${budgetSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${secondsLeft}`,
  };
}
