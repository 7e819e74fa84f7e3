import { loadBundle } from '#server/process/load-bundle.ts';
import { requireNode } from '#server/process/require-node.ts';

requireNode();
await loadBundle('worker').start();
