import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import { belowUrl } from '../../platform/datasources/join-url.ts';
import {
  acceptConnection, acceptHeaders, acceptUrl, audienceOf, takeUrlSecrets, type AcceptedConnection, type OpenConnection, type SecretCollector,
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
  (datasource && 'connection' in datasource ? datasource.connection.uid : undefined);

/** The datasource that an input describes for a dataset. Fails INVALID_INPUT, PERMISSION_DENIED. */
export async function acceptDatasource(ctx: RequestContext, input: DatasourceInput | null | undefined, place: DatasourcePlace): Promise<AcceptedDatasource> {
  if (!input) return { datasource: null };
  const { type } = input;
  if (type === 'uploaded_file') return { datasource: { type, file: await acceptFile(ctx, input, place) } };
  if (type === 'ods_form') return { datasource: await acceptForm(ctx, input, place) };
  if (type === 'federated') return { datasource: acceptFederated(input, callerOf(ctx.session), place) };
  const connection = await acceptConnection(ctx, input.connection, { datasetUid: place.datasetUid, type, present: connectionOf(place.present) });
  return { connection, datasource: connectedDatasource(type, input, connection.connection, place.collector) };
}

async function acceptFile(ctx: RequestContext, input: DatasourceInput, { datasetUid }: DatasourcePlace): Promise<{ uid: string }> {
  const { uid } = input.file ?? failFields({ 'datasource.file': [required] });
  const found = await firstRow(ctx.db, sql`select 1 from resource_file where dataset_uid = ${datasetUid} and uid = ${uid}`);
  return found ? { uid } : failFields({ 'datasource.file': ['The dataset has no file of this name; upload it first.'] });
}

function connectedDatasource(type: OpenConnection['type'], input: DatasourceInput, { uid, settings }: OpenConnection, collector: SecretCollector): Datasource {
  const connection = { uid };
  const headers = (url: string) => acceptHeaders(input.headers ?? [], 'datasource.headers', audienceOf(url), collector);
  const base = settings.url ?? '';
  switch (type) {
    case 'http': {
      const place = { place: 'relativeUrl', audience: audienceOf(base), field: 'datasource.relativeUrl' } as const;
      return { type, connection, relativeUrl: takeUrlSecrets(relativeUrl(input, base), place, collector), headers: headers(base) };
    }
    case 'ftp': return { type, connection, relativeUrl: withoutQuery(relativeUrl(input, base)) };
    case 'amazon_s3':
    case 'azure_blob_storage': {
      const url = acceptUrl(input.url, 'datasource.url', type === 'amazon_s3' ? ['s3', 'https', 'http'] : ['https', 'http']);
      return { type, connection, url: takeUrlSecrets(url, { place: 'url', audience: audienceOf(url), field: 'datasource.url' }, collector), headers: headers(url) };
    }
    case 'sharepoint': return { type, connection, driveId: lineOf(input, 'driveId'), fileId: lineOf(input, 'fileId') };
    case 'google_drive': return { type, connection, fileId: lineOf(input, 'fileId') };
    case 'snowflake_odbc': return { type, connection, ...queriesOf(input) };
  }
}

function relativeUrl({ relativeUrl: relative }: DatasourceInput, base: string): string {
  const text = relative ?? '';
  // an address of its own, or of a server: the host is the connection's to say, whatever the scheme
  const leadsAway = URL.parse(text) !== null && /^[a-z][\w+.-]*:[/\\]/i.test(text) || /^[/\\]{2}/.test(text);
  if (leadsAway || belowUrl(base, text) === undefined) {
    failFields({ 'datasource.relativeUrl': ['Send a path below the connection\'s address; it cannot lead to another host, nor up.'] });
  }
  return text;
}

/** Of a file server: whoever uses its connection does not say which key it has. */
const withoutQuery = (relative: string): string =>
  (relative.includes('?') ? failFields({ 'datasource.relativeUrl': ['Leave out the query; write question marks in a path as %3F.'] }) : relative);

function queriesOf(input: DatasourceInput) {
  const optional = (name: TextName) => (input[name] == null ? null : textOf(input, name));
  const queries = {
    query: textOf(input, 'query'), previewQuery: optional('previewQuery'), incrementalQuery: optional('incrementalQuery'),
    incrementalField: input.incrementalField == null ? null : lineOf(input, 'incrementalField'),
  };
  if (queries.incrementalQuery !== null && queries.incrementalField === null) failFields({ 'datasource.incrementalField': ['Name the column that tells what is new.'] });
  return queries;
}
