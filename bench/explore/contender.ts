import type { Server } from '../servers/server.ts';

/** What is compared. A table by hand and jsonb are served by the same process, with statements of their own. */
export const contenderTitles = {
  catalograph: 'Catalograph',
  typed: 'SQL by hand',
  postgraphile: 'PostGraphile',
  json: 'jsonb by hand',
} as const;

export type ContenderName = keyof typeof contenderTitles;

/** The names in the order of the report. */
export const contenderNames = ['catalograph', 'typed', 'postgraphile', 'json'] as const satisfies ContenderName[];

/** The server that answers for each of them. */
export type Contenders = Readonly<Record<ContenderName, Server>>;
