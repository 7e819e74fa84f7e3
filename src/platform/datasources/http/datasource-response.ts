import type { Fetched } from '#platform/fetcher/fetcher.ts';
import type { DatasourceResponse } from '../datasource-client.ts';

/** Converts an HTTP response; undefined for 304 Not Modified. */
export function toDatasourceResponse({
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
