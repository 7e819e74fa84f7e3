import { PassThrough, pipeline } from 'node:stream';
import type { DatasourceClient } from '../datasource-client.ts';
import { snowflakeLines } from './snowflake-lines.ts';
import { snowflakeSession } from './snowflake-session.ts';
import { runStatement } from './snowflake-statement.ts';

/** The rows of a query on the cloud warehouse, as JSON lines. */
export interface SnowflakeSettings {
  readonly type: 'snowflake_odbc';
  /** `Server=…;Database=…;…`, complete with its secrets. */
  readonly connection: { readonly connectionString: string };
  readonly query: string;
  /** The origin of the warehouse's API, without a path; the connection string's server unless told. */
  readonly endpoint?: string;
}

/** The rows of a query on the cloud warehouse, by its SQL API (version 2), as JSON lines. */
export const snowflake: DatasourceClient<SnowflakeSettings> = {
  async openStream({ connection, query, endpoint }, { fetcher }, { signal }) {
    const session = snowflakeSession(connection.connectionString);
    // A reader who has enough ends the request that is under way, too.
    const reading = new AbortController();
    const api = {
      fetcher,
      session,
      query,
      origin: endpoint ?? session.origin,
      signal: AbortSignal.any([signal, reading.signal]),
    };
    const statement = await runStatement(api);
    const content = new PassThrough();
    pipeline(snowflakeLines(api, statement), content, () => {
      /* The reader of the content is told. */
    });
    content.once('close', () => reading.abort());
    return {
      filename: 'query.jsonl',
      mimetype: 'application/x-ndjson',
      size: null,
      validators: { etag: null, lastModified: null },
      content,
    };
  },
};
