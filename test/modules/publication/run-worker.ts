import { start } from '../../../src/worker-process.ts';

await start();
