import { Field, ObjectType } from 'type-graphql';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { FtpSettings } from '#platform/datasources/ftp.ts';
import { joinUrl } from '#platform/datasources/provider-requests.ts';
import { AnyDatasource, ConnectionReference, DatasourceConnectionSettings } from '../connection.type.ts';
import type { ConnectionAccess } from '../connection-access.ts';
import { audienceOf, maskUrl } from '../stored-secrets.ts';
import { parseRelativeUrl, parseUrl } from '../parse-settings.ts';
import type { ConnectedKind, DatasourceInputBase } from './connected-kind.ts';

@ObjectType({ implements: DatasourceConnectionSettings, description: 'A server of FTP, FTPS or SFTP.' })
export class FtpConnectionSettings extends DatasourceConnectionSettings {
  @Field(() => String, { description: 'The base of relative addresses; its scheme determines the protocol.' })
  url!: string;
}

@ObjectType({ implements: AnyDatasource, description: 'A file on a server of FTP, FTPS or SFTP.' })
export class FtpDatasource extends AnyDatasource {
  declare type: 'ftp';

  @Field(() => ConnectionReference, { description: 'The connection to the server.' })
  connection!: ConnectionReference;

  @Field(() => String, {
    description: "The address relative to the connection's; empty for that itself.",
  })
  relativeUrl!: string;
}

interface FtpInput extends DatasourceInputBase {
  readonly relativeUrl?: string | null;
}

/** Files on FTP, FTPS and SFTP servers. */
export const ftp: ConnectedKind<FtpDatasource, FtpInput> = Object.freeze<ConnectedKind<FtpDatasource, FtpInput>>({
  type: 'ftp',
  label: 'FTP',
  description: 'On a server of FTP, FTPS or SFTP.',
  objectType: FtpDatasource,
  inputs: {
    relativeUrl: {
      type: () => String,
      description: "The address relative to the connection's. It cannot lead to another host.",
    },
  },
  connection: {
    description: 'A server of FTP, FTPS or SFTP, by the scheme of its address.',
    objectType: FtpConnectionSettings,
    inputs: {
      url: {
        type: () => String,
        isRequired: true,
        description:
          'The address, without user name and password; its scheme, ftp, ftps or sftp, determines the protocol.',
      },
    },
    auth: { types: ['basic_auth'], isOptional: true },
    parse(input, { path, auth }) {
      // the address is stored unmasked: its query may contain the expected host key of the server, which is not a secret
      const [url, parsedAuth] = checkAll(
        () => parseUrl(input.url, `${path}url`, ['ftp', 'ftps', 'sftp']),
        () => auth(audienceOf(input.url ?? '')),
      );
      return { url, auth: parsedAuth };
    },
  },
  probe: {
    open: (connection) =>
      toReadableDatasource(
        { type: 'ftp' as const, connection: ftpConnection(connection) },
        async () => (await import('#platform/datasources/try-access.ts')).folderProbe,
      ),
  },
  parse: ({ relativeUrl }, { connection, baseUrl }) => ({
    type: 'ftp',
    connection,
    relativeUrl: requireNoQuery(parseRelativeUrl(relativeUrl, baseUrl)),
  }),
  displayName: ({ relativeUrl }, connectionUrl) =>
    connectionUrl === null ? undefined : joinUrl(connectionUrl, relativeUrl),
  identity: ({ relativeUrl }) => maskUrl(relativeUrl ?? ''),
  toReadable({ type, relativeUrl }, { connection }) {
    const settings: FtpSettings = { type, connection: ftpConnection(connection), relativeUrl };
    return toReadableDatasource(settings, async () => (await import('#platform/datasources/ftp.ts')).createFtp());
  },
});

const ftpConnection = (connection: ConnectionAccess): FtpSettings['connection'] => ({
  url: connection.url(),
  owner: connection.owner,
  auth: connection.auth('basic_auth'),
});

/** Returns an address without a query. Fails INVALID_INPUT, because a query would set the expected host key. */
const requireNoQuery = (relativeUrl: string): string =>
  relativeUrl.includes('?')
    ? failFields({ relativeUrl: ['Remove the query. Write question marks in a path as %3F.'] })
    : relativeUrl;
