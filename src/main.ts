// before any type is declared: a bundle keeps no order among static imports
import 'reflect-metadata';
import { requireNode } from './server/process/require-node.ts';

requireNode();
await import('./gateway-process.ts');
