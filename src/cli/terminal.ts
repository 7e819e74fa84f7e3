import { styleText } from 'node:util';

/** Where a command writes, so that tests read it. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

type Style = 'green' | 'red' | 'yellow' | 'bold' | 'dim';

/** The characters of a bar. */
const barLength = 20;

/** A message with a bar before it, where it says how far the work is, as `datasets 12/40`. */
function withBar(message: string): string {
  const [done = 0, total = 0] = (/ (\d+)\/(\d+)/.exec(message) ?? []).slice(1).map(Number);
  if (total === 0) return message;
  const filled = Math.round(barLength * Math.min(1, done / total));
  return `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)} ${message}`;
}

/** Writes results to the output; progress and warnings to the other stream. Colors and progress are for terminals alone. */
export class Terminal {
  readonly #streams: Streams;
  readonly isJson: boolean;
  #hasProgress = false;

  constructor(streams: Streams, isJson: boolean) {
    this.#streams = streams;
    this.isJson = isJson;
  }

  /** Writes a line of the result; nothing where the result is JSON. */
  print(line: string): void {
    if (this.isJson) return;
    this.clearProgress();
    this.#streams.stdout.write(`${line}\n`);
  }

  /** Writes the result as JSON, where it is asked for. */
  printJson(value: object): void {
    if (this.isJson) this.#streams.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** Writes the result as JSON with a list whose items are written as they come, where JSON is asked for. */
  jsonList(name: string): { readonly add: (item: object) => void; readonly end: (rest: object) => void } {
    let before = `{${JSON.stringify(name)}:[`;
    const write = (text: string) => {
      if (this.isJson) this.#streams.stdout.write(`${before}${text}`);
    };
    return {
      add: (item) => {
        write(JSON.stringify(item));
        before = ',';
      },
      end: (rest) => {
        if (before === ',') before = '';
        write(`],${JSON.stringify(rest).slice(1)}\n`);
      },
    };
  }

  warn(line: string): void {
    this.clearProgress();
    this.#streams.stderr.write(`${line}\n`);
  }

  progress(message: string): void {
    const { stderr } = this.#streams;
    if (stderr.isTTY !== true) return;
    this.#hasProgress = true;
    stderr.write(`\r\u001b[2K${withBar(message).slice(0, (stderr.columns ?? 80) - 1)}`);
  }

  clearProgress(): void {
    if (this.#hasProgress) this.#streams.stderr.write('\r\u001b[2K');
    this.#hasProgress = false;
  }

  /** A text in a color, on a terminal that has colors. */
  style(style: Style, text: string): string {
    const isColored = this.#streams.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;
    return isColored ? styleText(style, text, { validateStream: false }) : text;
  }

  /** Asks a question; no where nobody can answer. */
  async confirm(question: string): Promise<boolean> {
    const { stdin, stderr } = this.#streams;
    if (stdin.isTTY !== true) return false;
    this.clearProgress();
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: stdin, output: stderr });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  }
}
