import type { Server } from '../servers/server.ts';

/** What is compared. */
export const contenderTitles = {
  catalograph: 'Catalograph',
  typed: 'SQL by hand',
  postgraphile: 'PostGraphile',
} as const;

export type ContenderName = keyof typeof contenderTitles;

/** The names in the order of the report. */
export const contenderNames = ['catalograph', 'typed', 'postgraphile'] as const satisfies ContenderName[];

/** The server that answers for each of them. */
export type Contenders = Readonly<Record<ContenderName, Server>>;
