import type { FastifyRequest } from 'fastify';
import type { RequestContext, Services } from '../api/context.ts';
import { forCaller } from '../api/session/caller.ts';
import { RequestRecord } from '../api/request-record.ts';
import { createLoaders } from '../api/reading/loaders.ts';
import { anonymous, type Session } from '../api/session/session.ts';
import { fail } from '../kernel/fail.ts';
import { unlimitedAdmission, type Admission } from '../platform/database/statement-gate.ts';
import type { PointBudget } from '../platform/rate-limits/point-budget.ts';
import { routeReads } from '../platform/database/replica/route-reads.ts';
import type { FindSession } from '../modules/identity/index.ts';
import { budgetOf } from './http/limit-rates.ts';
import { carriedPosition } from './http/remember-writes.ts';
import { baseUrlOf } from './http/request-address.ts';

/** Creates the context of a caller, with its own entity manager and loaders. Jobs give no admission and no budget, so that their statements do not wait. */
export const createContext = (
  app: Services,
  session: Session,
  traceId: string,
  admission: Admission = unlimitedAdmission,
  budget?: PointBudget,
): RequestContext => {
  const { onlyReads, noteWrite } = admission;
  const server = app.replica ? routeReads(app, app.replica, { onlyReads, noteWrite, position: session.position }) : app;
  let em: RequestContext['em'] | undefined;
  let exploreDb: RequestContext['exploreDb'] | undefined;
  return {
    app,
    session,
    // A fork costs more than the rest of the context, and a planned query needs none.
    get em() {
      return (em ??= app.orm.em.fork());
    },
    db: forCaller(admission.db(server.db), session),
    get exploreDb() {
      return (exploreDb ??= forCaller(admission.exploreDb(server.exploreDb), session));
    },
    streams: server,
    admission,
    budget,
    loaders: createLoaders(),
    record: new RequestRecord(),
    traceId,
  };
};

/** Creates the context of a request. The signal aborts when the client leaves. Fails UNAUTHORIZED for an unknown API key. */
export async function contextFor(
  app: Services,
  sessionOfKey: FindSession,
  request: FastifyRequest,
  clientLeaves?: AbortSignal,
): Promise<RequestContext> {
  const key = keyOf(request);
  const found = key === undefined ? anonymousSession(app, request) : await sessionOfKey(key);
  const session = { ...found, address: baseUrlOf(request, app.config), clientAddress: request.ip };
  return createContext(
    app,
    session,
    request.id,
    app.statementGate(session.username === undefined, clientLeaves),
    budgetOf(app, session),
  );
}

/** The session of a caller without a key. */
const anonymousSession = ({ replica }: Services, request: FastifyRequest): Session =>
  replica ? { ...anonymous, position: carriedPosition(request) } : anonymous;

/**
 * The API key in the header or in the query (docs/contract/rest.md 1). The header takes precedence. Fails UNAUTHORIZED for a header of
 * another form and for an empty key: a caller that sends a wrong key is not treated as anonymous.
 */
function keyOf({ headers: { authorization }, query }: FastifyRequest): string | undefined {
  if (authorization !== undefined) return /^\s*apikey +(\S+)\s*$/i.exec(authorization)?.[1] ?? fail('UNAUTHORIZED');
  const inQuery =
    typeof query === 'object' && query !== null && 'apikey' in query ? [query.apikey].flat().map(String) : [];
  return inQuery.length === 0 ? undefined : (inQuery.find(Boolean) ?? fail('UNAUTHORIZED'));
}
