import type { WebSocket } from 'ws';

/** How often the server pings its clients. */
const pingMs = 25_000;

/** Pings the connections, so that proxies keep them open, and ends those whose client did not answer the ping before. One timer serves all. */
export class KeepAlive {
  readonly #sockets = new Map<WebSocket, boolean>();
  #timer: NodeJS.Timeout | undefined;

  add(socket: WebSocket): void {
    this.#sockets.set(socket, true);
    socket.on('pong', () => this.#sockets.set(socket, true));
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) clearInterval(this.#timer);
    });
    if (this.#sockets.size === 1)
      this.#timer = setInterval(() => {
        this.#ping();
      }, pingMs).unref();
  }

  #ping(): void {
    for (const [socket, isAlive] of this.#sockets) {
      if (!isAlive) socket.terminate();
      else if (socket.readyState === socket.OPEN) {
        this.#sockets.set(socket, false);
        socket.ping();
      }
    }
  }
}
