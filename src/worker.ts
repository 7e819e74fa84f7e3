import { requireNode } from './server/process/require-node.ts';

requireNode();
await import('./worker-process.ts');
