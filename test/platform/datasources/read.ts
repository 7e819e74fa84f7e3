import { text } from 'node:stream/consumers';
import type { DatasourceResponse } from '#platform/datasources/datasource-client.ts';

/** The content of an open source as text; undefined when it is unchanged. */
export const read = async (opened: Promise<DatasourceResponse | undefined>): Promise<string | undefined> => {
  const { content } = (await opened) ?? {};
  return content && text(content);
};
