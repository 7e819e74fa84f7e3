import { lookup } from 'node:dns/promises';
import type { Resolve } from '../../src/platform/fetcher/guard.ts';

/** Knows this machine and no other, so that nothing waits for a name server. */
export const onThisMachine: Resolve = async (name) => (name === 'localhost' ? lookup(name, { all: true }) : []);
