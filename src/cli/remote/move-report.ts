import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';

/** What stays behind, and why. */
interface Remainder {
  /** The noun, or an item of it: `datasets`, `datasets/trees`. */
  readonly of: string;
  readonly reason: string;
}

/** Counts what is carried to this instance, and collects what is not. */
export class MoveReport {
  readonly #carried = new Map<string, Set<string>>();
  readonly #remainders: Remainder[] = [];
  readonly #lost = new Set<string>();
  #hasFailed = false;

  carry(noun: string, key: string): void {
    this.#carried.set(noun, (this.#carried.get(noun) ?? new Set()).add(key));
  }

  /** Something that has no counterpart here, of an item that is carried otherwise or of a noun. */
  leave(of: string, reason: string): void {
    if (this.#remainders.every((each) => each.of !== of || each.reason !== reason))
      this.#remainders.push({ of, reason });
  }

  /** An item that could not be carried although it could have been: the command fails in the end. */
  fail(noun: string, key: string, reason: string): void {
    this.#hasFailed = true;
    this.lose(noun, key, reason);
  }

  /** A part of an item that is carried otherwise: the command fails in the end. */
  failPart(of: string, reason: string): void {
    this.#hasFailed = true;
    this.leave(of, reason);
  }

  /** An item that is not carried. */
  lose(noun: string, key: string, reason: string): void {
    this.#carried.get(noun)?.delete(key);
    this.#lost.add(`${noun}/${key}`);
    this.leave(`${noun}/${key}`, reason);
  }

  get exitCode(): ExitCode {
    return this.#hasFailed ? exitCodes.failed : exitCodes.ok;
  }

  /** The counts by noun: items that are carried whole, in part, and not at all. */
  get counts() {
    const partial = new Set(this.#remainders.map(({ of }) => of));
    const nouns = new Set([...this.#carried.keys(), ...[...this.#lost].map((of) => of.split('/')[0] ?? '')]);
    return [...nouns].map((noun) => {
      const keys = [...(this.#carried.get(noun) ?? [])];
      const inPart = keys.filter((key) => partial.has(`${noun}/${key}`)).length;
      const lost = [...this.#lost].filter((of) => of.startsWith(`${noun}/`)).length;
      return { noun, whole: keys.length - inPart, inPart, notCarried: lost };
    });
  }

  toJson() {
    return { counts: this.counts, notCarried: this.#remainders };
  }

  print(terminal: Terminal): void {
    const rows = [
      ['', 'whole', 'in part', 'not'],
      ...this.counts.map(({ noun, whole, inPart, notCarried }) => [
        noun,
        ...[whole, inPart, notCarried].map((count) => count.toLocaleString('en')),
      ]),
    ];
    printTable(terminal, rows, 'end');
    if (this.#remainders.length === 0) return;
    terminal.print('\nNot carried:');
    printTable(
      terminal,
      this.#remainders.map(({ of, reason }) => [`  ${of}`, reason]),
      'start',
    );
  }
}

/** Prints rows whose columns line up: the first to the left, the others as they are told. */
function printTable(terminal: Terminal, rows: readonly (readonly string[])[], alignment: 'start' | 'end'): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    terminal.print(
      row
        .map((cell, column) =>
          column === 0 || alignment === 'start' ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
}
