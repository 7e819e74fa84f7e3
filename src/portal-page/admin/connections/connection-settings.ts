import { isRecord } from '#portal-page/json.ts';
import type { AdminMessageName } from '../admin-texts.ts';
import type { ConnectionKind } from '../dataset/resources/source.ts';
import type { OneChangeFragment, OneConnectionFragment } from '../generated/operations.ts';

/** A field of the settings of a connection, or of its authentication. */
export interface Setting {
  readonly name: string;
  readonly label: AdminMessageName;
  readonly isMandatory?: boolean;
  /** A secret is sent and never shown; left out, the stored one stays. */
  readonly isSecret?: boolean;
  readonly isLong?: boolean;
}

const secret = (name: string, label: AdminMessageName): Setting => ({ name, label, isSecret: true });
const mandatory = (name: string, label: AdminMessageName): Setting => ({ name, label, isMandatory: true });

/** The ways to authenticate, by their members in the graph, with their fields. */
export const authentications = {
  basicAuth: [mandatory('username', 'username'), secret('password', 'password')],
  oauth2: [
    mandatory('tokenUrl', 'tokenUrl'),
    mandatory('clientId', 'clientId'),
    secret('clientSecret', 'clientSecret'),
    { name: 'scope', label: 'tokenScope' },
  ],
  oidc: [
    mandatory('tokenUrl', 'tokenUrl'),
    mandatory('clientId', 'clientId'),
    secret('clientSecret', 'clientSecret'),
    secret('refreshToken', 'refreshToken'),
  ],
  awsSignatureV4: [
    mandatory('accessKeyId', 'accessKeyId'),
    secret('secretAccessKey', 'secretAccessKey'),
    mandatory('region', 'region'),
  ],
  iamRole: [],
  sharedKey: [mandatory('accountName', 'accountName'), secret('sharedKey', 'sharedKey')],
} as const satisfies Readonly<Record<string, readonly Setting[]>>;

/** A way to authenticate. */
export type Authentication = keyof typeof authentications;

/** The ways to authenticate, by their values in the graph. */
const authenticationOf: Readonly<Record<NonNullable<OneConnectionFragment['auth']>['type'], Authentication>> = {
  basic_auth: 'basicAuth',
  oauth2: 'oauth2',
  oidc: 'oidc',
  aws_signature_v4: 'awsSignatureV4',
  iam_role: 'iamRole',
  shared_key: 'sharedKey',
};

/** What the connections of a kind have. */
interface KindOfConnection {
  /** The member of the input. */
  readonly member: string;
  readonly label: string;
  readonly settings: readonly Setting[];
  readonly authentications: readonly Authentication[];
  readonly isAuthenticated?: boolean;
  /** The address that a test may read. */
  readonly probed?: 'relativeUrl' | 'url';
}

const url = mandatory('url', 'address');

/** The kinds of connections. */
export const kinds: Readonly<Record<ConnectionKind, KindOfConnection>> = {
  http: {
    member: 'http',
    label: 'HTTP',
    settings: [url, { name: 'headers', label: 'headers', isLong: true }],
    authentications: ['basicAuth', 'oauth2', 'oidc'],
    probed: 'relativeUrl',
  },
  ftp: { member: 'ftp', label: 'FTP, FTPS, SFTP', settings: [url], authentications: ['basicAuth'] },
  amazon_s3: {
    member: 'amazonS3',
    label: 'Amazon S3',
    settings: [],
    authentications: ['awsSignatureV4', 'iamRole'],
    probed: 'url',
  },
  azure_blob_storage: {
    member: 'azureBlobStorage',
    label: 'Azure Blob Storage',
    settings: [],
    authentications: ['sharedKey'],
    probed: 'url',
  },
  sharepoint: {
    member: 'sharepoint',
    label: 'SharePoint',
    settings: [],
    authentications: ['oidc'],
    isAuthenticated: true,
  },
  google_drive: {
    member: 'googleDrive',
    label: 'Google Drive',
    settings: [],
    authentications: ['oidc'],
    isAuthenticated: true,
  },
  snowflake_odbc: {
    member: 'snowflakeOdbc',
    label: 'Snowflake',
    settings: [{ ...mandatory('connectionString', 'connectionString'), isLong: true }],
    authentications: [],
  },
};

/** What is entered of a connection. */
export interface EnteredConnection {
  readonly type: ConnectionKind;
  readonly isReusable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly authentication: Authentication | undefined;
  readonly auth: Readonly<Record<string, string>>;
}

/** A connection before anything was entered. */
export const noConnection = (type: ConnectionKind): EnteredConnection => ({
  type,
  isReusable: true,
  settings: {},
  authentication: kinds[type].isAuthenticated ? kinds[type].authentications[0] : undefined,
  auth: {},
});

/** What is saved of a connection, without its secrets. */
export function savedConnection(connection: OneConnectionFragment): EnteredConnection {
  const { auth } = connection;
  const authentication = auth ? authenticationOf[auth.type] : undefined;
  return {
    type: connection.type,
    isReusable: connection.isReusable,
    settings: {
      ...('httpUrl' in connection && {
        url: connection.httpUrl,
        headers: connection.headers.map(({ name, value }) => `${name}: ${value ?? ''}`.trim()).join('\n'),
      }),
      ...('ftpUrl' in connection && { url: connection.ftpUrl }),
      ...('connectionString' in connection && { connectionString: connection.connectionString }),
    },
    authentication,
    auth: textsIn(auth, authentication ? authentications[authentication] : []),
  };
}

const textsIn = (value: unknown, settings: readonly Setting[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settings.flatMap(({ name }) => {
      const text = isRecord(value) ? value[name] : undefined;
      return typeof text === 'string' ? [[name, text] as const] : [];
    }),
  );

/** The headers of lines `Name: value`; without a value, that which is stored stays. */
const headersOf = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = line, value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
      return { name: name.trim(), value: value.trim() === '' ? null : value.trim() };
    });

/** The settings of the input. They replace those that are stored, but for secrets that are left out. `hide` has the value of a secret. */
export function settingsInput(
  { type, settings, authentication, auth }: EnteredConnection,
  hide: (secret: string) => string = (each) => each,
) {
  const { member, settings: known } = kinds[type];
  const texts = known.map(({ name }) => [name, settings[name] ?? ''] as const);
  const fields = authentication && authentications[authentication];
  const entered = (fields ?? []).flatMap(({ name, ...field }: Setting) => {
    const text = auth[name] ?? '';
    if (text === '') return field.isSecret ? [] : [[name, ''] as const];
    return [[name, field.isSecret ? hide(text) : text] as const];
  });
  return {
    [member]: {
      ...Object.fromEntries(
        texts.map(([name, text]): readonly [string, unknown] => {
          if (name === 'headers')
            return [name, headersOf(text).map((each) => ({ ...each, value: each.value && hide(each.value) }))];
          return [name, name === 'connectionString' ? hide(text) : text];
        }),
      ),
      ...(kinds[type].authentications.length > 0 && {
        auth: authentication
          ? { [authentication]: authentication === 'iamRole' ? true : Object.fromEntries(entered) }
          : null,
      }),
    },
  };
}

/** What differs, as it is shown: secrets and headers, which may be some, are not. */
export function changesOf(
  before: EnteredConnection,
  after: EnteredConnection,
  t: (name: AdminMessageName) => string,
): readonly OneChangeFragment[] {
  const change = (label: string, was: unknown, is: unknown): readonly OneChangeFragment[] =>
    was === is ? [] : [{ kind: 'changed', path: [label], before: was ?? null, after: is ?? null }];
  const masked = (text: string | undefined): string | undefined => (text ? '••••••' : undefined);
  const fieldsOf = ({ authentication }: EnteredConnection): readonly Setting[] =>
    authentication ? authentications[authentication] : [];
  return [
    ...kinds[after.type].settings.flatMap(({ name, label }) => {
      const [was, is] = [before.settings[name] ?? '', after.settings[name] ?? ''];
      if (was === is) return [];
      return name === 'url' ? change(t(label), was || null, is) : change(t(label), null, masked(is) ?? '–');
    }),
    ...change(
      t('authentication'),
      before.authentication && t(`authentications.${before.authentication}`),
      after.authentication && t(`authentications.${after.authentication}`),
    ),
    ...fieldsOf(after).flatMap(({ name, label, isSecret }) => {
      const was = before.authentication === after.authentication ? before.auth[name] : undefined;
      const is = after.auth[name];
      return isSecret ? change(t(label), undefined, masked(is)) : change(t(label), was || undefined, is || undefined);
    }),
    ...change(t('isReusable'), t(before.isReusable ? 'yes' : 'no'), t(after.isReusable ? 'yes' : 'no')),
  ];
}
