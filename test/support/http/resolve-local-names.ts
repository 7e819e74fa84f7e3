import { lookup } from 'node:dns/promises';
import type { Resolve } from '#platform/fetcher/guard.ts';

/** Resolves names of this machine only, so that no test waits for a name server. */
export const resolveLocalNames: Resolve = async (name) => (name === 'localhost' ? lookup(name, { all: true }) : []);
