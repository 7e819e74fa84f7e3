import type { Fetched } from '../../fetcher/fetcher.ts';
import type { DatasourceResponse } from '../datasource-client.ts';

/** What an HTTP answer is as a source: undefined when it says that nothing has changed. */
export function fetchedContent({
  status,
  filename,
  mimetype,
  size,
  validators,
  body,
  receivedBytes,
}: Fetched): DatasourceResponse | undefined {
  if (status !== 304) return { filename, mimetype, size, validators, content: body, receivedBytes };
  body.destroy();
  return undefined;
}
