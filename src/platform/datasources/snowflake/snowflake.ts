import { PassThrough, pipeline } from 'node:stream';
import type { DatasourceAdapter } from '../datasource-client.ts';
import type { SnowflakeSettings } from '../authentication.ts';
import { snowflakeLines } from './snowflake-lines.ts';
import { snowflakeSession } from './snowflake-session.ts';
import { runStatement } from './snowflake-statement.ts';

/** The rows of a query on the cloud warehouse, by its SQL API (version 2), as JSON lines. */
export const snowflake: DatasourceAdapter<SnowflakeSettings> = {
  async open({ connection, query, endpoint }, { fetcher }, { signal }) {
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
