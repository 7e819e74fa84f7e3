import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { serve, serveTcp } from '../platform/fetcher/web.ts';
import { folder, serveSftp } from '../platform/datasources/ftp/file-servers.ts';
import { selfSigned } from '../platform/datasources/ftp/certificate.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();

/** A web server that refuses in the ways of the stores, by path. */
const serveRefusals = () =>
  serve((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/locked.csv' || path === '/token') response.writeHead(401).end();
    else if (path === '/cut.csv')
      response.writeHead(200, { 'content-length': '100' }).write('a,b\n', () => response.destroy());
    else if (path === '/bucket/key.csv')
      response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code><Message>No.</Message></Error>');
    else if (path === '/bucket/none.csv')
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>No.</Message></Error>');
    else if (path === '/account/container/key.csv')
      response.writeHead(403, { 'x-ms-error-code': 'AuthenticationFailed' }).end();
    else if (path === '/account/container/none.csv')
      response.writeHead(404, { 'x-ms-error-code': 'BlobNotFound' }).end();
    else response.writeHead(404).end();
  });

/** An FTP server that knows the password `lovelace` and has no file. A connection that says nothing is a data connection. */
const serveFtp = async (): Promise<string> => {
  const address = await serveTcp((socket) => {
    socket.write('220 Ready\r\n');
    socket.on('data', (line) => answer(socket, String(line)));
  });
  const answer = (socket: Socket, line: string) => {
    const [command = '', argument = ''] = line.trim().split(' ');
    const replies: Record<string, string> = {
      USER: '331 Password',
      PASS: argument === 'lovelace' ? '230 In' : '530 Login incorrect.',
      TYPE: '200 Binary',
      EPSV: `229 Here (|||${address.split(':')[1]}|)`,
      RETR: '550 No such file.',
    };
    socket.write(`${replies[command] ?? '502 What?'}\r\n`);
  };
  return address;
};

async function serveUntrustedTls(): Promise<string> {
  const server = createServer(selfSigned).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => undefined).unref();
  await once(server, 'listening');
  const address = server.address();
  return `127.0.0.1:${String(typeof address === 'object' && address?.port)}`;
}

test(
  'the built service names the reason for which a source of each kind cannot be read',
  async () => {
    const web = await serveRefusals();
    const ftp = await serveFtp();
    const sftp = await serveSftp(await folder());
    const tls = await serveUntrustedTls();
    const closed = '127.0.0.1:1';
    const gateway = await start({
      DATA_DIR: await newFolder(),
      FETCH_ALLOW: [web, ftp, sftp.address, tls, closed].join(','),
    });

    const login = (password: string) => ({ basicAuth: { username: 'ada', password } });
    const file = (url: string, password = 'lovelace') => ({ ftp: { connection: { url, auth: login(password) } } });
    const s3 = (key: string) => ({
      amazonS3: {
        url: `http://${web}/bucket/${key}`,
        connection: {
          auth: { awsSignatureV4: { accessKeyId: 'A', secretAccessKey: 's3cret', region: 'eu-west-3' } },
        },
      },
    });
    const azure = (key: string) => ({
      azureBlobStorage: {
        url: `http://${web}/account/container/${key}`,
        connection: { auth: { sharedKey: { accountName: 'account', sharedKey: 'czNjcmV0' } } },
      },
    });
    const federated = (domainId: string) => ({
      federated: { domain: { domainId }, dataset: { datasetId: 'rides' }, canImpersonatePermissions: true },
    });
    const failures: readonly (readonly [datasource: object, reason: string])[] = [
      [{ http: { connection: { url: `http://${web}/none.csv` } } }, `${web} answered with status 404.`],
      [{ http: { connection: { url: `http://${web}/locked.csv`, auth: login('wrong') } } }, 'Check the credentials.'],
      [{ http: { connection: { url: `http://${web}/cut.csv` } } }, `${web} closed the connection before the end.`],
      [{ http: { connection: { url: `http://${closed}/` } } }, `${closed} refuses connections.`],
      [{ http: { connection: { url: `http://${ftp}/` } } }, `${ftp} sent an invalid HTTP response.`],
      [{ http: { connection: { url: `https://${tls}/` } } }, `${tls} has no valid certificate`],
      [{ http: { connection: { url: 'http://10.0.0.1/' } } }, '10.0.0.1 is not on the public internet.'],
      [
        {
          http: {
            connection: {
              url: `http://${web}/`,
              auth: { oauth2: { tokenUrl: `http://${web}/token`, clientId: 'c', clientSecret: 's3cret' } },
            },
          },
        },
        'gave no access token (invalid_client).',
      ],
      [file(`ftp://${ftp}/none.csv`, 'wrong'), 'refuses the user name or the password'],
      [file(`ftp://${ftp}/none.csv`), 'has no such file, or does not let this user read it.'],
      [file(`ftp://${closed}/none.csv`), 'refuses connections.'],
      [file(`ftps://${ftp}/none.csv`), 'does not support a required command.'],
      [file(`sftp://${sftp.address}/rides.csv`, 'wrong'), 'refuses the user name or the password.'],
      [file(`sftp://${sftp.address}/none.csv`), 'has no such file.'],
      [file(`sftp://${sftp.address}/private.csv`), 'has no such file.'],
      [file(`sftp://${sftp.address}/rides.csv?host_key=SHA256:${'A'.repeat(43)}`), 'has the SSH key'],
      [s3('key.csv'), 'answered InvalidAccessKeyId. Check the access key id.'],
      [s3('none.csv'), 'answered NoSuchKey. Check the key of the object.'],
      [azure('key.csv'), 'answered AuthenticationFailed. Check the account name and the shared key'],
      [azure('none.csv'), 'answered BlobNotFound. Check the path of the blob.'],
      [federated(`http://${web}`), 'status 404'],
      [federated(`http://${closed}`), 'refuses connections.'],
      [
        {
          snowflakeOdbc: {
            query: 'select 1',
            connection: { connectionString: `Server=127.0.0.1;Port=${tls.split(':')[1]};UID=ada;PWD=s3cret` },
          },
        },
        'has no valid certificate',
      ],
    ];
    const ask = async (query: string, input: object) => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Apikey ${gateway.key ?? ''}` },
        body: JSON.stringify({ query, variables: { input } }),
      });
      return (await response.json()) as {
        data: { createDataset?: { dataset: { uid: string } } } | null;
        errors?: { message: string }[];
      };
    };
    const { data } = await ask(
      'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }',
      { datasetId: 'rides', metadata: {} },
    );
    const datasetUid = data?.createDataset?.dataset.uid;
    const messages: unknown[] = [];
    for (const [datasource] of failures) {
      const { errors = [] } = await ask(
        'query ($input: GuessExtractorsInput!) { guessExtractors(input: $input) { type } }',
        { datasetUid, datasource },
      );
      messages.push([datasource, errors[0]?.message]);
    }
    expect(messages).toEqual(failures.map(([datasource, reason]) => [datasource, expect.stringContaining(reason)]));
    expect(JSON.stringify(messages.map((each) => (each as unknown[])[1]))).not.toMatch(/s3cret|lovelace/);
    await gateway.end('SIGTERM');
  },
  patience,
);
