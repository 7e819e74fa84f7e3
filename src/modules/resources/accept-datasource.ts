import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import { checkAll, checkBefore } from '../../kernel/check-all.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { belowUrl } from '../../platform/datasources/http/join-url.ts';
import {
  acceptConnection,
  acceptHeaders,
  acceptUrl,
  audienceOf,
  takeUrlSecrets,
  urlProblem,
  type AcceptedConnection,
  type OpenConnection,
  type SecretCollector,
} from '../connections/index.ts';
import { acceptForm } from './accept-form.ts';
import { acceptFederated } from './accept-federated.ts';
import type { DatasourceInput } from './datasource.inputs.ts';
import type { Datasource } from './datasource-kinds.type.ts';
import { lineOf, textOf, type TextName } from './datasource-texts.ts';

/** A datasource as it is stored, with its connection, which may still have to be. */
export interface AcceptedDatasource {
  readonly datasource: Datasource | null;
  /** Absent where the datasource has none, or is kept as it is. */
  readonly connection?: AcceptedConnection;
}

/** Where a datasource is accepted. */
export interface DatasourcePlace {
  readonly datasetUid: string;
  /** The one that it replaces. */
  readonly present: Datasource | null;
  /** Takes its secrets. */
  readonly collector: SecretCollector;
}

/** The uid of the connection of a stored datasource, where it has one. */
export const connectionOf = (datasource: Datasource | null): string | undefined =>
  datasource && 'connection' in datasource ? datasource.connection.uid : undefined;

/** Stands for the address of a connection that is at fault itself. */
const anyAddress = 'https://host.invalid/';

/** The datasource that an input describes for a dataset. Fails INVALID_INPUT, PERMISSION_DENIED. */
export async function acceptDatasource(
  ctx: RequestContext,
  input: DatasourceInput | null | undefined,
  place: DatasourcePlace,
): Promise<AcceptedDatasource> {
  if (!input) return { datasource: null };
  const { type } = input;
  if (type === 'uploaded_file') return { datasource: { type, file: await acceptFile(ctx, input, place) } };
  if (type === 'ods_form') return { datasource: await acceptForm(ctx, input, place) };
  if (type === 'federated') return { datasource: acceptFederated(input, callerOf(ctx.session), place) };
  const given = input.connection?.url ?? '';
  const unknown = {
    uid: '',
    settings: { url: belowUrl(given, '') === undefined || urlProblem(given) !== undefined ? anyAddress : given },
  };
  const connection = await checkBefore(
    () =>
      acceptConnection(ctx, input.connection, {
        datasetUid: place.datasetUid,
        type,
        present: connectionOf(place.present),
      }),
    () => connectedDatasource(type, input, unknown, place.collector),
  );
  return { connection, datasource: connectedDatasource(type, input, connection.connection, place.collector) };
}

async function acceptFile(
  ctx: RequestContext,
  input: DatasourceInput,
  { datasetUid }: DatasourcePlace,
): Promise<{ uid: string }> {
  const { uid } = input.file ?? failFields({ 'datasource.file': [required] });
  const found = await firstRow(
    ctx.db,
    sql`select 1 from resource_file where dataset_uid = ${datasetUid} and uid = ${uid}`,
  );
  return found
    ? { uid }
    : failFields({ 'datasource.file': ['The dataset has no file of this name; upload it first.'] });
}

function connectedDatasource(
  type: OpenConnection['type'],
  input: DatasourceInput,
  { uid, settings }: Pick<OpenConnection, 'uid' | 'settings'>,
  collector: SecretCollector,
): Datasource {
  const connection = { uid };
  const headers = (url: string) => acceptHeaders(input.headers ?? [], 'datasource.headers', audienceOf(url), collector);
  const base = settings.url ?? '';
  switch (type) {
    case 'http': {
      const place = { place: 'relativeUrl', audience: audienceOf(base), field: 'datasource.relativeUrl' } as const;
      const [relative, sent] = checkAll(
        () => takeUrlSecrets(relativeUrl(input, base), place, collector),
        () => headers(base),
      );
      return { type, connection, relativeUrl: relative, headers: sent };
    }
    case 'ftp':
      return { type, connection, relativeUrl: withoutQuery(relativeUrl(input, base)) };
    case 'amazon_s3':
    case 'azure_blob_storage': {
      const accepted = () =>
        acceptUrl(input.url, 'datasource.url', type === 'amazon_s3' ? ['s3', 'https', 'http'] : ['https', 'http']);
      const audience = audienceOf(input.url ?? '');
      const [url, sent] = checkAll(
        () => takeUrlSecrets(accepted(), { place: 'url', audience, field: 'datasource.url' }, collector),
        () => headers(input.url ?? ''),
      );
      return { type, connection, url, headers: sent };
    }
    case 'sharepoint': {
      const [driveId, fileId] = checkAll(
        () => lineOf(input, 'driveId'),
        () => lineOf(input, 'fileId'),
      );
      return { type, connection, driveId, fileId };
    }
    case 'google_drive':
      return { type, connection, fileId: lineOf(input, 'fileId') };
    case 'snowflake_odbc':
      return { type, connection, ...queriesOf(input) };
  }
}

function relativeUrl({ relativeUrl: relative }: DatasourceInput, base: string): string {
  const text = relative ?? '';
  // an address of its own, or of a server: the host is the connection's to say, whatever the scheme
  const leadsAway = (URL.parse(text) !== null && /^[a-z][\w+.-]*:[/\\]/i.test(text)) || /^[/\\]{2}/.test(text);
  if (leadsAway || belowUrl(base, text) === undefined) {
    failFields({
      'datasource.relativeUrl': ["Send a path below the connection's address; it cannot lead to another host, nor up."],
    });
  }
  return text;
}

/** Of a file server: whoever uses its connection does not say which key it has. */
const withoutQuery = (relative: string): string =>
  relative.includes('?')
    ? failFields({ 'datasource.relativeUrl': ['Leave out the query; write question marks in a path as %3F.'] })
    : relative;

function queriesOf(input: DatasourceInput) {
  const optional = (name: TextName) => (input[name] == null ? null : textOf(input, name));
  const [query, previewQuery, incrementalQuery, incrementalField] = checkAll(
    () => textOf(input, 'query'),
    () => optional('previewQuery'),
    () => optional('incrementalQuery'),
    () => (input.incrementalField == null ? null : lineOf(input, 'incrementalField')),
  );
  const queries = { query, previewQuery, incrementalQuery, incrementalField };
  if (queries.incrementalQuery !== null && queries.incrementalField === null)
    failFields({ 'datasource.incrementalField': ['Name the column that tells what is new.'] });
  return queries;
}
