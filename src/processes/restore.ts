// `reflect-metadata` must run before any type is declared. A bundle does not keep the order of static imports, so the service is imported dynamically.
import 'reflect-metadata';
import { requireNode } from '#server/process/require-node.ts';

requireNode();
await import('./restore-process.ts');
