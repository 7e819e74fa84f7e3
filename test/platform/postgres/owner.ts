// A process that runs a server until it is ended: `node owner.ts <data folder> [branch]`. Says `{ url }` when ready.
import { createLog } from '#platform/log.ts';
import type { UserStrategy } from '#platform/postgres/launch-server.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';

const [, , dataDir = '', branch] = process.argv;
const isBranch = (word: string | undefined): word is UserStrategy =>
  word === 'same' || word === 'mapped' || word === 'nobody';

try {
  const server = await startPostgres({
    dataDir,
    log: createLog({ level: 'silent' }),
    ...(isBranch(branch) ? { user: branch } : {}),
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  setInterval(() => undefined, 1000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`);
}
