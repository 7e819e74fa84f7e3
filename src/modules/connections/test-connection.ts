import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { sqlText } from '#kernel/sql.ts';
import type { ReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { withAuditEntry } from '#identity/index.ts';
import { ConnectionAccess } from './connection-access.ts';
import type { TestDatasourceConnectionInput } from './connection.inputs.ts';
import type { TestDatasourceConnectionPayload } from './connection.type.ts';
import { auditedAs, findConnection } from './connections.service.ts';
import { connectedKindOf } from './kinds/connected-kinds.ts';
import type { ProbedAddress } from './kinds/connected-kind.ts';
import { decryptConnections, type DecryptedConnection, noSecrets, SecretCollector } from './stored-secrets.ts';

/** The time limit of a test. */
const timeoutMs = 20_000;

/** The requests that have tested a connection: each test calls another server. */
const tested = new WeakSet<RequestContext>();

/**
 * Tests a saved connection, outside of any transaction: a server may be slow. Why it cannot be used is a value, as a test has that result. Fails
 * UNAUTHORIZED without a key, NOT_FOUND for a connection that the caller may not read, INVALID_INPUT for an address, and QUERY_TOO_COMPLEX for
 * a second test in a request.
 */
export async function testConnection(
  ctx: RequestContext,
  input: TestDatasourceConnectionInput,
): Promise<TestDatasourceConnectionPayload> {
  requireCaller(ctx.session);
  requireFirstTest(ctx);
  await findConnection(ctx, input.uid, sqlText(''));
  const connection = (await decryptConnections({ db: ctx.db, secrets: ctx.app.secrets }, [input.uid])).get(input.uid);
  if (!connection) fail('NOT_FOUND');
  const { uid, relativeUrl = null, url = null } = input;
  const error = await problemOf(ctx, () => toProbe(ctx, connection, { relativeUrl, url }));
  await withAuditEntry(ctx, auditedAs('testDatasourceConnection', input), () => Promise.resolve(uid));
  return { isReachable: error === null, error };
}

function requireFirstTest(ctx: RequestContext): void {
  if (tested.has(ctx))
    fail('QUERY_TOO_COMPLEX', {
      found: 2,
      measure: 'tests of connections',
      limit: 1,
      advice: 'Test one connection in a request.',
    });
  tested.add(ctx);
}

/** What is opened to test a connection. */
function toProbe({ app }: RequestContext, connection: DecryptedConnection, address: ProbedAddress): ReadableDatasource {
  const kind = connectedKindOf(connection.type);
  const access = new ConnectionAccess(connection, connection.type, app.config.allowServerCredentials);
  if ('open' in kind.probe) return kind.probe.open(access);
  const secrets = new SecretCollector(noSecrets);
  const datasource = kind.parse(kind.probe.datasource(address), {
    connection: { uid: connection.uid },
    baseUrl: connection.settings.url ?? '',
    secrets,
  });
  return kind.toReadable(datasource, { connection: access, secrets: secrets.secrets, isSample: true });
}

/** Why a datasource cannot be opened; null where it can. Of its content nothing is read but what has arrived with its beginning. */
async function problemOf({ app }: RequestContext, probe: () => ReadableDatasource): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await app.semaphores.sourceReads(
      async () => {
        const response = await app.datasources.openStream(probe(), { signal });
        // what breaks after the beginning is no matter of the test
        response?.content.on('error', () => undefined).destroy();
      },
      { signal },
    );
    return null;
  } catch (error) {
    if (signal.aborted) return `The server took longer than ${timeoutMs / 1000} seconds. Try again later.`;
    if (error instanceof CatalogError && (error.code === 'SOURCE_FAILED' || error.code === 'SOURCE_REFUSED'))
      return error.message;
    throw error;
  }
}
