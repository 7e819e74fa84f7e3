import { callbackify } from 'node:util';
import { Agent, buildConnector } from 'undici';
import type { Guard } from './guard.ts';

/** An HTTP/1.1 client whose connections are opened by the guard; TLS runs inside them. */
export function guardedAgent(guard: Guard, handshakeTimeout: number): Agent {
  const secure = buildConnector({ allowH2: false, timeout: handshakeTimeout });
  return new Agent({
    connect(target, callback) {
      const isSecure = target.protocol === 'https:';
      const port = target.port === '' ? (isSecure ? 443 : 80) : Number(target.port);
      callbackify(guard.connect)(target.hostname, port, (error, socket) => {
        if (error) callback(error, null);
        else if (isSecure) secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      });
    },
  });
}
