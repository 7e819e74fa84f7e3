import { connect, createServer, type Socket } from 'node:net';

/** Passes bytes between clients and PostgreSQL's socket, those to PostgreSQL after a while: each round trip takes that much longer. */
const path = process.env['SOCKET'] ?? '';
const delay = Number(process.env['DELAY_MS']);

/** Writes what comes in, each piece after the delay and all of them in order. */
function passLate(from: Socket, to: Socket): void {
  from.on('data', (piece: Buffer) => setTimeout(() => to.write(piece), delay));
  from.on('end', () => setTimeout(() => to.end(), delay));
}

const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
  const database = connect({ path, allowHalfOpen: true });
  passLate(client, database);
  database.pipe(client);
  client.on('error', () => database.destroy());
  database.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}\n`);
});
