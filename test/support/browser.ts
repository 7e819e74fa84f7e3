import { existsSync } from 'node:fs';
import { afterAll, test } from '@jest/globals';
import { chromium, type Page } from 'playwright-core';

/** The browser of this machine: Debian's Chromium, or the program that `CHROMIUM` names. */
const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);

/** What a page did while it was open. */
export interface OpenedPage {
  readonly page: Page;
  /** The addresses that it asked for, however that ended. */
  readonly requests: readonly string[];
  /** Exceptions, and errors on its console. */
  readonly errors: readonly string[];
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens pages in one headless browser, which ends with the file's tests. On a machine without a browser such tests are skipped,
 * unless `BROWSER=required`, as where a change is checked before it lands.
 */
export function browserTest(name: string, run: (open: () => Promise<OpenedPage>) => Promise<void>): void {
  if (executablePath === undefined && process.env['BROWSER'] !== 'required') {
    test.skip(`${name} (needs Chromium: install it, or name it by CHROMIUM)`, () => undefined);
    return;
  }
  const browser = chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: flags });
  // a failure to start is that of the tests
  browser.catch(() => undefined);
  afterAll(async () => {
    await (await browser).close();
  });
  test(
    name,
    async () => {
      const context = await (await browser).newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      await run(async () => {
        const page = await context.newPage();
        const requests: string[] = [];
        const errors: string[] = [];
        page.on('request', (request) => requests.push(request.url()));
        page.on('pageerror', (error) => errors.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
        return { page, requests, errors };
      });
      await context.close();
    },
    60_000,
  );
}
