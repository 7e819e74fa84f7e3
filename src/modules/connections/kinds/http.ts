import { Field, ObjectType } from 'type-graphql';
import { checkAll } from '#kernel/check-all.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { HttpSettings } from '#platform/datasources/http.ts';
import { joinUrl } from '#platform/datasources/provider-requests.ts';
import { AnyDatasource, ConnectionReference, DatasourceConnectionSettings, HttpHeader } from '../connection.type.ts';
import { audienceOf, extractUrlSecrets, maskUrl, restoreUrlSecrets, secretsForAudience } from '../stored-secrets.ts';
import { restoreHeaderSecrets } from '../connection-access.ts';
import { HttpHeaderInput } from '../connection-settings.inputs.ts';
import { parseHeaders, parseRelativeUrl, parseUrl } from '../parse-settings.ts';
import type { ConnectedKind, DatasourceInputBase } from './connected-kind.ts';

@ObjectType({ implements: DatasourceConnectionSettings, description: 'A web server.' })
export class HttpConnectionSettings extends DatasourceConnectionSettings {
  @Field(() => String, { description: 'The base of relative addresses.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'The headers that are sent with every request.' })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: AnyDatasource, description: 'Bytes on the web.' })
export class HttpDatasource extends AnyDatasource {
  declare type: 'http';

  @Field(() => ConnectionReference, { description: 'The connection to the web server.' })
  connection!: ConnectionReference;

  @Field(() => String, {
    description: "The address relative to the connection's; empty for that itself.",
  })
  relativeUrl!: string;

  @Field(() => [HttpHeader], {
    description: 'Headers in addition to those of the connection, which one of the same name replaces.',
  })
  headers!: readonly HttpHeader[];
}

interface HttpInput extends DatasourceInputBase {
  readonly relativeUrl?: string | null;
  readonly headers?: readonly HttpHeaderInput[] | null;
}

/** Bytes at http and https addresses. */
export const http: ConnectedKind<HttpDatasource, HttpInput> = Object.freeze<ConnectedKind<HttpDatasource, HttpInput>>({
  type: 'http',
  label: 'HTTP',
  description: 'On the web, at an http or https address.',
  objectType: HttpDatasource,
  inputs: {
    relativeUrl: {
      type: () => String,
      description: "The address relative to the connection's. It cannot lead to another host.",
    },
    headers: { type: () => [HttpHeaderInput], description: "Sent in addition to the connection's headers." },
  },
  connection: {
    description: 'A web server.',
    objectType: HttpConnectionSettings,
    inputs: {
      url: {
        type: () => String,
        isRequired: true,
        description: 'The http or https address, without user name and password.',
      },
      headers: { type: () => [HttpHeaderInput], description: 'The headers that are sent with every request.' },
    },
    auth: { types: ['basic_auth', 'oauth2', 'oidc'], isOptional: true },
    parse(input, { path, secrets, auth }) {
      const origin = audienceOf(input.url ?? '');
      const [url, headers, parsedAuth] = checkAll(
        () =>
          extractUrlSecrets(
            parseUrl(input.url, `${path}url`),
            { prefix: 'url', audience: origin, field: `${path}url` },
            secrets,
          ),
        () => parseHeaders(input.headers ?? [], `${path}headers`, origin, secrets),
        () => auth(origin),
      );
      return { url, headers, auth: parsedAuth };
    },
  },
  probe: { datasource: ({ relativeUrl }) => ({ type: 'http', relativeUrl }) },
  parse(input, { connection, baseUrl, secrets }) {
    const audience = audienceOf(baseUrl);
    const context = { prefix: 'relativeUrl', audience, field: 'relativeUrl' } as const;
    const [relativeUrl, headers] = checkAll(
      () => extractUrlSecrets(parseRelativeUrl(input.relativeUrl, baseUrl), context, secrets),
      () => parseHeaders(input.headers ?? [], 'headers', audience, secrets),
    );
    return { type: 'http', connection, relativeUrl, headers };
  },
  displayName: ({ relativeUrl }, connectionUrl) =>
    connectionUrl === null ? undefined : joinUrl(connectionUrl, relativeUrl),
  identity: ({ relativeUrl }) => maskUrl(relativeUrl ?? ''),
  toReadable({ type, relativeUrl, headers }, { connection, secrets }) {
    const url = connection.url();
    const knownSecrets = secretsForAudience(secrets, audienceOf(url));
    const settings: HttpSettings = {
      type,
      connection: { url, headers: connection.headers(), auth: connection.auth('basic_auth', 'oauth2', 'oidc') },
      relativeUrl: restoreUrlSecrets(relativeUrl, 'relativeUrl', knownSecrets),
      headers: restoreHeaderSecrets(headers, knownSecrets),
    };
    return toReadableDatasource(settings, async () => (await import('#platform/datasources/http.ts')).httpClient);
  },
});
