import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CatalogModule, JobHandler } from '#api/catalog-module.ts';
import { createLoaders, prices, type RequestContext, type Services, spendPoints } from '#api/context.ts';
import { anonymous, clientIdentity, forCaller, type Session } from '#api/session.ts';
import { createRequestState, RequestRecord, type RequestReports } from '#api/request-state.ts';
import { createRecordReader, type RecordReader } from '#api/record-reader.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Job } from '#platform/job-queue.ts';
import { type Admission, unlimitedAdmission } from '#platform/database/statement-gate.ts';
import { budgetSeconds, type PointBudget } from '#platform/request-rate-limiter.ts';
import { currentPosition, routeReads, storeWrite } from '#platform/database/route-reads.ts';
import type { Credential, FindSession } from '#identity/index.ts';
import { explainStatements, requestedReports } from './graph/reports.ts';
import { baseUrlOf } from './http/addresses.ts';
import { isRead, sessionTextOf } from './http/session-cookie.ts';
import { isShared } from '#http/answers.ts';
import { type LogPosition, parseLogPosition } from '#platform/database/replica.ts';

/** What bounds the work of a request, and what its client asked to learn. Jobs have none of it, so that their statements do not wait. */
interface RequestTerms {
  readonly admission?: Admission;
  readonly budget?: PointBudget | undefined;
  readonly reports?: RequestReports | undefined;
}

/** Creates the context of a caller, with its own entity manager and loaders. */
export const createContext = (
  app: Services,
  session: Session,
  traceId: string,
  { admission = unlimitedAdmission, budget, reports }: RequestTerms = {},
): RequestContext => {
  const { onlyReads, noteWrite } = admission;
  const server = app.replica ? routeReads(app, app.replica, { onlyReads, noteWrite, position: session.position }) : app;
  let em: RequestContext['em'] | undefined;
  let exploreDb: RequestContext['exploreDb'] | undefined;
  let records: RecordReader | undefined;
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
    get records() {
      return (records ??= createRecordReader({
        engine: app.columnEngine,
        timeoutMs: app.config.databasePools.exploreSeconds * 1_000,
        admission,
        tracing: app.tracing,
        explanation: reports?.explanation,
      }));
    },
    streams: server,
    admission,
    budget,
    loaders: createLoaders(),
    record: new RequestRecord(),
    state: createRequestState(),
    reports,
    claim: undefined,
    payloadReader: undefined,
    traceId,
  };
};

/**
 * Creates the context of a request. The signal aborts when the client leaves. Fails UNAUTHORIZED for an unknown API key, as `FindSession` does
 * for a token, and CROSS_SITE_REQUEST for a request with the cookie of a session that is not of a page of this service.
 */
export async function contextFor(
  app: Services,
  findSession: FindSession,
  request: FastifyRequest,
  clientLeaves?: AbortSignal,
): Promise<RequestContext> {
  const credential = credentialOf(request);
  const find = (given: Credential) => findSession(given, () => contextOfVisit(app, request));
  const found = credential ? await find(credential) : await sessionOfCookie(app, request, find);
  const session = { ...found, address: baseUrlOf(request, app.config), clientAddress: request.ip };
  const reports = requestedReports(request, session);
  const identify = () => JSON.stringify(clientIdentity(session));
  const admission = app.statementGate(session.username === undefined, clientLeaves, identify);
  const ctx = createContext(app, session, request.id, {
    admission: reports?.explanation ? explainStatements(admission, reports.explanation) : admission,
    budget: budgetOf(app, session),
    reports,
  });
  if (reports) ctx.record.markPersonal();
  return ctx;
}

/** The session of a caller without a key. */
const anonymousSession = ({ replica }: Services, request: FastifyRequest): Session =>
  replica ? { ...anonymous, position: carriedPosition(request) } : anonymous;

/**
 * The session that the cookie of a browser names. Where it has ended, a request that only reads is that of a caller without a key; what would
 * change something, and a stream that began with the session, fail SESSION_ENDED: the person does not act without their name unawares.
 */
async function sessionOfCookie(
  app: Services,
  request: FastifyRequest,
  find: (credential: Credential) => Promise<Session>,
): Promise<Session> {
  const text = sessionTextOf(request, app.config);
  if (text === undefined) return anonymousSession(app, request);
  try {
    return await find({ type: 'session', text });
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'SESSION_ENDED') throw error;
    request.hasEndedSession = true;
    if (!isRead(request) || request.catalog?.session.token !== undefined) throw error;
    return anonymousSession(app, request);
  }
}

/** The context in which the user of a token is created at the first visit. */
const contextOfVisit = (app: Services, request: FastifyRequest): RequestContext =>
  createContext(app, { ...anonymous, clientAddress: request.ip }, request.id, { admission: app.statementGate(true) });

/**
 * The API key or token in the header, or the API key in the query (docs/contract/rest.md 1). The header takes precedence. Fails UNAUTHORIZED
 * for a header of another form and for an empty key: a caller that sends a wrong key is not treated as anonymous. A header that is nothing but the key in the
 * query says the same twice, as the SDK of the vendor does.
 */
function credentialOf({ headers: { authorization }, query }: FastifyRequest): Credential | undefined {
  const inQuery =
    typeof query === 'object' && query !== null && 'apikey' in query ? [query.apikey].flat().map(String) : [];
  const keyInQuery = inQuery.find(Boolean);
  if (authorization !== undefined && (keyInQuery === undefined || authorization.trim() !== keyInQuery)) {
    const [, scheme = '', text = ''] = /^\s*(apikey|bearer) +(\S+)\s*$/i.exec(authorization) ?? fail('UNAUTHORIZED');
    return { type: scheme.toLowerCase() === 'bearer' ? 'token' : 'key', text };
  }
  return inQuery.length === 0 ? undefined : { type: 'key', text: keyInQuery ?? fail('UNAUTHORIZED') };
}

/** The budget of a caller in the current minute; undefined where the settings do not limit such callers. */
function budgetOf({ config: { rateLimits }, findBudget }: Services, session: Session): PointBudget | undefined {
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

/** The cookie with which a caller without a key carries the position of the log after their last change. */
const cookieName = 'catalog_position';

/**
 * Remembers the position of the log after a change, before the response is sent, so that the caller's next read on any gateway finds the
 * change on the replica or is served by the primary: for a user in the database, for a caller without a key in a cookie.
 */
export function rememberWrites(http: FastifyInstance, { replica, db, log }: Services): void {
  if (!replica) return;
  http.addHook('onSend', async ({ catalog }, reply) => {
    if (!catalog?.admission.mayHaveMutated()) return;
    const { username } = catalog.session;
    try {
      if (username !== undefined) {
        await storeWrite(db, username);
        return;
      }
      const position = await currentPosition(db);
      reply.header(
        'set-cookie',
        `${cookieName}=${position ?? ''}; Path=/; Max-Age=${replica.maxLagSeconds + 1}; HttpOnly; SameSite=Lax`,
      );
    } catch (error) {
      log.warn(
        { reason: String(error) },
        'The position of a change could not be stored. Its author may not see it yet.',
      );
    }
  });
}

/** The position that a caller without a key carries; undefined without one. */
const carriedPosition = ({ headers: { cookie } }: FastifyRequest): LogPosition | undefined =>
  cookie === undefined ? undefined : parseLogPosition(new RegExp(`(?:^|; ?)${cookieName}=([^;]*)`).exec(cookie)?.[1]);

/** The context of an authenticated request. Fails INTERNAL_ERROR outside of the scopes that authenticate. */
export const catalogOf = ({ catalog }: FastifyRequest): RequestContext => catalog ?? fail('INTERNAL_ERROR');

/** Runs the jobs of every queue of the modules until the queues stop. Jobs run without a user. */
export async function runJobs(app: Services, modules: readonly CatalogModule[]): Promise<void> {
  for (const { queue, run, ...settings } of modules.flatMap(({ jobs = [] }) => jobs))
    await app.jobs.work(queue, (job) => runJob(app, { queue, run }, job), settings);
}

/** Runs a job and measures it. The lines that it logs have its id and its trace. */
async function runJob(app: Services, { queue, run }: Pick<JobHandler, 'queue' | 'run'>, job: Job): Promise<void> {
  const start = performance.now();
  const log = app.log.child({ queue, job_id: job.id, trace_id: job.traceId });
  const record = (outcome: 'done' | 'failed' | 'interrupted') => {
    app.metrics.recordJob({ queue, outcome, seconds: (performance.now() - start) / 1_000 });
  };
  try {
    await run(createContext({ ...app, log }, anonymous, job.traceId), job);
    record('done');
  } catch (error) {
    record(job.signal.aborted ? 'interrupted' : 'failed');
    throw error;
  }
}
