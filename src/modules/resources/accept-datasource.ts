import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import { joinUrl } from '../../platform/datasources/join-url.ts';
import type { DatasourceInput, HttpAuthInput, HttpConnectionInput, HttpHeaderInput } from './datasource.inputs.ts';
import { isSecretHeader, SecretCollector, type DatasourceSecrets } from './datasource-secrets.ts';
import type { Datasource, HttpAuth, HttpDatasource, HttpHeader } from './datasource.type.ts';
import { urlProblem } from './source-url.ts';

/** A datasource as it is stored: what everybody may read who may read the resource, and apart from it the secrets. */
export interface AcceptedDatasource {
  readonly datasource: Datasource | null;
  readonly secrets: DatasourceSecrets | null;
}

const required = 'This field is required.';

/** The datasource that an input describes for a dataset; `stored` are the secrets of the one it replaces. Fails INVALID_INPUT. */
export async function acceptDatasource(
  ctx: RequestContext, datasetUid: string, input: DatasourceInput | null | undefined, stored: DatasourceSecrets | null = null,
): Promise<AcceptedDatasource> {
  if (!input) return { datasource: null, secrets: null };
  if (input.type === 'http') return acceptHttp(input, stored);
  const { uid } = input.file ?? failFields({ 'datasource.file': [required] });
  const found = await firstRow(ctx.db, sql`select 1 from resource_file where dataset_uid = ${datasetUid} and uid = ${uid}`);
  if (!found) failFields({ 'datasource.file': ['The dataset has no file of this name; upload it first.'] });
  return { datasource: { type: 'uploaded_file', file: { uid } }, secrets: null };
}

function acceptHttp(input: DatasourceInput, stored: DatasourceSecrets | null): AcceptedDatasource {
  const connection = input.connection ?? failFields({ 'datasource.connection': [required] });
  const origin = originOf(connection);
  const relativeUrl = input.relativeUrl ?? '';
  if (joinUrl(connection.url, relativeUrl) === undefined) {
    failFields({ 'datasource.relativeUrl': ['Send a path below the connection\'s address; it cannot lead to another host.'] });
  }
  const collector = new SecretCollector(origin, stored);
  const datasource: HttpDatasource = {
    type: 'http',
    connection: {
      url: connection.url,
      headers: acceptHeaders(connection.headers ?? [], 'connection.headers', collector),
      auth: connection.auth ? acceptAuth(connection.auth, collector) : null,
    },
    relativeUrl,
    headers: acceptHeaders(input.headers ?? [], 'headers', collector),
  };
  return { datasource, secrets: collector.secrets };
}

function originOf({ url }: HttpConnectionInput): string {
  const problem = urlProblem(url);
  if (problem) failFields({ 'datasource.connection.url': [problem] });
  return new URL(url).origin;
}

const headerName = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;
const maxHeaders = 50;

function acceptHeaders(headers: readonly HttpHeaderInput[], place: string, collector: SecretCollector): HttpHeader[] {
  const field = `datasource.${place}`;
  if (headers.length > maxHeaders) failFields({ [field]: [`Send at most ${maxHeaders} headers.`] });
  if (new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length) failFields({ [field]: ['Send each header once.'] });
  return headers.map(({ name, value }, at) => {
    if (!headerName.test(name)) failFields({ [`${field}.${at}.name`]: ['Send the name of an HTTP header.'] });
    if (value != null && !headerValue.test(value)) failFields({ [`${field}.${at}.value`]: ['Send one line of Latin-1 text, 8000 characters at most.'] });
    if (isSecretHeader(name)) return { name, value: collector.take(`${place}.${name.toLowerCase()}`, value, `${field}.${at}.value`) };
    return { name, value: value ?? failFields({ [`${field}.${at}.value`]: [required] }) };
  });
}

const authText = /^[^\p{Cc}]{0,1000}$/u;

function acceptAuth({ type, username, password }: HttpAuthInput, collector: SecretCollector): HttpAuth {
  const field = 'datasource.connection.auth';
  if (!authText.test(username) || username.includes(':')) failFields({ [`${field}.username`]: ['Send at most 1000 characters, no colon and no control characters.'] });
  if (password != null && !authText.test(password)) failFields({ [`${field}.password`]: ['Send at most 1000 characters, no control characters.'] });
  return { type, username, password: collector.take('connection.auth.password', password, `${field}.password`) };
}
