import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { CeilingStatement } from './ceiling-statements.ts';

/** What is left when everything else is taken away: a named statement, its text, a socket. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const { ceilingStatements } = (await import(process.env['STATEMENTS'] ?? './ceiling-statements.ts')) as {
  ceilingStatements: Readonly<Record<string, CeilingStatement>>;
};

async function answer(name: string, body: string): Promise<string> {
  const statement = ceilingStatements[name];
  if (!statement) throw new Error(`There is no statement ${name}.`);
  const values = JSON.parse(body) as unknown[];
  const {
    rows: [row],
  } = await pool.query<[string]>({ name, text: statement.text, values, rowMode: 'array' });
  return statement.around[0] + (row?.[0] ?? 'null') + statement.around[1];
}

const server = createServer((request, response) => {
  const send = (status: number, body: string) => {
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  };
  text(request)
    .then((body) => answer(request.url?.slice(1) ?? '', body))
    .then(
      (body) => {
        send(200, body);
      },
      (error: unknown) => {
        send(500, JSON.stringify({ errors: [{ message: String(error) }] }));
      },
    );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}\n`);
});
