import { PassThrough, pipeline } from 'node:stream';
import type { DatasourceClient } from './datasource-client.ts';
import { readSnowflakeLines, runSnowflakeStatement } from './snowflake-statement.ts';
import { createSnowflakeSession } from './snowflake-session.ts';

/** The rows of a Snowflake query, as JSON lines. */
export interface SnowflakeSettings {
  readonly type: 'snowflake_odbc';
  /** `Server=…;Database=…;…`, complete with its secrets. */
  readonly connection: { readonly connectionString: string };
  readonly query: string;
  /** The origin of the API, without a path. Default: the server of the connection string. */
  readonly endpoint?: string;
}

/** Reads the rows of a Snowflake query through its SQL API (version 2), as JSON lines. */
export const snowflakeClient: DatasourceClient<SnowflakeSettings> = {
  async openStream({ connection, query, endpoint }, { fetcher }, { signal }) {
    const session = createSnowflakeSession(connection.connectionString);
    // When the reader closes the content early, this controller aborts the request in progress.
    const reading = new AbortController();
    const api = {
      fetcher,
      session,
      query,
      origin: endpoint ?? session.origin,
      signal: AbortSignal.any([signal, reading.signal]),
    };
    const statement = await runSnowflakeStatement(api);
    const content = new PassThrough();
    pipeline(readSnowflakeLines(api, statement), content, () => {
      /* The reader of the content receives the error. */
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
