import { existsSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { testIf } from '../test-if.ts';

/** The browser of this machine: Debian's Chromium, or the program that `CHROMIUM` names. */
const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);

/** What a page did while it was open. */
export interface OpenedPage {
  readonly page: Page;
  /** The requested addresses, failed ones included. */
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

/** The headless browser of a test file: a start takes seconds, so its tests share one. */
const browser = executablePath === undefined ? undefined : chromium.launch({ executablePath, args: flags });
// a failed start fails the tests
browser?.catch(() => undefined);
afterAll(async () => {
  await (await browser)?.close();
});

/** What every page allows, and what its visitor asks for: without a graphics card, each frame of a transition costs a processor. */
const visitor: BrowserContextOptions = {
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
};

/** A test with pages of the browser, in a context of its own. Without a browser it is skipped as `testIf` says. */
export function browserTest(
  name: string,
  run: (open: () => Promise<OpenedPage>) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  const browserTestIf = testIf(executablePath !== undefined, 'Chromium: install it, or set CHROMIUM to its path');
  if (browser === undefined) return browserTestIf(name, async () => undefined);
  browserTestIf(name, async () => {
    const context = await (await browser).newContext({ ...visitor, ...options });
    // as generous as the limit of a test
    context.setDefaultTimeout(120_000);
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
  });
}
