import { untilAborted } from '#kernel/concurrency.ts';
import { getAccessToken } from './access-token.ts';
import type { Oidc } from './authentication.ts';
import type { DatasourceClient } from './datasource-client.ts';
import { parseRemoteFolder, ServerSession } from './file-server.ts';
import { type FtpSettings, logIn, startTransfer } from './ftp.ts';

/** Access by tokens alone, whose addresses the files have. */
export interface TokenSettings {
  readonly type: 'google_drive' | 'sharepoint';
  readonly connection: { readonly auth: Oidc };
}

/** Tries an access by getting a token, and reads nothing. */
export const tokenProbe: DatasourceClient<TokenSettings> = {
  async openStream({ connection: { auth } }, ports, { signal }) {
    await getAccessToken(auth, ports, signal);
    return undefined;
  },
};

/** The time limits of a try, in milliseconds. */
const timeouts = { totalMs: 15_000, idleMs: 10_000 };

/** Tries an access by logging in and listing the first entry of a folder: that of the connection, or one below it. */
export const folderProbe: DatasourceClient<Pick<FtpSettings, 'type' | 'connection'>> = {
  async openStream({ connection }, { guard, hostKeys, tracing }, { signal }) {
    const folder = parseRemoteFolder(connection.url);
    const span = startTransfer(tracing, folder);
    const session = new ServerSession(folder.host, guard, signal);
    session.limitTime(timeouts.totalMs);
    try {
      return await span.run(() =>
        untilAborted(session.signal, async () => {
          const server = await logIn(folder, connection, session, { hostKeys, idleMs: timeouts.idleMs });
          await server.list(folder.path, 1);
          return undefined;
        }),
      );
    } catch (error) {
      const failure = session.toFailure(error);
      span.fail(failure);
      throw failure;
    } finally {
      session.end();
      span.end();
    }
  },
};
