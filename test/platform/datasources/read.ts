import { text } from 'node:stream/consumers';
import type { OpenContent } from '../../../src/platform/datasources/datasource-client.ts';

/** The whole of an open source as text; undefined when it is the same as it is known. */
export const read = async (opened: Promise<OpenContent | undefined>): Promise<string | undefined> => {
  const { content } = (await opened) ?? {};
  return content && text(content);
};
